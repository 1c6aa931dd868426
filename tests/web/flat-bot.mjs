// A bot of the Tetris Bot Protocol as a Web Worker: it lays every piece flat, as low as it can. It knows no board: it
// suggests every place from the lowest row up, and the game takes the first that there is.

let queue = [];

const answers = {
    rules: () => ({ type: "ready" }),
    start(message) {
        queue = message.queue;
    },
    new_piece(message) {
        queue.push(message.piece);
    },
    play() {
        queue.shift();
    },
    suggest() {
        const moves = [];
        for (let y = 0; y < 20; y += 1) {
            for (let x = 0; x < 10; x += 1) {
                moves.push({ location: { type: queue[0], orientation: "north", x, y }, spin: "none" });
            }
        }
        return { type: "suggestion", moves };
    },
    quit: () => close(),
};

onmessage = ({ data }) => {
    const answer = answers[data.type]?.(data);
    if (answer) {
        postMessage(answer);
    }
};
postMessage({ type: "info", name: "Flat", version: "1", author: "Korobka's tests", features: [] });
