// The page's frames: how long they take, and how there are some where the browser gives none.

/** Adds a number to the latest ones. */
function remember(numbers, number) {
    numbers.push(number);
    if (numbers.length > 2000) {
        numbers.splice(0, 1000);
    }
}

/**
 * Stands between the game and the browser's frames.
 *
 * @returns frames: milliseconds of the main thread in each frame, the latest last; schedules: those of the app's schedules,
 * without the renderer; mark(done): where the game's schedules begin and end; catchUp(): does now what waits for the
 * browser's next frame, which a tab that is not seen does not get.
 */
export function watchFrames() {
    const frames = [];
    const schedules = [];
    const waiting = new Map();
    const ask = globalThis.requestAnimationFrame.bind(globalThis);
    const cancel = globalThis.cancelAnimationFrame.bind(globalThis);
    const run = (number, time) => {
        const work = waiting.get(number);
        waiting.delete(number);
        const begin = performance.now();
        work?.(time);
        remember(frames, performance.now() - begin);
    };
    let began = 0;
    const mark = (done) => {
        if (done) {
            remember(schedules, performance.now() - began);
        } else {
            began = performance.now();
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
    return { frames, schedules, mark, catchUp };
}
