// The search in a Web Worker: one request at a time goes there, the others wait here, where they can be forgotten.

/**
 * Starts the worker.
 *
 * @returns ask(number, request), answer(number) and forget(number) as src/doors/worker.rs wants them; searched: what the
 * answers took, for figures.
 */
export function openSearch() {
    const waiting = new Map();
    const answers = new Map();
    const searched = [];
    let busy;
    let broken;

    const worker = new Worker("worker.js", { type: "module" });
    const next = () => {
        if (busy !== undefined || waiting.size === 0) {
            return;
        }
        const [number, request] = waiting.entries().next().value;
        waiting.delete(number);
        busy = number;
        worker.postMessage({ number, request });
    };
    worker.onmessage = ({ data }) => {
        // An overtaken answer: nobody asks for it any more.
        if (busy === data.number) {
            answers.set(data.number, data);
            searched.push({ milliseconds: data.milliseconds, longest: data.longest });
            busy = undefined;
            next();
        }
    };
    worker.onerror = (event) => {
        broken = event.message || "the search's worker could not be loaded";
    };
    return {
        ask(number, request) {
            waiting.set(number, request);
            next();
        },
        answer(number) {
            const found = answers.get(number);
            answers.delete(number);
            if (found?.error || (!found && broken)) {
                throw found?.error ?? broken;
            }
            return found?.answer;
        },
        forget(number) {
            waiting.delete(number);
            answers.delete(number);
            if (busy === number) {
                // The worker drops it, for the next one or for nothing.
                busy = undefined;
                if (waiting.size === 0) {
                    worker.postMessage({ number });
                }
                next();
            }
        },
        searched,
    };
}
