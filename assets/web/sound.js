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

let isSilenced = false;

/** Ends all sound for good. */
export function silence() {
    isSilenced = true;
    contexts.forEach((context) => context.suspend());
}

/** Lets the game's sound begin with the first key or click, and rest while nobody sees the page. */
export function listenForSound() {
    const wake = () => {
        if (!document.hidden && !isSilenced) {
            // iOS has a state of its own for a telephone call.
            const resting = contexts.filter(({ state }) => state !== "running" && state !== "closed");
            // Where it is too soon for sound some browsers wait and others refuse: the next key or click asks again.
            resting.forEach((context) => context.resume().catch(() => {}));
        }
    };
    for (const kind of ["keydown", "pointerdown", "touchend"]) {
        globalThis.addEventListener(kind, wake, { capture: true, passive: true });
    }
    // A button of a gamepad, which is no such event, counts for some browsers too.
    setInterval(() => navigator.userActivation?.hasBeenActive && wake(), 1000);
    document.addEventListener("visibilitychange", () => {
        // On an iPhone a context that has rested may say that it runs, and be silent, unless it is suspended once more
        // when the page is seen again: https://bugs.webkit.org/show_bug.cgi?id=263627.
        Promise.allSettled(contexts.map((context) => context.suspend())).then(wake);
    });
}

/** Milliseconds before music is fetched again that did not come. */
const AGAIN = 10_000;

/** The bytes of a file, fetched until it comes or `signal` ends that. `tell` hears of what goes wrong at first. */
async function fetchMusic(file, signal, tell) {
    for (let told = false; !signal.aborted; told = true) {
        try {
            const response = await fetch("assets/" + file, { signal });
            if (!response.ok) {
                throw new Error(`the server says ${response.status}`);
            }
            return await response.arrayBuffer();
        } catch (error) {
            if (signal.aborted) {
                break;
            }
            told || tell(`The music did not come, and is fetched again until it does: ${error.message}`);
            await new Promise((resolve) => {
                setTimeout(resolve, AGAIN);
                signal.addEventListener("abort", resolve);
            });
        }
    }
    return undefined;
}

/**
 * Decodes music, one file at a time, by the browser's own decoder. `warnings` gets lines for the player.
 *
 * @returns decode(file): begins; decoded(file): `undefined` until it is there, then once an object with `rate` and the
 * samples of `left` and `right`, or an exception that says why there is none; forgetDecoded(file): nobody will ask for
 * it, since its samples would be held for ever, 40 MB of them, and a host that stalls would hold up the next file.
 */
export function decodeMusic(warnings) {
    /** What ends each file's way here, and what has come of it. */
    const files = new Map();
    let last = Promise.resolve();
    /** Whether the latest file could not be decoded: where Safari reads no Ogg, that is told once for all tempi. */
    let isTold = false;
    return {
        forgetDecoded(file) {
            files.get(file)?.ending.abort();
            files.delete(file);
        },
        decode(file) {
            const ending = new AbortController();
            const entry = { ending, found: undefined };
            files.set(file, entry);
            last = last.then(async () => {
                try {
                    const bytes = await fetchMusic(file, ending.signal, (line) => warnings.push(line));
                    if (!bytes) {
                        return;
                    }
                    // As the files were rendered: no other rate, or the loop's samples would be other ones.
                    const context = new OfflineAudioContext(2, 1, 44100);
                    const sound = await context.decodeAudioData(bytes);
                    const channel = (number) => sound.getChannelData(Math.min(number, sound.numberOfChannels - 1));
                    isTold = false;
                    entry.found = { rate: sound.sampleRate, left: channel(0), right: channel(1) };
                } catch (error) {
                    const line = `${file}: ${error?.message ?? error}`;
                    isTold || warnings.push(`The music cannot be played: ${line}`);
                    isTold = true;
                    entry.found = { error: line };
                }
            });
        },
        decoded(file) {
            const found = files.get(file)?.found;
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
