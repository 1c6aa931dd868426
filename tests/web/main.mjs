// Plays the page in a browser without a screen: `make web-test`, or
// node tests/web/main.mjs FOLDER [PICTURES], where FOLDER is what `.ci/web` has built. KOROBKA_WEB_TEST=WORDS runs
// those alone whose names have these words in them; several, with | between them.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { serve } from "../../.ci/web-serve.mjs";
import { botTests } from "./bots.mjs";
import { Browser, PATIENCE } from "./browser.mjs";
import { clipboardTests } from "./clipboard.mjs";
import { databaseTests } from "./database.mjs";
import { fingerTests } from "./fingers.mjs";
import { deviceTests } from "./devices.mjs";
import { editorTests } from "./editor.mjs";
import { frameTests } from "./frames.mjs";
import { archiveTests, brokenTests, versionTests } from "./kept.mjs";
import { lackingBrowser, lackingTests } from "./lacking.mjs";
import { linkTests } from "./links.mjs";
import { nativeTests } from "./native.mjs";
import { onlineTests } from "./online.mjs";
import { soundTests } from "./sound.mjs";

const [folder, pictures = join(folder, "../web-pictures")] = process.argv.slice(2);
await mkdir(pictures, { recursive: true });
/** What the host does to its files, which are whole at first. */
let damage = (_, bytes) => bytes;
const site = await serve(folder, 0, (name, bytes) => damage(name, bytes));
const browser = await Browser.start(1280, 720);
// Whatever goes to the speakers goes to an analyser as well.
await browser.beforeEveryPage(`
    globalThis.heard = { analysers: [] };
    // What goes to the clipboard, which a browser without a screen lets nobody read.
    globalThis.copied = [];
    globalThis.writeClipboard = navigator.clipboard.writeText.bind(navigator.clipboard);
    navigator.clipboard.writeText = async (text) => copied.push(text);
    const connect = AudioNode.prototype.connect;
    AudioNode.prototype.connect = function (to, ...more) {
        if (to instanceof AudioDestinationNode) {
            to.korobkaAnalyser ??= heard.analysers[heard.analysers.push(this.context.createAnalyser()) - 1];
            connect.call(this, to.korobkaAnalyser);
        }
        return connect.call(this, to, ...more);
    };
    // What the page has asked for so that the screen stays on. The browser refuses at first, as on a low battery.
    globalThis.locks = [];
    let refused = false;
    Object.defineProperty(navigator, "wakeLock", { value: {
        async request() {
            if (!refused) {
                refused = true;
                throw new DOMException("not now", "NotAllowedError");
            }
            const lock = { released: false, release: async () => (lock.released = true) };
            return locks[locks.push(lock) - 1];
        },
    } });
    // What the workers that train are asked, how much of it while nobody sees the page, and how many there are; how
    // often a bot was asked for a move; and how many answers there are of those that review.
    globalThis.training = { orders: [], workers: 0, opened: 0, unseen: 0, suggested: 0, rating: 0, reviewed: 0 };
    globalThis.Worker = class extends Worker {
        constructor(address, options) {
            super(address, options);
            this.trains = options.name === "training";
            training.rating += options.name === "rating" ? 1 : 0;
            if (options.name === "review") {
                this.addEventListener("message", ({ data }) => training.reviewed += data.answer === undefined ? 0 : 1);
            }
            training.workers += this.trains ? 1 : 0;
            training.opened += this.trains ? 1 : 0;
        }
        postMessage(message) {
            training.suggested += message.type === "suggest" ? 1 : 0;
            if (this.trains && message.request) {
                training.orders.push(message.request);
                training.unseen += document.hidden ? 1 : 0;
            }
            super.postMessage(message);
        }
        terminate() {
            training.workers -= this.trains ? 1 : 0;
            super.terminate();
        }
    };`);
const screen = (name) => browser.wait(`the screen ${name}`, `return document.body.dataset.screen === "${name}"`);
const picture = (name) => browser.picture(join(pictures, `${name}.png`));
const check = (right, what) => {
    if (!right) {
        throw new Error(what);
    }
};
const figures = [];

