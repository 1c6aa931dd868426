// A Web Worker, by its name of one that searches (`search`, `rating`: src/search/request.rs), one that reviews moves
// and advises (`review`: src/review/reviewer.rs) or one that trains (`training`: src/train/request.rs). A request comes
// as a text, its answer goes back as one, in the order of the requests. It computes in steps of some milliseconds, each
// a task of its own, so that between two of them it hears which answers nobody needs any more. Only a review and advice
// are computed in one go.

// Whoever does not train does not load what that needs.
const loading = import(self.name === "training" ? "./korobka-trainer.js" : "./korobka-worker.js");
const ready = loading.then(async (module) => {
    await module.default();
    return module;
});
// The page has the parts fetched anew that did not come whole, whether or not it has asked anything yet.
ready.catch((error) => postMessage({ broken: String(error?.message ?? error) || "a worker could not be loaded" }));
// Steps are messages to itself: timers wait four milliseconds each time.
const { port1: next, port2: steps } = new MessageChannel();
const waiting = new Map();
let underway;
let awake = false;

/** Has the next step done after the messages that are there. */
function wake() {
    if (!awake) {
        awake = true;
        next.postMessage(null);
    }
}

/** Does a part of the work, and says when there is an answer, or why there is none. */
function compute(part) {
    const from = performance.now();
    let found = {};
    try {
        found = { answer: part() };
    } catch (error) {
        // After a mistake of its own, or without memory, the module answers nothing any more.
        found = { error: String(error?.message ?? error), isOver: error instanceof WebAssembly.RuntimeError };
    }
    const took = performance.now() - from;
    underway.milliseconds += took;
    underway.longest = Math.max(underway.longest, took);
    if (found.answer !== undefined || found.error) {
        postMessage({ ...found, ...underway });
        underway = undefined;
    }
}

steps.onmessage = async () => {
    let module;
    try {
        module = await ready;
    } catch {
        // The page has been told.
        waiting.clear();
    }
    awake = false;
    if (underway) {
        compute(module.step);
    } else if (waiting.size > 0) {
        const [number, request] = waiting.entries().next().value;
        waiting.delete(number);
        underway = { number, milliseconds: 0, longest: 0 };
        compute(() => (self.name === "review" ? module.review(request) : module.begin(request)));
    }
    if (underway || waiting.size > 0) {
        wake();
    }
};

onmessage = ({ data: { number, request } }) => {
    if (request !== undefined) {
        waiting.set(number, request);
        wake();
        return;
    }
    // Nobody needs this answer any more.
    waiting.delete(number);
    if (underway?.number === number) {
        underway = undefined;
    }
};
