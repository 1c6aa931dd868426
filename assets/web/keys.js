// Keys belong to the game while it has the focus: none of them scrolls or leaves the page.

/** Keeps the browser's own meaning of keys away, but for those with Ctrl, Alt or Meta and the function keys. */
export function tidyKeys(canvas) {
    // F11 is the game's own full screen: with the browser's as well there would be two.
    const browsers = (event) => event.ctrlKey || event.altKey || event.metaKey || /^F(?!11$)\d+$/.test(event.key);
    canvas.addEventListener("keydown", (event) => browsers(event) || event.preventDefault());
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    // A click anywhere on the page gives the keyboard to the game.
    globalThis.addEventListener("pointerdown", () => canvas.focus());
}

/**
 * Follows whether the page fills the screen, which the browser's own keys end and which a page may not begin by itself.
 *
 * @returns fullScreen(): whether it does, if that was not told yet, and undefined if it was.
 */
export function watchFullScreen() {
    let news = false;
    const look = () => {
        news = Boolean(document.fullscreenElement);
    };
    document.addEventListener("fullscreenchange", look);
    document.addEventListener("fullscreenerror", look);
    return {
        fullScreen() {
            const told = news;
            news = undefined;
            return told;
        },
    };
}