/** Asks again and again, for this many seconds, until the answer is yes. */
async function until(ask, seconds = PATIENCE) {
    for (const end = Date.now() + 1000 * seconds; Date.now() < end; await sleep(50)) {
        if (await ask()) {
            return true;
        }
    }
    return false;
}

/** How many seconds what follows from a key may take before the key counts as fallen between two slow frames. */
const LATE = 15;

/** Presses a key, and again where nothing follows from it for long, until something holds. */
const pressFor = (key, holds, page = browser) => until(async () => {
    await page.press(key, 120);
    return until(holds, LATE);
});

/** Presses a key until the screen, or what lies over it, is this one: a key can fall between two slow frames. */
async function go(key, name, what = "screen") {
    const shown = () => browser.evaluate(`return document.body.dataset.${what} === "${name}"`);
    for (let times = 0; times < 20; times += 1) {
        await browser.press(key, 120);
        if (await until(shown, 5)) {
            return;
        }
    }
    throw new Error(`${key} leads to ${name}`);
}

/** What a screen reader was told last. */
const heard = (page = browser) => page.evaluate("return document.getElementById('spoken').textContent");

/** Presses a key until a screen reader is told of this row: a key can fall between two slow frames. */
async function goToRow(key, row, page = browser) {
    const isHere = async () => (await heard(page)).split(". ").includes(row);
    const step = async () => {
        // What was told before is not taken for what the key does.
        await page.evaluate("document.getElementById('spoken').textContent = ''; return 0;");
        await page.press(key, 120);
        await until(async () => (await heard(page)) !== "", 5);
        // A frame that is late may bring a key before this one, and this one then leads on.
        return await isHere() && !(await until(async () => !(await isHere()), 0.5));
    };
    check(await until(step), `${key} leads to the row ${row}`);
}

/** Opens the page with this link, as somebody does who comes for the first time or again. */
async function visit(link, name) {
    await browser.open(site.address + link);
    await screen(name);
}

/** Chooses a row, which leads to this screen. */
async function choose(row, name) {
    await goToRow("Up", row);
    await go("Enter", name);
    await sleep(800);
}

/** Opens the page at the menu, or at the first start where no test before has been through it. */
async function begin() {
    await browser.open(site.address);
    await browser.wait("a screen", "return document.body.dataset.screen");
}

/** Opens the page at the title, past the questions of the first start where no test before has answered them. */
async function openTitle() {
    await begin();
    if (await browser.evaluate("return document.body.dataset.screen === 'FirstStart'")) {
        await go("Enter", "Play");
        const isKept = async () => (await stored("/home/config/settings.toml"))?.includes("welcomed = true");
        check(await until(isKept), "the first start is kept");
        await visit("", "Title");
    }
    await sleep(1000);
}

/** How loud the page is for the next second: the root of the mean square of what it sends to the speakers. */
const loudness = () => browser.evaluateLater(`
    const { analysers } = globalThis.heard;
    let most = 0;
    for (let times = 0; times < 20; times += 1) {
        for (const analyser of analysers) {
            const samples = new Float32Array(2048);
            analyser.getFloatTimeDomainData(samples);
            most = Math.max(most, Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / 2048));
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return most;`);

/** What the database holds of a file, as text; `null` without it. */
const stored = (path) => browser.evaluateLater(`
    await globalThis.korobka?.saved();
    const open = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = await open(indexedDB.open("korobka", 1));
    const bytes = await open(database.transaction("files").objectStore("files").get("${path}"));
    database.close();
    return bytes ? new TextDecoder().decode(bytes) : null;`);

