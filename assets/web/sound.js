// Sound: browsers let a page sound only after a key or a click, and decode music better than the game could.

import { SilentContext } from "./silent.js";

/** The contexts that the game plays through. */
export const contexts = [];

// Before the game's script looks for it: page.js imports this file first.
const Original = globalThis.AudioContext ?? SilentContext;
globalThis.AudioContext = class extends Original {
    constructor(options) {
        super(options);
        contexts.push(this);
    }
};

/** Whether the browser can sound at all. */
export const hasSound = Original !== SilentContext;

/** Lets the game's sound begin with the first key or click, and rest while nobody sees the page. */
export function listenForSound() {
    const wake = () => {
        if (!document.hidden) {
            // iOS has a state of its own for a telephone call.
            contexts.filter(({ state }) => state !== "running" && state !== "closed").forEach((context) => context.resume());
        }
    };
    for (const kind of ["keydown", "pointerdown", "touchend"]) {
        globalThis.addEventListener(kind, wake, { capture: true, passive: true });
    }
    document.addEventListener("visibilitychange", () => {
        document.hidden ? contexts.forEach((context) => context.suspend()) : wake();
    });
}

/** Milliseconds before music is fetched again that did not come. */
const AGAIN = 10_000;

/** The bytes of a file, fetched until it comes or `isWanted` says no. `tell` hears of what goes wrong at first. */
async function fetchMusic(file, isWanted, tell) {
    for (let told = false; isWanted(); told = true) {
        try {
            const response = await fetch("assets/" + file);
            if (!response.ok) {
                throw new Error(`the server says ${response.status}`);
            }
            return await response.arrayBuffer();
        } catch (error) {
            told || tell(`The music did not come, and is fetched again until it does: ${error.message}`);
            await new Promise((resolve) => setTimeout(resolve, AGAIN));
        }
    }
    return undefined;
}

/**
 * Decodes music, one file at a time, by the browser's own decoder. `warnings` gets lines for the player.
 *
 * @returns decode(file): begins; decoded(file): `undefined` until it is there, then once an object with `rate` and the
 * samples of `left` and `right`, or an exception that says why there is none; forgetDecoded(file): nobody will ask for
 * it, since its samples would be held for ever, 40 MB of them.
 */
export function decodeMusic(warnings) {
    const files = new Map();
    let last = Promise.resolve();
    const come = (file, found) => {
        // What was forgotten on the way is not wanted any more.
        if (files.has(file)) {
            files.set(file, found);
        }
    };
    return {
        forgetDecoded(file) {
            files.delete(file);
        },
        decode(file) {
            files.set(file, undefined);
            last = last.then(async () => {
                try {
                    const bytes = await fetchMusic(file, () => files.has(file), (line) => warnings.push(line));
                    if (!bytes) {
                        return;
                    }
                    // As the files were rendered: no other rate, or the loop's samples would be other ones.
                    const context = new OfflineAudioContext(2, 1, 44100);
                    const sound = await context.decodeAudioData(bytes);
                    const channel = (number) => sound.getChannelData(Math.min(number, sound.numberOfChannels - 1));
                    come(file, { rate: sound.sampleRate, left: channel(0), right: channel(1) });
                } catch (error) {
                    const line = `${file}: ${error?.message ?? error}`;
                    warnings.push(`The music cannot be played: ${line}`);
                    come(file, { error: line });
                }
            });
        },
        decoded(file) {
            const found = files.get(file);
            if (!found) {
                return undefined;
            }
            files.delete(file);
            if (found.error) {
                throw found.error;
            }
            return found;
        },
    };
}
