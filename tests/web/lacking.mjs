// Browsers that lack something: the page says so in one line, and what still works works.
import { setTimeout as sleep } from "node:timers/promises";
import { serve } from "../../.ci/web-serve.mjs";

/** What is taken away before the page begins, and the line that the page says. */
const LACKING = [
    ["no storage", "delete globalThis.indexedDB; Object.defineProperty(globalThis, 'indexedDB', { value: undefined });",
        "Nothing can be kept in this browser: it has no database"],
    ["no workers", "globalThis.Worker = undefined;", "This browser has no workers"],
    // As a policy that forbids them does in Safari, and in Chromium.
    ["forbidden workers", `globalThis.Worker = class {
        constructor() {
            throw new DOMException("no", "SecurityError");
        }
    };`, "This browser lets the page have no workers"],
    ["broken workers", `globalThis.Worker = class {
        constructor() {
            setTimeout(() => this.onerror(new Event("error")));
        }
        postMessage() {}
        terminate() {}
    };`, "No worker could be loaded"],
    ["no sound", "globalThis.AudioContext = globalThis.webkitAudioContext = undefined;", "There is no sound"],
];

/** Takes WebGL2 away. */
const NO_GRAPHICS = `
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
        return kind === "webgl2" ? null : getContext.call(this, kind, ...more);
    };`;

/** Browsers that are too old in one thing each: Chromium before 96 has vectors without references, whose type is this
 * byte, and Firefox before 102 has no such streams. */
const TOO_OLD = [
    `const { validate } = WebAssembly;
    WebAssembly.validate = (bytes) => !bytes.includes(0x6f) && validate(bytes);`,
    "globalThis.TransformStream = undefined;",
];

/** Has the page note in `told` what it says to the player. */
export const LISTENING = `
    globalThis.told = [];
    let host;
    Object.defineProperty(globalThis, "korobkaHost", {
        get: () => host,
        set(value) {
            const { warning } = value;
            host = { ...value, warning: () => { const line = warning(); line && told.push(line); return line; } };
        },
    });`;

/** Has the page count in `saidOfRest` how often it says that nothing has come. */
const COUNTING_RESTS = `
    globalThis.saidOfRest = 0;
    new MutationObserver(() => {
        saidOfRest += document.getElementById("told")?.textContent.includes("Nothing has come") ? 1 : 0;
    }).observe(document, { childList: true, subtree: true, characterData: true });`;

/** Opens pages in browsers that lack something. Their lines on the console are known. */
export const lackingBrowser = ({ browser, until, address }) => {
    const devtools = (cmd, params = {}) => browser.send("POST", "/goog/cdp/execute", { cmd, params });
    return {
        devtools,
        /** Opens a page in which a script has run before the page's own. */
        async visitWithout(source, link, act) {
            const { identifier } = await browser.beforeEveryPage(`${LISTENING} ${source}`);
            try {
                await browser.open(new URL(link, address).href);
                await act();
            } finally {
                await devtools("Page.removeScriptToEvaluateOnNewDocument", { identifier });
                await browser.console();
            }
        },
        /** Waits until the page has told the player a line with these words in it; whether it has. */
        says: (words) => until(async () =>
            (await browser.evaluate("return told")).some((line) => line.includes(words))),
        /** Presses a key until it has moved a piece of the game; whether it has. */
        movesPiece: () => until(async () => {
            await browser.press("Left", 120);
            return browser.evaluate("return performance.getEntriesByName('moved').length > 0");
        }),
    };
};