/** The checksums (CRC-32) of all files that the database holds in a folder, by their names. */
const checksums = (folder) => browser.evaluateLater(`
    await korobka.saved();
    const open = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = await open(indexedDB.open("korobka", 1));
    const store = database.transaction("files").objectStore("files");
    const [paths, files] = await Promise.all([open(store.getAllKeys()), open(store.getAll())]);
    database.close();
    const checksum = (bytes) => {
        let sum = -1;
        for (const byte of bytes) {
            sum ^= byte;
            for (let bit = 0; bit < 8; bit += 1) {
                sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
            }
        }
        return (~sum >>> 0).toString(16).padStart(8, "0");
    };
    const here = paths.map((path, at) => [path, at]).filter(([path]) => path.startsWith("${folder}/"));
    return Object.fromEntries(here.map(([path, at]) => [path.slice("${folder}/".length), checksum(files[at])]));`);

/** Waits until the page keeps the screen on, or no longer does. */
const checkScreenStaysOn = async (stays, what) => {
    const held = () => browser.evaluate("return locks.filter(({ released }) => !released).length");
    check(await until(async () => (await held()) === (stays ? 1 : 0)), `${what}: ${await held()} locks are held`);
};

/** What tests in other files need of this one. */
const lent = { browser, visit, openTitle, pressFor, picture, check, until, stored, address: site.address };

