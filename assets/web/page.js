// The page: loads the game, brings what a browser has in place of disk and threads, and says what goes wrong in a line.
//
// The game calls `korobkaHost` (src/doors/browser.rs and browser_bot.rs say what each function must do).
import { contexts, decodeMusic, hasSound, listenForSound, silence } from "./sound.js";
import { openBots } from "./bots.js";
import { openClipboard } from "./clipboard.js";
import { unpack } from "./archive.js";
import { keepAwake } from "./awake.js";
import { watchFrames, watchLeaving } from "./frames.js";
import { openStorage } from "./storage.js";
import { openWorkers } from "./workers.js";
import { leaveFullScreen, readKeyLabels, tidyKeys, watchFullScreen } from "./keys.js";

const byId = (id) => document.getElementById(id);

/** Shows a line in place of the game: something that the page cannot go on without is missing. */
function fail(line) {
    showFailure(line);
    // Else the music would go on, and the game itself where the graphics alone are gone.
    silence();
    // A canvas that fills the screen would hide the line.
    leaveFullScreen();
}

/** What has become of the player's files, as the lines about a game that has ended say it. */
let kept = () => "Load the page again.";

/** Has the game pause its match and write what is not written yet, once it is there. */
let rest = () => {};

/** Why the game cannot be loaded, where that is known better than an error says. */
let reason;

/** What the game has said in this frame, for who hears the page. */
const said = [];

/** The most bytes of a file that the player opens: the page has them twice for a moment. */
const MOST_BYTES = 64e6;

/**
 * Asks the player for a file, which `take` gets. Safari takes a click in a frame after the player's own event for
 * nobody's, and shows the picker itself for some seconds after it.
 */
function askForFile(take, warnings) {
    const input = document.createElement("input");
    input.type = "file";
    // Safari on a telephone tells nothing of a choice in an element that the page does not hold.
    input.hidden = true;
    document.body.append(input);
    input.oncancel = () => input.remove();
    input.onchange = () => {
        input.remove();
        take(input.files[0]);
    };
    try {
        input.showPicker ? input.showPicker() : input.click();
    } catch {
        input.remove();
        warnings.push("This browser lets a file be chosen only right after a key, a click or a tap.");
    }
}

/** A file of this version of the page, which all lie in one folder. */
const part = (name) => new URL(name, import.meta.url);

/** A file as the host answers, or as the browser has kept it, by the kind of `cache`. */
async function fetchPart(name, cache) {
    const response = await fetch(part(name), { cache });
    if (!response.ok) {
        throw new Error(`${name}: the server says ${response.status}`);
    }
    return response;
}

/**
 * The bytes of a file, counted as they come: the host may have packed them for the way. A file of another length than
 * `sizes` say, which may still be on their way themselves, is an error. `tellRest` says that nothing comes.
 */
async function fetchCounted(name, type, sizes, count, cache, tellRest = () => tellStalled()) {
    let stalled = setTimeout(tellRest, STALLED);
    const response = await fetchPart(name, cache).catch((error) => {
        clearTimeout(stalled);
        throw error;
    });
    let came = 0;
    const counted = new TransformStream({
        transform(chunk, controller) {
            clearTimeout(stalled);
            stalled = setTimeout(tellRest, STALLED);
            came += chunk.byteLength;
            count(chunk.byteLength);
            controller.enqueue(chunk);
        },
        async flush(controller) {
            const { [name]: size } = await sizes;
            if (came !== size) {
                // Whoever reads the bytes says no more than that it could not.
                reason ??= `${name} has ${came} bytes where it should have ${size}`;
                controller.error(new Error(reason));
            }
        },
    });
    // A stream that breaks is an error for whoever reads it. However it ends, nothing more is waited for.
    response.body.pipeTo(counted.writable).catch(() => {}).then(() => clearTimeout(stalled));
    return new Response(counted.readable, { headers: { "content-type": type } });
}

/** Whether the browser can draw the game. */
function hasWebgl2() {
    return document.createElement("canvas").getContext("webgl2") !== null;
}

/** What the link asks for, as names and values. */
let asked = [location.search, location.hash.slice(1)].flatMap((text) => [...new URLSearchParams(text)]);

/** Loads the page again by the link that stands behind its address now. Once the game is there, it keeps all first. */
let followLink = () => location.reload();

// A link that is opened in the same tab changes what stands behind the address alone, while the page still loads too.
globalThis.addEventListener("hashchange", () => followLink());

/** Whether a part of the link leads to a room, or to the page of rooms. */
const isOnline = ([name]) => ["room", "watch", "online"].includes(name);

/** The program: the one with a network where the link leads to a room. */
let program = asked.some(isOnline) ? "korobka-online" : "korobka";

/**
 * Imports the program. The one with a network is not kept: where it does not come, the other one does, and the link
 * leads nowhere any more. `warnings` gets a line about that.
 */