/** The tests of browsers that lack something, with what main.mjs lends them. */
export const lackingTests = (lent) => {
    const { browser, pressFor, picture, check, until, stored, address, folder } = lent;
    const { devtools, visitWithout, says, movesPiece } = lackingBrowser(lent);
    const failed = () => browser.evaluate("return document.body.dataset.failed ?? ''");
    /** Checks that the page comes to say in place of the game that it cannot go on, with these words in it. */
    const checkFails = async (words) => {
        check(await until(failed) && (await failed()).includes(words), `it says ${await failed()}`);
    };

    /** Opens a page of a site of its own, which nobody has visited before, whose `file` comes once `act` lets it. */
    const visitWhileRests = async (file, link, act) => {
        let letCome;
        const rest = new Promise((resolve) => (letCome = resolve));
        const host = await serve(folder, 0, async (name, bytes) => {
            await (name.endsWith(file) && rest);
            return bytes;
        });
        try {
            await visitWithout("", host.address + link, () => act(letCome));
        } finally {
            letCome();
            host.close();
        }
    };

    return {
        async "without storage, workers or sound there is a line, and a match goes on"() {
            for (const [what, source, line] of LACKING) {
                await visitWithout(source, "?mode=versus&opponent=iwumbwe:12&seed=2", async () => {
                    await browser.wait(`a match with ${what}`, "return document.body.dataset.screen === 'Play'");
                    await sleep(4000);
                    await browser.press("Space", 120);
                    check(await says(line), `${what}: it says ${await browser.evaluate("return told")}`);
                    await picture(what.replace(" ", "-"));
                });
                await visitWithout(source, "?mode=zen", async () => {
                    check(await movesPiece(), `${what}: a key moves a piece`);
                    if (what === "no sound") {
                        const played = () => browser.evaluate("return korobka.contexts[0].sources > 50");
                        check(await until(played), "what nobody hears goes on");
                    }
                });
            }
        },

        async "a worker that ends without a word or by a mistake is a line, and another one answers what it owes"() {
            const source = `
                const Original = globalThis.Worker;
                globalThis.begun = [];
                globalThis.Worker = class extends Original {
                    constructor(...asked) {
                        super(...asked);
                        begun.push(this);
                    }
                };`;
            const ends = [
                "begun.at(-1).terminate()",
                "begun.at(-1).onmessage({ data: { number: -1, error: 'unreachable', isOver: true } })",
            ];
            await visitWithout(source, "?mode=watch&left=champion:8&right=champion:8&seed=3", async () => {
                const searched = () => browser.evaluate("return globalThis.korobka?.search.length ?? 0");
                for (const [at, end] of ends.entries()) {
                    const before = await searched();
                    check(await until(async () => (await searched()) > before), `worker ${at} answers`);
                    await browser.evaluate(`${end}; return 0;`);
                    const isNext = () => browser.evaluate(`return begun.length === ${at + 2}`);
                    check(await until(isNext), `there is another worker after ${end}`);
                }
                const before = await searched();
                check(await until(async () => (await searched()) > before), "the last worker answers");
                const said = () => browser.evaluate(
                    "return told.filter((told) => told.includes('being started again')).length");
                check(await until(async () => (await said()) === ends.length), `it says so ${await said()} times`);
            });
        },

        async "of a worker whose download rests the page says so once, and it answers when it has come"() {
            const link = "?mode=watch&left=champion:8&right=champion:8&seed=3";
            await visitWhileRests("/korobka-worker_bg.wasm", link, async (letCome) => {
                await browser.wait("a match", "return document.body.dataset.screen === 'Play'");
                check(await says("has not come yet"), "it says so");
                letCome();
                check(await until(() => browser.evaluate("return korobka.search.length > 0")), "a worker answers");
                const said = await browser.evaluate(
                    "return told.filter((line) => line.includes('has not come yet')).length");
                check(said === 1, `it says so ${said} times`);
            });
        },

        async "of players who rest on their way behind the menu the page says so once, and has them later"() {
            await visitWhileRests("/generations.tar", "", async (letCome) => {
                await browser.wait("a screen", "return document.body.dataset.screen");
                const line = "Only the ladder's first players are here yet";
                check(await says(line), "it says so");
                // The game hears once that there are more files.
                await browser.evaluate(`
                    const { arrived } = korobkaHost;
                    globalThis.haveArrived = false;
                    korobkaHost.arrived = () => {
                        const have = arrived();
                        haveArrived ||= have;
                        return have;
                    };
                    return 0;`);
                letCome();
                check(await until(() => browser.evaluate("return haveArrived")), "they come");
                const said = await browser.evaluate(
                    "return told.filter((said) => said.includes(arguments[0])).length", line);
                check(said === 1, `it says so ${said} times`);
            });
        },

        async "an exception that goes through the game is a line in its place"() {
            await visitWithout("", "?mode=zen", async () => {
                await browser.wait("a game", "return document.body.dataset.screen === 'Play'");
                // The game tells the page in each frame how long it took.
                await browser.evaluate("Object.freeze(korobka.schedules); return 0;");
                await checkFails("has stopped");
            });
        },

        async "a browser that lets the page keep nothing for days without a network plays all the same"() {
            // As in a frame that is shut off from its host.
            const source = `
                Object.defineProperty(Navigator.prototype, "serviceWorker", {
                    get() {
                        throw new DOMException("no", "SecurityError");
                    },
                });`;
            await visitWithout(source, "?mode=zen", async () => {
                await browser.wait("a game", "return document.body.dataset.screen === 'Play'");
                check(await movesPiece(), "a key moves a piece");
                check(await failed() === "", `it says ${await failed()}`);
            });
        },

        async "whoever has asked the browser for less motion gets it from the first start on"() {
            // A site of its own, which nobody has visited before.
            const host = await serve(folder);
            try {
                await devtools("Emulation.setEmulatedMedia",
                    { features: [{ name: "prefers-reduced-motion", value: "reduce" }] });
                await visitWithout("", host.address, async () => {
                    await browser.wait("the first start", "return document.body.dataset.screen === 'FirstStart'");
                    const settings = () => stored("/home/config/settings.toml");
                    const isReduced = async () => (await settings())?.includes("reduced_motion = true");
                    check(await until(isReduced), `the settings: ${await settings()}`);
                });
            } finally {
                await devtools("Emulation.setEmulatedMedia", { features: [] });
                host.close();
            }
        },

        async "of music that the browser cannot decode it says so once, not for each file"() {
            const source = `
                BaseAudioContext.prototype.decodeAudioData =
                    () => Promise.reject(new DOMException("Decoding failed", "EncodingError"));`;
            await visitWithout(source, "?mode=zen", async () => {
                await browser.wait("a game", "return document.body.dataset.screen === 'Play'");
                for (const number of [1, 2]) {
                    // Of another name than what the game itself asks for.
                    const file = `"music/korobeiniki-calm.ogg?${number}"`;
                    await browser.evaluate(`korobkaHost.decode(${file}); return 0;`);
                    const isRefused = () => browser.evaluate(
                        `try { korobkaHost.decoded(${file}); return false; } catch { return true; }`);
                    check(await until(isRefused), `file ${number} is refused`);
                }
                check(await says("The music cannot be played"), "it says so");
                await sleep(1000);
                const said = await browser.evaluate("return told.filter((told) => told.includes('music')).length");
                check(said === 1, `it says so ${said} times`);
            });
        },

        async "where nothing can fill the screen there is a line, and the game goes on"() {
            const source = `
                for (const name of ["requestFullscreen", "webkitRequestFullscreen", "webkitRequestFullScreen"]) {
                    delete Element.prototype[name];
                }
                delete Document.prototype.exitFullscreen;`;
            await visitWithout(source, "?mode=zen", async () => {
                await browser.wait("a game", "return document.body.dataset.screen === 'Play'");
                const isSaid = () => browser.evaluate(
                    "return told.some((line) => line.includes('does not let a page fill the screen'))");
                check(await pressFor("F11", isSaid), "it says so");
                check(await movesPiece(), "a key moves a piece");
            });
        },

        async "who fills the screen is asked to leave Esc to the game, and fills it where that is refused too"() {
            for (const refuses of [false, true]) {
                // The page's locks that keep the screen on are kept apart, by another name.
                const source = `
                    const { requestFullscreen } = Element.prototype;
                    globalThis.keyboardLocks = [];
                    Element.prototype.requestFullscreen = function (options) {
                        keyboardLocks.push(options?.keyboardLock ?? "none");
                        return ${refuses} && options?.keyboardLock
                            ? Promise.reject(new DOMException("no such lock", "NotSupportedError"))
                            : requestFullscreen.call(this, options);
                    };`;
                await visitWithout(source, "?mode=zen", async () => {
                    await browser.wait("a game", "return document.body.dataset.screen === 'Play'");
                    const fills = () => browser.evaluate("return document.fullscreenElement !== null");
                    check(await pressFor("F11", fills), `the page fills the screen, refused: ${refuses}`);
                    const locks = await browser.evaluate("return keyboardLocks.join()");
                    check(locks === (refuses ? "browser,none" : "browser"), `asked for with the lock ${locks}`);
                    await sleep(1500);
                    check(await pressFor("F11", async () => !(await fills())), "and gives it back");
                });
            }
        },

        async "without the part that plays with somebody the page of rooms is a line, and the menu is there"() {
            const host = await serve(folder, 0, (name, bytes) => name.includes("korobka-online") ? undefined : bytes);
            try {
                await visitWithout("", `${host.address}#online=`, async () => {
                    await browser.wait("a screen", "return document.body.dataset.screen");
                    check(await says("plays with somebody could not be loaded"), "it says so");
                    check(await browser.evaluate("return location.hash") === "", "loading it again leads to the menu");
                });
            } finally {
                host.close();
            }
        },

        async "a download that broke and comes anew, however slowly, is not said to rest"() {
            // The first one breaks in the middle. The second one has something each second, for longer than the page
            // waits for anything.
            const source = `${COUNTING_RESTS}
                const { fetch } = globalThis;
                globalThis.asked = 0;
                globalThis.fetch = async (file, options) => {
                    const response = await fetch(file, options);
                    if (!String(file).endsWith("/generations.tar")) {
                        return response;
                    }
                    const bytes = new Uint8Array(await response.arrayBuffer());
                    const breaks = asked++ === 0;
                    let at = 0;
                    return new Response(new ReadableStream({
                        async pull(controller) {
                            if (at > 0 && breaks) {
                                return controller.error(new TypeError("network error"));
                            }
                            await new Promise((resolve) => setTimeout(resolve, at === 0 ? 0 : 1000));
                            const next = Math.min(bytes.length, at + Math.ceil(bytes.length / 25));
                            controller.enqueue(bytes.subarray(at, next));
                            at = next;
                            at === bytes.length && controller.close();
                        },
                    }, { highWaterMark: 0 }));
                };`;
            await visitWithout(source, "?mode=zen", async () => {
                await browser.wait("a game", "return document.body.dataset.screen === 'Play'", 90);
                const asked = await browser.evaluate("return asked");
                check(asked === 2, `it comes anew once: it was asked for ${asked} times`);
                check(await browser.evaluate("return saidOfRest === 0"), "nothing is said of a rest");
            });
        },

        async "of a script that rests on its way the page says so, and goes on when it comes"() {
            const host = await serve(folder, 0, async (name, bytes) => {
                await sleep(name.endsWith("/page.js") ? 45_000 : 0);
                return bytes;
            });
            try {
                await visitWithout(COUNTING_RESTS, `${host.address}?mode=zen`, async () => {
                    await browser.wait("a game", "return document.body.dataset.screen === 'Play'", 90);
                    check(await browser.evaluate("return saidOfRest > 0"), "it says so");
                });
            } finally {
                host.close();
            }
        },

        async "what an extension or the host has added to the page may be missing or broken"() {
            // Once the page's own script listens for errors: scripts that nobody sends, elsewhere and beside the page,
            // and exceptions of an extension and of the host's own script.
            const source = `
                document.addEventListener("readystatechange", () => {
                    if (document.readyState === "interactive") {
                        globalThis.missing = 0;
                        for (const src of ["http://127.0.0.1:1/count.js", new URL("count.js", location.href).href]) {
                            const script = document.createElement("script");
                            script.onerror = () => missing += 1;
                            script.src = src;
                            document.body.append(script);
                        }
                        for (const filename of ["chrome-extension://wallet/inpage.js", location.origin + "/count.js"]) {
                            dispatchEvent(new ErrorEvent("error", { error: new TypeError("no"), filename }));
                        }
                    }
                });`;
            await visitWithout(source, "?mode=zen", async () => {
                await browser.wait("a game", "return document.body.dataset.screen === 'Play'");
                check(await until(() => browser.evaluate("return missing === 2")), "the scripts have not come");
                check(await failed() === "", `it says ${await failed()}`);
            });
        },

        async "without graphics there is a line in place of the game"() {
            await visitWithout(NO_GRAPHICS, "", async () => {
                await checkFails("no WebGL2");
            });
            for (const source of TOO_OLD) {
                await visitWithout(source, "", () => checkFails("is too old"));
            }
            // A browser that is older still reads none of the page's own scripts.
            const host = await serve(folder, 0,
                (name, bytes) => name.endsWith("/page.js") ? Buffer.from("old (") : bytes);
            try {
                for (const at of [address, host.address]) {
                    await visitWithout("WebAssembly.validate = () => false;", at, async () => {
                        await checkFails("no vectors");
                        await sleep(5000);
                        const isShown = "return document.getElementById('loading').className === 'failed'";
                        check(await browser.evaluate(isShown), "the line stays");
                    });
                }
            } finally {
                host.close();
            }
            for (const [source, keeps] of [[LACKING[0][1], false], ["", true]]) {
                await visitWithout(source, "?mode=zen", async () => {
                    await browser.wait("a game", "return document.body.dataset.screen === 'Play'");
                    await sleep(1000);
                    await browser.evaluate(`
                        const context = document.getElementById("game").getContext("webgl2");
                        context.getExtension("WEBGL_lose_context").loseContext();`);
                    await checkFails("graphics away");
                    check((await failed()).includes("are kept") === keeps, "and whether what is the player's is kept");
                    const rests = () => browser.evaluate("return document.body.dataset.overlay === 'Pause'");
                    check(await until(rests), "the game that nobody sees rests");
                    await picture("graphics-lost");
                });
            }
        },

        async "on an iPhone's home screen the system's sheet gets a file, since a download takes the page's place"() {
            const source = `
                globalThis.gone = [];
                navigator.standalone = true;
                navigator.canShare = ({ files }) => files.length === 1;
                navigator.share = async ({ files: [{ name, size }] }) => {
                    gone.push(name, size);
                    throw new DOMException("not now", refusal);
                };
                HTMLAnchorElement.prototype.click = () => gone.push("a download");`;
            await visitWithout(source, "?mode=zen", async () => {
                await browser.wait("a game", "return document.body.dataset.screen === 'Play'");
                const give = (name, refusal) => browser.evaluate(`
                    globalThis.refusal = "${refusal}";
                    korobkaHost.downloadFile("${name}", new Uint8Array(5));
                    return gone.splice(0).join(" ");`);
                check((await give("own.svg", "AbortError")) === "own.svg 5", "the sheet gets the file");
                check((await give("own.replay", "NotAllowedError")) === "own.replay 5", "and the next one");
                check(await says("own.replay could not be shared: not now"), "what the browser refuses is a line");
                const told = await browser.evaluate("return told");
                check(!told.some((line) => line.includes("own.svg")), "what the player breaks off is none");
                await browser.evaluate("navigator.canShare = () => false; return 0;");
                check((await give("own.svg", "")) === "a download", "a sheet that takes no files is left out");
            });
        },

        async "in a small or much enlarged window the line in place of the game and its button are reached"() {
            // A telephone on its side whose page is enlarged to twice its size.
            await devtools("Emulation.setDeviceMetricsOverride",
                { width: 360, height: 170, deviceScaleFactor: 1, mobile: false });
            try {
                await visitWithout(NO_GRAPHICS, "", async () => {
                    await checkFails("no WebGL2");
                    const [above, below] = await browser.evaluate(`
                        const all = document.getElementById("loading");
                        const place = (what) => document.querySelector(what).getBoundingClientRect();
                        all.scrollTop = 0;
                        const above = place("h1").top;
                        all.scrollTop = all.scrollHeight;
                        return [above, innerHeight - place("#again").bottom];`);
                    await picture("graphics-missing-small");
                    check(above >= 0, `the first line is there, ${above} points below the upper edge`);
                    check(below >= 0, `so is the button, ${below} points above the lower edge`);
                });
            } finally {
                await devtools("Emulation.clearDeviceMetricsOverride");
            }
        },
    };
};