const tests = {
    async "the loading bar is there before anything of the game has come, then the menu"() {
        let letCome;
        const painted = new Promise((resolve) => (letCome = resolve));
        damage = (path, bytes) => /\.(wasm|tar)$/.test(path) ? painted.then(() => bytes) : bytes;
        await browser.open(site.address);
        const bar = await browser.wait("the loading bar", `
            const [paint] = performance.getEntriesByName("first-contentful-paint");
            return paint && [paint.startTime, document.getElementById("progress").getBoundingClientRect().width];`);
        check(bar[1] > 100, "the loading bar is seen");
        await picture("loading");
        damage = (_, bytes) => bytes;
        letCome();
        await screen("FirstStart");
        const menu = await browser.evaluate("return performance.getEntriesByName('menu')[0].startTime");
        figures.push(`loading bar after ${Math.round(bar[0])} ms, first page after ${Math.round(menu)} ms`);
        // What was asked for before the menu was there; the rest comes when it is wanted, or to be kept for days
        // without a network.
        const sent = await browser.evaluate(`
            const before = (entry) => entry.startTime < performance.getEntriesByName("menu")[0].startTime;
            const entries = ["navigation", "resource"].flatMap((type) => performance.getEntriesByType(type));
            return entries.filter(before).map(({ name, encodedBodySize }) => [name, encodedBodySize]);`);
        const bytes = sent.reduce((sum, [, size]) => sum + size, 0);
        const module = sent.find(([name]) => name.endsWith("/korobka_bg.wasm"))[1];
        const megabytes = (size) => (size / 1e6).toFixed(2);
        figures.push(`${megabytes(bytes)} MB over the wire until then, ${megabytes(module)} of it the game`);
        await picture("first-start");
    },

    async "somebody who comes for the first time is in a match by Enter alone"() {
        await visit("", "FirstStart");
        await go("Enter", "Play");
        await sleep(4000);
        for (const key of ["Left", "Up", "Space", "Right", "Space", "c", "Space"]) {
            await browser.press(key);
        }
        await picture("versus");
        check(await until(async () => (await loudness()) > 0.001), "the game sounds after the first key");
        await go("Escape", "Pause", "overlay");
        await sleep(600);
        await picture("pause");
        await goToRow("Up", "Give up");
        await go("Enter", "Title");
        await sleep(600);
        await picture("title");
    },

    async "a marathon is played by its keys, and its record is there after the page is loaded again"() {
        await openTitle();
        await goToRow("Down", "Single player");
        await go("Enter", "Single");
        await go("Enter", "Mode");
        await sleep(300);
        await picture("mode");
        await go("Enter", "Play");
        await sleep(4500);
        await browser.evaluate("korobka.frames.length = 0");
        // Pieces dropped where they appear top out soon.
        const over = () => browser.evaluate("return document.body.dataset.overlay === 'Results'");
        const toppedOut = async () => {
            await browser.press("Space", 40);
            return over();
        };
        check(await until(toppedOut), "the game is over");
        const frames = await browser.evaluate("return [...korobka.frames].sort((a, b) => a - b)");
        const at = (share) => frames[Math.floor(share * (frames.length - 1))].toFixed(1);
        figures.push(`main thread in a frame of a marathon: median ${at(0.5)} ms, 99 % ${at(0.99)}, most ${at(1)}`);
        await sleep(2500);
        await picture("results");
        let records;
        const isKept = async () => (records = await stored("/home/data/records.toml"))?.includes("marathon");
        check(await until(isKept), `the record is stored: ${records}`);
        await browser.press("Escape");
        await sleep(500);
        await browser.press("m", 120);
        const muted = async () => (await stored("/home/config/settings.toml"))?.includes("muted = true");
        check(await until(muted), "the settings are stored");
        await visit("", "Title");
        check((await stored("/home/data/records.toml")) === records, "the record is as it was");
        // Unmuted for the tests that follow.
        await browser.press("m", 120);
        check(await until(async () => !(await muted())), "and changed again");
        await sleep(600);
        await picture("title-again");
    },

    async "music plays, M mutes it"() {
        await visit("?mode=zen", "Play");
        await browser.press("Space");
        // Decoding takes a moment, and on a software renderer a key waits for its frame.
        const sounds = () => until(async () => (await loudness()) > 0.01);
        const isSilent = () => until(async () => (await loudness()) < 0.0001);
        check(await sounds(), "the music is heard");
        await browser.press("m", 150);
        check(await isSilent(), "M mutes it");
        await browser.press("m", 150);
        check(await sounds(), "M brings it back");
        await browser.press("Escape", 150);
        check(await isSilent(), "a pause pauses it");
    },

    async "a match against iwumbwe:12 is played by its keys"() {
        await visit("?mode=versus&opponent=iwumbwe:12&seed=2", "Play");
        await sleep(4000);
        for (const key of ["Left", "Up", "Space", "Right", "Right", "Space", "c", "z", "Space"]) {
            await browser.press(key);
        }
        await picture("iwumbwe");
        // Pieces dropped where they appear lose soon, three rounds of them.
        const over = () => browser.evaluate("return document.body.dataset.overlay === 'Results'");
        const lost = async () => {
            await browser.press("Space", 40);
            return over();
        };
        check(await until(lost), "the match is decided");
        await sleep(2500);
        await picture("iwumbwe-results");
    },

    async "leaving the tab pauses, and writes what is not written yet"() {
        await visit("?mode=versus&opponent=champion:8&seed=3", "Play");
        await browser.wait("three answers of the worker", "return korobka.search.length > 2");
        await browser.press("Space");
        await picture("champion");
        const settings = () => stored("/home/config/settings.toml");
        const mutedAtFirst = (await settings() ?? "").includes("muted = true");
        await browser.press("m", 60);
        const inProgress = () => stored("/home/data/continue.replay");
        const before = await inProgress();
        // The tab gets no frame any more until the other one is closed.
        await browser.inAnotherTab(async () => {
            await browser.open(`${site.address}korobka.svg`);
            const changed = async () => (await settings() ?? "").includes("muted = true") !== mutedAtFirst;
            check(await until(changed), "the setting is written while nobody sees the page");
            const isWritten = async () => ![null, before].includes(await inProgress());
            check(await until(isWritten), "so is the game in progress");
        });
        await sleep(1000);
        await picture("left-and-back");
        await browser.press("m", 60);
        const overlay = () => browser.evaluate("return document.body.dataset.overlay");
        check(await until(async () => (await overlay()) === "Pause"), `the match is paused: ${await overlay()}`);
    },

    async "the screen stays on in a match, but not in its pause or the menu"() {
        await visit("?mode=zen", "Play");
        await checkScreenStaysOn(true, "in a match");
        await browser.evaluate("locks[0].released = true");
        await checkScreenStaysOn(true, "once the browser has taken it back, as from a tab that nobody sees");
        await go("Escape", "Pause", "overlay");
        await checkScreenStaysOn(false, "in a pause");
        await go("Escape", "None", "overlay");
        await checkScreenStaysOn(true, "after it");
        await go("Escape", "Pause", "overlay");
        await goToRow("Up", "Give up");
        await go("Enter", "Title");
        await checkScreenStaysOn(false, "in the menu");
    },

    ...nativeTests({ ...lent, goToRow, choose, checksums, checkScreenStaysOn, pictures, figures }),
    ...linkTests({ ...lent, go, choose, screen, checksums }),
    ...archiveTests({ ...lent, begin, checksums, folder, pictures }),
    ...frameTests({ ...lent, figures }),
    ...botTests({ ...lent, goToRow, choose, folder }),
    ...fingerTests(lent),
    ...deviceTests(lent),
    ...editorTests({ ...lent, choose, screen }),

    async "the console has no line of ours"() {
        const lines = (await browser.console()).map(({ level, message }) => `${level} ${message}`);
        const known = [
            /favicon|AudioContext was not allowed|WebGL.*(GPU stall|software)|Automatic fallback to software/,
            // What a test brought about, and the player reads as well.
            /The match (cannot begin|is given up): TBP bot .*'bots.none\.js'|lost[^]{1,2}in the woods|cut\.replay/,
            /brought\.replay: cut short|Korobka is running elsewhere with the same data/,
        ];
        const ours = lines.filter((line) => !known.some((words) => words.test(line)));
        check(ours.length === 0, `the console says:\n${ours.join("\n")}`);
    },

    // These forget what is on the console, and so come after the test that reads it.
    ...onlineTests({ ...lent, goToRow, heard, pictures, figures }),

    async "it plays without a network once it was visited"() {
        // A site of its own, which nobody has visited before.
        const host = await serve(folder);
        await browser.open(host.address);
        await browser.wait("a page", "return document.body.dataset.screen");
        const kept = await browser.evaluateLater(`
            await navigator.serviceWorker.ready;
            const names = await caches.keys();
            return (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length)));`);
        check(kept[0] > 20, `files are kept: ${kept}`);
        const [module, bytes] = await browser.evaluate(`
            const { name, encodedBodySize } = performance.getEntriesByType("resource").find(
                ({ name }) => name.endsWith("/korobka_bg.wasm"));
            return [new URL(name).pathname, encodedBodySize];`);
        const sent = host.sent.get(module);
        check(sent === bytes, `it is sent once: ${sent} bytes where ${bytes} were loaded`);
        host.close();
        await browser.open(host.address + "?mode=versus&opponent=champion:8&seed=3");
        await screen("Play");
        await browser.wait("two answers of the worker", "return korobka.search.length > 1");
        await browser.press("Space");
        check(await until(async () => (await loudness()) > 0.0005), "what was dropped is heard");
        await picture("without-a-network");
        // Its own lines about what it cannot fetch are not ours.
        await browser.console();
    },

    ...versionTests({ ...lent, folder, pictures }),
    ...lackingTests({ ...lent, folder }),
    ...databaseTests(lent),
    ...clipboardTests({ ...lent, ...lackingBrowser(lent) }),
    ...soundTests({ ...lent, ...lackingBrowser(lent) }),
    ...brokenTests({ ...lent, folder, damaged: (change) => {
        damage = change;
    } }),
};

const only = process.env.KOROBKA_WEB_TEST;
const asked = Object.entries(tests).filter(([name]) => !only || only.split("|").some((words) => name.includes(words)));
let failed = 0;
if (asked.length === 0) {
    failed += 1;
    console.log(`FAILED  no test has these words in its name: ${only}`);
}
for (const [name, test] of asked) {
    const begin = Date.now();
    try {
        await test();
        console.log(`ok      ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
    } catch (error) {
        failed += 1;
        await picture(`failed-${failed}`).catch(() => {});
        console.log(`FAILED  ${name}: ${error.message}`);
    } finally {
        // A test that fails in its middle must not have those after it fail too.
        damage = (_, bytes) => bytes;
    }
}
await browser.close();
site.close();
figures.forEach((line) => console.log(line));
console.log(`${Math.max(0, asked.length - failed)} of ${asked.length} hold; pictures in ${pictures}`);
// A host that a failed test has left open would keep this from its end.
process.exit(failed > 0 ? 1 : 0);
