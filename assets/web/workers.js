// Web Workers, one that searches, one more while ratings are measured, and some that review or train: requests go there
// at once and wait in the worker, which is told when nobody needs an answer any more.

// More than this help little beside the game, and each holds a module of its own.
const MOST = 8;

// What the player is told without workers, by their kind, behind why there are none.
const LACKING = {
    search: ": computer players think between the frames, which a champion holds up.",
    training: " to train on.",
    review: " to review with.",
    rating: ": what measures a rating thinks between the frames.",
};

// Milliseconds between two frames that nobody sees.
const UNSEEN = 200;

/** A file of this version of the page. */
const part = (name) => new URL(name, import.meta.url);

/** What a worker of a kind loads. */
function partsOf(kind) {
    const program = kind === "training" ? "korobka-trainer" : "korobka-worker";
    return ["worker.js", `${program}.js`, `${program}_bg.wasm`];
}

/**
 * Workers by their numbers; where there are none `warnings` gets a line for the player. While some of them train in a
 * tab that nobody sees, `catchUp` does what waits for the next frame: the game hands out more games in its frames.
 *
 * @returns openWorker(kind), closeWorker(worker), cores(), and ask(worker, number, request), answer(worker, number) and
 * forget(worker, number) as src/doors/worker.rs wants them; trains(): whether some of them train; searched: what the
 * search's answers took, for figures.
 */
export function openWorkers(catchUp, warnings) {
    const workers = new Map();
    const searched = [];
    let opened = 0;
    let training = 0;
    let last = 0;
    let later;
    const trainUnseen = () => {
        if (!document.hidden || training === 0) {
            return;
        }
        if (performance.now() - last >= UNSEEN) {
            last = performance.now();
            catchUp();
        }
        // Browsers make such a timer wait a second or more. Answers of workers come sooner, if there are any to come.
        later ??= setTimeout(() => {
            later = undefined;
            trainUnseen();
        }, UNSEEN);
    };
    document.addEventListener("visibilitychange", trainUnseen);
    const renewed = new Set();
    /**
     * Fetches what such a worker loads anew, once: what the browser has kept of it may be what is broken, and would be
     * so for the next worker too.
     */
    const renew = (kind) => {
        for (const name of partsOf(kind).filter((name) => !renewed.has(name))) {
            renewed.add(name);
            // Without a network all stays as it was.
            fetch(part(name), { cache: "reload" }).then((response) => response.arrayBuffer()).catch(() => {});
        }
    };

    return {
        /** How many workers can compute at once. */
        cores: () => Math.min(navigator.hardwareConcurrency || 1, MOST),
        openWorker(kind) {
            let worker;
            try {
                worker = new Worker(part("worker.js"), { type: "module", name: kind });
            } catch {
                // Where a policy of the host's forbids workers some browsers throw, and in others the worker fails.
                const has = globalThis.Worker ? "lets the page have" : "has";
                warnings.push(`This browser ${has} no workers${LACKING[kind]}`);
                throw "no workers";
            }
            const state = { kind, worker, asked: new Set(), answers: new Map(), started: false, broken: undefined };
            const end = (line) => {
                if (!state.started && !state.broken) {
                    renew(kind);
                    // Of the others whoever asks them is told.
                    kind === "search" && warnings.push(`No worker could be loaded${LACKING[kind]}`);
                }
                state.broken = line;
            };
            worker.onmessage = ({ data }) => {
                if (data.broken) {
                    return end(data.broken);
                }
                state.started = true;
                if (!state.asked.delete(data.number)) {
                    return;
                }
                state.answers.set(data.number, data);
                if (kind === "search") {
                    searched.push({ milliseconds: data.milliseconds, longest: data.longest });
                    // The latest are enough for figures.
                    searched.splice(0, searched.length > 2000 ? 1000 : 0);
                } else if (kind === "training") {
                    trainUnseen();
                }
            };
            worker.onerror = (event) => {
                // The game goes on without it: the page must not take this for an error of its own parts.
                event.preventDefault();
                end(event.message || "a worker could not be loaded");
            };
            opened += 1;
            training += kind === "training" ? 1 : 0;
            workers.set(opened, state);
            return opened;
        },
        closeWorker(at) {
            workers.get(at).worker.terminate();
            training -= workers.get(at).kind === "training" ? 1 : 0;
            workers.delete(at);
        },
        ask(at, number, request) {
            const { worker, asked } = workers.get(at);
            asked.add(number);
            worker.postMessage({ number, request });
        },
        answer(at, number) {
            const { answers, broken } = workers.get(at);
            const found = answers.get(number);
            answers.delete(number);
            if (found?.error || (!found && broken)) {
                throw found?.error ?? broken;
            }
            return found?.answer;
        },
        forget(at, number) {
            const { worker, asked, answers } = workers.get(at);
            answers.delete(number);
            if (asked.delete(number)) {
                worker.postMessage({ number });
            }
        },
        trains: () => training > 0,
        searched,
    };
}