async function importProgram(warnings) {
    try {
        return await import(`./${program}.js`);
    } catch (error) {
        if (!asked.some(isOnline)) {
            throw error;
        }
        warnings.push("The part that plays with somebody could not be loaded: is there a network?");
        asked = asked.filter((pair) => !isOnline(pair));
        history.replaceState(null, "", location.pathname);
        program = "korobka";
        return import(`./${program}.js`);
    }
}

/**
 * Has the browser keep the page, which needs no network then from the second visit on. One that refuses plays all the
 * same: in a frame that is shut off from its host even to look whether it can is an exception.
 */
async function keepPage() {
    await navigator.serviceWorker?.register("service.js");
}

async function load() {
    if (document.body.dataset.failed) {
        // The page has said already what this browser lacks.
        return;
    }
    if (!hasWebgl2()) {
        return fail("This browser has no WebGL2, with which the game is drawn. Another browser, or graphics allowed " +
            "in its settings, will do.");
    }
    // The program's megabytes do not wait for their number, which a host far away takes some time to tell.
    let known;
    const sizes = fetchPart("sizes.json").then(async (response) => (known = await response.json()));
    sizes.catch(() => {});
    const early = [];
    const { default: start, put_file, run } = await importProgram(early).catch(() => {
        failParts("A part of the page could not be loaded. Load it again, or come back later.");
        return {};
    });
    clearTimeout(scriptsStalled);
    if (!start) {
        return;
    }
    const module = `${program}_bg.wasm`;
    const generations = "generations.tar";
    // A link may ask for any generation: then all of them are waited for.
    const linked = asked.length > 0;
    let loaded = 0;
    const count = (bytes) => {
        loaded += bytes;
        if (!known || renewing) {
            return;
        }
        const all = known["assets.tar"] + known[module] + (linked ? known[generations] : 0);
        byId("progress").value = loaded / all;
        tellLoading(`Loading: ${(loaded / 1e6).toFixed(1)} of ${(all / 1e6).toFixed(1)} MB`);
    };
    const [storage, assets, exports] = await Promise.all([
        openStorage(),
        fetchCounted("assets.tar", "application/x-tar", sizes, count)
            .then((response) => response.arrayBuffer()),
        start({
            module_or_path: fetchCounted(module, "application/wasm", sizes, count),
        }),
        sizes,
    ]);
    storage.warnings.push(...early);
    kept = () => storage.keeps() ? "Your settings and records are kept; load the page again." : "Load the page again.";
    const bring = (tar) => {
        for (const [name, bytes] of unpack(new Uint8Array(tar))) {
            put_file("/" + name, bytes);
        }
    };
    bring(assets);
    let arrived = false;
    let isRestTold = false;
    /** Says once that what comes behind the menu rests: nothing else there shows it. */
    const tellRest = () => {
        isRestTold || storage.warnings.push("Only the ladder's first players are here yet: is there a network?");
        isRestTold = true;
    };
    /** Brings the generations that the ladder's first rungs do not play. */
    const bringGenerations = async (cache) => {
        const counted = linked && !cache ? count : () => {};
        try {
            const tells = linked ? undefined : tellRest;
            const response = await fetchCounted(generations, "application/x-tar", sizes, counted, cache, tells);
            bring(await response.arrayBuffer());
            arrived = true;
        } catch (error) {
            if (!cache) {
                // What the browser has kept may be what is broken.
                reason = undefined;
                return bringGenerations("reload");
            }
            storage.warnings.push(`Only the ladder's first players are here: ${error.message}. Load the page again.`);
        }
    };
    if (!hasSound) {
        storage.warnings.push("There is no sound in this browser.");
    }
    for (const [path, bytes] of storage.files) {
        put_file(path, bytes);
    }
    if (linked) {
        await bringGenerations();
    }
    tellLoading("Starting");
    const { frames, schedules, mark, catchUp } = watchFrames();
    // On the page of rooms, waiting for another match at the results of one, or in a match that may rest for both: when
    // the other goes on with it, this page is to rest it again, or the other would wait for keys in vain.
    const isInRoom = () => {
        const { screen, overlay } = document.body.dataset;
        return screen === "Online" ||
            (screen === "Play" && (overlay === "Results" || (overlay !== "None" && program === "korobka-online")));
    };
    const { leave, left, isClosing } = watchLeaving(catchUp, isInRoom);
    rest = leave;
    followLink = () => {
        leave();
        storage.saved().then(() => location.reload());
    };
    /** Where the files lie in the game's memory that the player has opened and the game has not taken yet. */
    const opened = [];
    let openings = 0;
    const open = async (file) => {
        try {
            if (file.size > MOST_BYTES) {
                throw new Error(`it has more than ${MOST_BYTES / 1e6} MB`);
            }
            // Of files of the same name, opened at once, each has its own place.
            openings += 1;
            const path = `/opened/${openings}/${file.name}`;
            put_file(path, new Uint8Array(await file.arrayBuffer()));
            opened.push(path);
        } catch (error) {
            storage.warnings.push(`${file.name} cannot be opened: ${error.message}`);
        }
    };
    globalThis.addEventListener("drop", ({ dataTransfer }) => [...dataTransfer?.files ?? []].forEach(open));
    let runs = false;
    globalThis.korobkaHost = {
        keep: storage.keep,
        isSecond: () => storage.isSecond,
        mark,
        ...openWorkers(catchUp, storage.warnings),
        ...openBots(),
        ...decodeMusic(storage.warnings),
        ...openClipboard(byId("game"), storage.warnings),
        ...watchFullScreen(byId("game"), storage.warnings),
        ...readKeyLabels(),
        /** The game shows this screen now, and this over it. */
        screen(name, overlay) {
            if (!document.body.dataset.screen) {
                byId("loading").className = "over";
                // A failure that comes later is a first one again.
                history.replaceState(null, "");
                byId("game").focus();
                performance.mark("menu");
                linked || bringGenerations();
                keepPage().catch(() => {});
            }
            if (document.hidden && name === "Play" && overlay === "None") {
                // A match has begun that nobody sees: it rests, once this frame is over. A timer could take a minute.
                queueMicrotask(leave);
            }
            document.body.dataset.screen = name;
            document.body.dataset.overlay = overlay;
        },
        /** Whether a match or a replay goes on now. */
        runs(now) {
            runs = now;
        },
        /** A screen reader reads this aloud, in one go with what else is said in this frame. */
        say(text) {
            if (said.push(text) === 1) {
                queueMicrotask(() => {
                    byId("spoken").textContent = said.splice(0).join(". ");
                });
            }
        },
        /** A piece has been moved aside for the first time, whoever moved it. */
        moved: () => performance.mark("moved"),
        /** A match of a given length is over: its ticks and the hash of its state. */
        ended(ticks, hash) {
            document.body.dataset.ended = `${ticks} ${hash}`;
        },
        left,
        isClosing,
        /** Loads the page again with the program that has a network, at its page of rooms, once this frame is over. */
        goOnline: () => setTimeout(() => {
            location.hash = "online=";
        }),
        /** Gives the player all own files as one to download. */
        download: () => storage.download(),
        /** Asks the player for such a file, takes its files in, and loads the page again with them. */
        takeIn: () => askForFile(
            (file) => storage.takeIn(file).then((taken) => taken && location.reload()), storage.warnings),
        /** Asks the player for a file that the game is to open, as those that are dropped on the page. */
        openFile: () => askForFile(open, storage.warnings),
        /** Where the next of them lies in the game's memory. */
        opened: () => opened.shift(),
        /** Gives the player a file to download. */
        downloadFile: (name, bytes) => storage.give(name, () => [bytes]),
        /** Whether more files have come since this was last asked. */
        arrived() {
            const came = arrived;
            arrived = false;
            return came;
        },
        reducedMotion: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
        /** Lines that the storage or the worker have for the player, one at a time. */
        warning: () => storage.warnings.shift(),
    };
    keepAwake(() => !document.body.dataset.failed && (runs || globalThis.korobkaHost.trains()));
    // What a test and the figures of docs/lab/performance.md read.
    globalThis.korobka = {
        frames, schedules, saved: storage.saved, search: globalThis.korobkaHost.searched, contexts,
        part: (name) => part(name).href,
        /** Bytes of the game's own memory, which never shrinks. */
        memory: () => exports.memory.buffer.byteLength,
    };
    run(asked.map((pair) => pair.join("=")).join("\n"));
}

globalThis.addEventListener("error", ({ error, filename }) => {
    // The game's own panics come by here; what it had said is on the console. Any other exception that has gone through
    // it leaves it as broken, as when the browser has no memory for a file: on that way nothing is put in order again.
    const isOthers = filename && !filename.startsWith("wasm:") && !isOurs(filename);
    if (error instanceof WebAssembly.RuntimeError || (!isOthers && /wasm-function/.test(error?.stack))) {
        fail(`The game has stopped because of a fault of its own. ${kept()}`);
    }
});
byId("game").addEventListener("webglcontextlost", () => {
    fail(`The browser has taken the graphics away. ${kept()}`);
    try {
        // The game goes on without them: its match must not be lost before the page is loaded again.
        rest();
    } catch {
        // What it could not paint is no mistake of its own.
    }
});
listenForSound();
tidyKeys(byId("game"));
load().catch((error) => {
    // A mistake of the game's own is in no part that came broken.
    const end = error instanceof WebAssembly.RuntimeError ? fail : failParts;
    end(`The game could not be loaded: ${reason ?? error.message ?? error}. Load the page again.`);
});
