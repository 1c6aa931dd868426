// The clipboard: what the game copies, and what the user pastes.

/** How many characters the player is shown of a text that cannot be copied. */
const SHOWN = 200;

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

/** Whether a button of any gamepad is down. */
const isPadDown = () =>
    [...navigator.getGamepads?.() ?? []].some((pad) => pad?.buttons.some(({ pressed }) => pressed));

/**
 * Has the player paste by a button and a field of the page's own; `offer` takes the text. Safari lets a page read the
 * clipboard within the player's own event, as that of the button, and the game asks in a frame after it. Where it may
 * never be read, as over http, a finger that rests on the field, or a key, pastes. No gamepad can, so that any press of
 * one leads back to the game.
 */
function openField(canvas, offer) {
    const dialog = document.getElementById("paste");
    const [field, button] = dialog.querySelectorAll("textarea, button");
    const end = () => {
        dialog.close();
        canvas.focus();
    };
    // The document hears of it as well, and offers what was pasted.
    field.onpaste = end;
    button.onclick = async () => {
        const text = field.value || await navigator.clipboard?.readText?.().catch(() => "");
        if (!text) {
            return field.focus();
        }
        offer(text);
        end();
    };
    field.value = "";
    dialog.open || dialog.showModal();
    // The button that asked is down at first. One that is let go is no press for the game that has the focus again.
    let [isFree, isPressed] = [false, false];
    const look = () => {
        const isDown = isPadDown();
        if (!dialog.open || (isPressed && !isDown)) {
            return dialog.open && end();
        }
        isFree ||= !isDown;
        isPressed = isFree && isDown;
        requestAnimationFrame(look);
    };
    look();
}

/**
 * Listens for pasted text. `warnings` gets a line for the player where the browser does not let a text be copied or
 * read.
 *
 * @returns copy(text): puts a text into the clipboard, and says whether it does, as far as that is known at once;
 * copyLink(parts): the same for a link to this page that opens what its parts say, `name=value` on each line;
 * askToPaste(): asks the browser for the text there, and the player where it refuses; pasted(): what was found, or what
 * the user has just pasted, if this was not asked since.
 */
export function openClipboard(canvas, warnings) {
    let last;
    const offer = (text) => {
        last = text;
        // What nothing takes is forgotten, so that no button pastes it later in place of what is there then.
        setTimeout(() => {
            last = last === text ? undefined : last;
        }, 1000);
    };
    // The browser tells what is pasted right after the key, before the game's next frame.
    document.addEventListener("paste", (event) => offer(event.clipboardData?.getData("text/plain") || undefined));
    /** What the browser has not let the page copy, until it is tried again. */
    let refused;
    const copyOtherwise = (text) => {
        const copied = copySelected(text, canvas);
        if (!copied) {
            refused = text;
            const shown = text.length > SHOWN ? text.slice(0, SHOWN) + "…" : text;
            warnings.push("This browser does not let the page copy yet: press a key or click, and it is tried again. " +
                `What was to be copied: ${shown}`);
        }
        return copied;
    };
    // Safari lets a page copy within the player's own event, and the game copies in a frame after it.
    const copyAgain = async ({ isTrusted, type, key }) => {
        const text = refused;
        if (text === undefined || !isTrusted) {
            return;
        }
        // Not every key counts for each browser, as Esc: the text waits for one that does.
        const counts = type !== "keyup" && key !== "Escape" && navigator.userActivation?.isActive;
        const writes = navigator.clipboard?.writeText;
        let copied = Boolean(writes) && await navigator.clipboard.writeText(text).then(() => true, () => false);
        // Another event of the same key may have copied it, or another text have come.
        if (refused !== text) {
            return;
        }
        // Where even an event that counts is refused, as by the policy of a frame, any later one would be. The other
        // way to copy takes the focus from the game, and is tried once.
        const isLast = !writes || counts;
        copied ||= isLast && copySelected(text, canvas);
        if (copied || isLast) {
            refused = undefined;
            copied && warnings.push("It is copied now.");
        }
    };
    for (const kind of ["keydown", "keyup", "pointerup", "click"]) {
        globalThis.addEventListener(kind, copyAgain, { capture: true });
    }
    const copy = (text) => {
        refused = undefined;
        if (!navigator.clipboard?.writeText) {
            return copyOtherwise(text);
        }
        // Whether the browser lets it is known only later.
        navigator.clipboard.writeText(text).catch(() => copyOtherwise(text));
        return true;
    };
    return {
        copy,
        copyLink(parts) {
            const pairs = parts.split("\n").map((part) => {
                const at = part.indexOf("=");
                return [part.slice(0, at), part.slice(at + 1)];
            });
            return copy(`${location.origin}${location.pathname}#${new URLSearchParams(pairs)}`);
        },
        async askToPaste() {
            try {
                const text = await navigator.clipboard.readText();
                if (text) {
                    offer(text);
                } else {
                    warnings.push("There is no text in the clipboard.");
                }
            } catch {
                openField(canvas, offer);
            }
        },
        pasted() {
            const text = last;
            last = undefined;
            return text;
        },
    };
}
