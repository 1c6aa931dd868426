// The page's frames: how long they take, and how there are some where the browser gives none.

/** Milliseconds between the frames of a room that waits in a tab that is not seen. */
const UNSEEN = 1000;

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
 * @returns frames: milliseconds of the main thread in each frame, the latest last; schedules: those of the app's
 * schedules, without the renderer; mark(done): where the game's schedules begin and end; catchUp(): does now what waits
 * for the browser's next frame, which a tab that is not seen does not get.
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

/**
 * Follows whether the player leaves: a tab that is hidden may be ended without a word. Two frames, which the browser
 * does not give any more, let the game pause its match and write what is not written yet. While `isInRoom` says that
 * the player waits in a room, a page that is not seen has frames all the same.
 *
 * @returns leave(): does all that now; left(): whether the player has left since this was last asked; isClosing():
 * whether the page is being closed or loaded again.
 */
export function watchLeaving(catchUp, isInRoom) {
    let leaving = false;
    let closing = false;
    let gone = false;
    const leave = () => {
        if (!gone) {
            leaving = true;
            catchUp();
            catchUp();
        }
    };
    document.addEventListener("visibilitychange", () => document.hidden && leave());
    // One frame lets in whoever comes into a room, and begins or resumes a match. The next one shows it, so that it can
    // rest. Browsers make such a timer wait a second or more, up to a minute where the tab has long been hidden.
    setInterval(() => {
        if (document.hidden && !gone && isInRoom()) {
            catchUp();
            catchUp();
        }
    }, UNSEEN);
    // The game's own listener, which comes later, takes the game down.
    globalThis.addEventListener("pagehide", (event) => {
        closing = !event.persisted;
        leave();
        gone = true;
    });
    // The browser may keep a page for the way back.
    globalThis.addEventListener("pageshow", () => {
        gone = false;
    });
    return {
        leave,
        left() {
            const told = leaving;
            leaving = false;
            return told;
        },
        isClosing: () => closing,
    };
}
