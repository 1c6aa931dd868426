// The clipboard: what the game copies, and what the user pastes.

/** Copies by selecting a text, where a page may not write to the clipboard: over http, or in an old browser. */
function copySelected(text, canvas) {
    const area = document.body.appendChild(document.createElement("textarea"));
    area.value = text;
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    canvas.focus();
    return copied;
}

/**
 * Listens for pasted text. `warnings` gets a line for the player where the browser does not let a text be copied.
 *
 * @returns copy(text): puts a text into the clipboard; copyLink(name, value): puts a link to this page there that opens
 * what it holds; pasted(): what the user has pasted since this was last asked.
 */
export function openClipboard(canvas, warnings) {
    let last;
    // The browser tells what is pasted right after the key, before the game's next frame.
    document.addEventListener("paste", (event) => {
        last = event.clipboardData?.getData("text/plain") || undefined;
    });
    const copy = async (text) => {
        try {
            await navigator.clipboard.writeText(text);
        } catch {
            if (!copySelected(text, canvas)) {
                warnings.push(`This browser does not let the page copy. What was to be copied: ${text.slice(0, 200)}`);
            }
        }
    };
    return {
        copy,
        copyLink: (name, value) =>
            copy(`${location.origin}${location.pathname}#${new URLSearchParams({ [name]: value })}`),
        pasted() {
            const text = last;
            last = undefined;
            return text;
        },
    };
}
