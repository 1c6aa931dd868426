// Keys belong to the game while it has the focus: none of them scrolls or leaves the page.

/** A Mac does not tell that a key is let go while Command is down: then all of them are let go with Command. */
function releaseWithCommand(canvas) {
    const down = new Map();
    canvas.addEventListener("keydown", ({ code, key }) => down.set(code, key));
    canvas.addEventListener("blur", () => down.clear());
    canvas.addEventListener("keyup", (event) => {
        down.delete(event.code);
        if (event.key === "Meta") {
            const left = [...down];
            down.clear();
            left.forEach(([code, key]) => canvas.dispatchEvent(new KeyboardEvent("keyup", { code, key })));
        }
    });
}

/** Keeps the browser's own meaning of keys away from a game, but for those with Ctrl, Alt or Meta and function keys. */
export function tidyKeys(canvas) {
    // F11 is the game's own full screen: with the browser's as well there would be two.
    // Once the page has failed Tab leads on to the button beside the line.
    const browsers = (event) => document.body.dataset.failed || event.ctrlKey || event.altKey || event.metaKey ||
        /^F(?!11$)\d+$/.test(event.key);
    canvas.addEventListener("keydown", (event) => browsers(event) || event.preventDefault());
    releaseWithCommand(canvas);
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    // A file that is dropped on the page would be shown in place of the game.
    for (const kind of ["dragover", "drop"]) {
        globalThis.addEventListener(kind, (event) => event.preventDefault());
    }
    // A click anywhere on the page gives the keyboard to the game.
    globalThis.addEventListener("pointerdown", () => canvas.focus());
}

/** What fills the screen; nothing if nothing does. Safari before 16.4 has a name of its own for it. */
const filling = () => document.fullscreenElement ?? document.webkitFullscreenElement;

/** Gives the screen back, if the game fills it. */
export function leaveFullScreen() {
    if (filling()) {
        (document.exitFullscreen ?? document.webkitExitFullscreen).call(document)?.catch(() => {});
    }
}

/**
 * Follows whether the page fills the screen, which the browser's own keys end and which a page may not begin by itself.
 * `warnings` gets a line for the player where it never may.
 *
 * @returns fullScreen(): whether it does, if that was not told yet, and undefined if it was.
 */
export function watchFullScreen(canvas, warnings) {
    let news = false;
    if (!canvas.requestFullscreen && !canvas.webkitRequestFullscreen) {
        // An iPhone fills its screen with films alone. What asks for it for the game (winit) calls these without asking
        // whether there are any, and the game would end.
        canvas.requestFullscreen = () => {
            news = false;
            warnings.push("This browser does not let a page fill the screen.");
            return Promise.reject(new TypeError("no full screen"));
        };
        document.exitFullscreen = () => Promise.resolve();
    } else if (canvas.requestFullscreen) {
        // Firefox from 151 on and Safari from 26.4 on leave Esc to the game by an option, which the others pass over:
        // https://fullscreen.spec.whatwg.org/#keyboard-locking. One that knows it and may not do so refuses both: then
        // the screen is filled without it.
        const { requestFullscreen } = canvas;
        canvas.requestFullscreen = () =>
            requestFullscreen.call(canvas, { keyboardLock: "browser" }).catch(() => requestFullscreen.call(canvas));
    }
    const look = () => {
        news = Boolean(filling());
        if (news) {
            // The same in Chromium. Else Esc would leave the full screen in place of pausing; held down, it still does.
            navigator.keyboard?.lock?.(["Escape"])?.catch(() => {});
        }
    };
    for (const kind of ["fullscreenchange", "fullscreenerror", "webkitfullscreenchange", "webkitfullscreenerror"]) {
        document.addEventListener(kind, look);
    }
    return {
        fullScreen() {
            const told = news;
            news = undefined;
            return told;
        },
    };
}

/**
 * Asks the browser what the keys type. Only Chromium tells; elsewhere the game learns it as they are pressed.
 *
 * @returns keyLabels(): a line for each key, as "KeyZ y", if that was not told yet, and undefined if it was.
 */
export function readKeyLabels() {
    let news;
    navigator.keyboard?.getLayoutMap?.().then((keys) => {
        news = [...keys].map((pair) => pair.join(" ")).join("\n");
    }).catch(() => {});
    return {
        keyLabels() {
            const told = news;
            news = undefined;
            return told;
        },
    };
}
