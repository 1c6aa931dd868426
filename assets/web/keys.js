// Keys belong to the game while it has the focus: none of them scrolls or leaves the page.

/** Keeps the browser's own meaning of keys away, but for those with Ctrl, Alt or Meta and the function keys. */
export function tidyKeys(canvas) {
    const ours = (event) => !event.ctrlKey && !event.altKey && !event.metaKey && !/^F\d+$/.test(event.key);
    canvas.addEventListener("keydown", (event) => ours(event) && event.preventDefault());
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    // A click anywhere on the page gives the keyboard to the game.
    globalThis.addEventListener("pointerdown", () => canvas.focus());
}
