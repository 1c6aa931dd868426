// A Web Worker that searches: a request comes as a text, its answer goes back as one (src/search/request.rs). It thinks in
// steps of some milliseconds, each a task of its own, so that between two of them it takes the next request in place of
// one whose answer nobody needs any more.
import start, { begin, step } from "./korobka-worker.js";

const ready = start();
// Steps are messages to itself: timers wait four milliseconds each time.
const { port1: next, port2: steps } = new MessageChannel();
let underway;

/** Does a part of the thinking, and says when there is an answer, or why there is none. */
function think(part) {
    const { number } = underway;
    const from = performance.now();
    let found = {};
    try {
        found = { answer: part() };
    } catch (error) {
        found = { error: String(error?.message ?? error) };
    }
    const took = performance.now() - from;
    underway.milliseconds += took;
    underway.longest = Math.max(underway.longest, took);
    if (found.answer === undefined && !found.error) {
        next.postMessage(number);
    } else {
        postMessage({ ...found, ...underway });
        underway = undefined;
    }
}

steps.onmessage = ({ data: number }) => {
    if (underway?.number === number) {
        think(step);
    }
};

onmessage = async ({ data: { number, request } }) => {
    try {
        await ready;
    } catch (error) {
        postMessage({ number, error: String(error?.message ?? error) });
        return;
    }
    // Without a request there is nothing more to think about.
    underway = request && { number, milliseconds: 0, longest: 0 };
    if (underway) {
        think(() => begin(request));
    }
};
