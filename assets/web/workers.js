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

// Milliseconds for which the game waits for the next answer of a worker that has answered before, by its kind. A search
// takes some hundredths of a second, a unit of training a second at most, a review in one go up to some seconds; a slow
// telephone takes many times as long. A browser that needs memory may end a worker without a word.
const PATIENCE = { search: 30_000, rating: 30_000, training: 300_000, review: 300_000 };

// Of the time between two looks at an answer no more milliseconds count: the machine may have slept.
const LOOK = 1000;

// A worker that has ended is begun anew so many times.
const MOST_ENDS = 3;

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
            const state = {
                kind, worker: undefined, asked: new Map(), answers: new Map(), started: false, broken: undefined,
                oldest: undefined, silent: 0, looked: 0, ended: 0, wait: undefined, isMissed: false,
            };
            const end = (line) => {
                if (!state.started && !state.broken) {
                    renew(kind);
                }
                if (!state.broken && kind === "search") {
                    // Of the others whoever asks them is told.
                    const none = state.started ? "No worker goes on" : "No worker could be loaded";
                    warnings.push(none + LACKING[kind]);
                }
                state.broken = line;
            };
            /**
             * Another worker takes the place of one that goes on no more, and is asked again what that owes: a request
             * holds all that its answer depends on. One that trains has been sent its round before.
             */
            const replace = (line) => {
                if (state.broken) {
                    return;
                }
                state.worker.terminate();
                state.ended += 1;
                if (kind === "training" || state.ended > MOST_ENDS) {
                    return end(line);
                }
                warnings.push("What thinks beside the game stopped; it is being started again.");
                [state.started, state.silent] = [false, 0];
                try {
                    begin();
                } catch {
                    return end(line);
                }
                state.asked.forEach((request, number) => state.worker.postMessage({ number, request }));
            };
            const hear = ({ data }) => {
                if (data.broken) {
                    return end(data.broken);
                }
                state.started = true;
                const isAsked = state.asked.delete(data.number);
                isAsked && state.answers.set(data.number, data);
                if (data.isOver) {
                    return replace(data.error);
                }
                if (isAsked && kind === "search") {
                    searched.push({ milliseconds: data.milliseconds, longest: data.longest });
                    // The latest are enough for figures.
                    searched.splice(0, searched.length > 2000 ? 1000 : 0);
                } else if (isAsked && kind === "training") {
                    trainUnseen();
                }
            };
            const begin = () => {
                state.worker = new Worker(part("worker.js"), { type: "module", name: kind });
                state.worker.onmessage = hear;
                state.worker.onmessageerror = () => replace("an answer of a worker could not be read");
                state.worker.onerror = (event) => {
                    // The game goes on without it: the page must not take this for an error of its own parts.
                    event.preventDefault();
                    const line = event.message || "a worker could not be loaded";
                    state.started ? replace(line) : end(line);
                };
            };
            /** Counts for how long the game has waited for the answer that comes next. */
            state.wait = () => {
                const [oldest] = state.asked.keys();
                const now = performance.now();
                const waits = oldest !== undefined && oldest === state.oldest;
                state.silent = waits ? state.silent + Math.min(now - state.looked, LOOK) : 0;
                [state.oldest, state.looked] = [oldest, now];
                if (state.silent <= PATIENCE[kind] || state.broken) {
                    return;
                }
                if (state.started) {
                    replace("a worker has ended without a word");
                } else if (!state.isMissed) {
                    // Its download may rest, and the match with it: a host that sends nothing more ends nothing by
                    // itself.
                    state.isMissed = true;
                    warnings.push("What thinks beside the game has not come yet: is there a network?");
                }
            };
            try {
                begin();
            } catch {
                // Where a policy of the host's forbids workers some browsers throw, and in others the worker fails.
                const has = globalThis.Worker ? "lets the page have" : "has";
                warnings.push(`This browser ${has} no workers${LACKING[kind]}`);
                throw "no workers";
            }
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
            asked.set(number, request);
            worker.postMessage({ number, request });
        },
        answer(at, number) {
            const state = workers.get(at);
            const found = state.answers.get(number);
            state.answers.delete(number);
            found || state.wait();
            if (found?.error || (!found && state.broken)) {
                throw found?.error ?? state.broken;
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
