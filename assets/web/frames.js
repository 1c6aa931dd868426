// The page's frames: how long they take, and how there are some where the browser gives none.

/**
 * Stands between the game and the browser's frames.
 *
 * @returns frames: milliseconds of the main thread in each frame, the latest last; catchUp(): does now what waits for the
 * browser's next frame, which a tab that is not seen does not get.
 */
export function watchFrames() {
    const frames = [];
    const waiting = new Map();
    const ask = globalThis.requestAnimationFrame.bind(globalThis);
    const cancel = globalThis.cancelAnimationFrame.bind(globalThis);
    const run = (number, time) => {
        const work = waiting.get(number);
        waiting.delete(number);
        const begin = performance.now();
        work?.(time);
        frames.push(performance.now() - begin);
        if (frames.length > 2000) {
            frames.splice(0, 1000);
        }
    };
    globalThis.requestAnimationFrame = (work) => {
        const number = ask((time) => run(number, time));
        waiting.set(number, work);
        return number;
    };
    globalThis.cancelAnimationFrame = (number) => {
        waiting.delete(number);
        cancel(number);
    };
    const catchUp = () => {
        for (const number of [...waiting.keys()]) {
            cancel(number);
            run(number, performance.now());
        }
    };
    return { frames, catchUp };
}
