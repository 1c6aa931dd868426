// A Web Worker that searches: a request comes as a text, its answer goes back as one (src/search/request.rs).
import start, { answer } from "./korobka-worker.js";

const ready = start();

onmessage = async ({ data: { number, request } }) => {
    const begin = performance.now();
    try {
        await ready;
        const found = answer(request);
        postMessage({ number, answer: found, milliseconds: performance.now() - begin });
    } catch (error) {
        postMessage({ number, error: String(error?.message ?? error), milliseconds: performance.now() - begin });
    }
};
