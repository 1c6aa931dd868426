// Goes through the page's menus and plays its modes again and again, and measures what memory that takes:
// node tests/web/soak.mjs FOLDER [MINUTES], where FOLDER is what `.ci/web` has built. Memory is that of the page's own
// process with its workers, as Linux reports it: what it shares with others counts in part. It is told before and after
// the browser collects garbage: the first must never be too much, and the second must not grow.
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { serve } from "../../.ci/web-serve.mjs";
import { Browser } from "./browser.mjs";

const [folder, minutes = 30] = process.argv.slice(2);
/** Megabytes that the page may take, and the share by which that may grow after the first round. */
const MOST = 500;
const GROWTH = 0.1;
/** The title's items below the rival's but for the music, by how often Down is pressed. */
const ITEMS = [1, 2, 3, 4, 5, 6, 8, 9];
/** The music's item. There the tempo is the fourth row. */
const MUSIC = 7;
/** What is played in a round: the item of the title, and for how many seconds. */
const GAMES = [{ item: 0, seconds: 40 }, { item: 1, seconds: 40 }, { item: 3, seconds: 40, watches: true }];

const site = await serve(folder);
const browser = await Browser.start(1280, 720);
// The walk presses Enter on much: no window that asks for a file is to stand in its way.
await browser.beforeEveryPage("HTMLInputElement.prototype.click = HTMLAnchorElement.prototype.click = () => {};");

/** Seconds of games so far, and how often no game could be begun: pages that nobody plays take little memory. */
let played = 0;
let missed = 0;
/** What the page shows; empty where nothing lies over the screen. */
const state = async (what) => {
    const shown = await browser.evaluate(`return document.body.dataset.${what} ?? ""`);
    return shown === "None" ? "" : shown;
};
const press = async (key, rest = 300) => {
    await browser.press(key, 80);
    await sleep(rest);
};

/** The megabytes of the largest process that draws a page for this browser. */
async function memory() {
    const sizes = [0];
    for (const number of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
        const read = (file) => readFile(`/proc/${number}/${file}`, "utf8").catch(() => "");
        const command = await read("cmdline");
        if (command.includes("--type=renderer") && command.includes(browser.folder)) {
            sizes.push(1024 * Number(/^Pss:\s+(\d+) kB$/m.exec(await read("smaps_rollup"))?.[1] ?? 0) / 1e6);
        }
    }
    return Math.max(...sizes);
}

/** Presses a key until the page shows this screen, for this many seconds; whether it does. */
async function go(key, name, seconds = 20) {
    for (const end = Date.now() + 1000 * seconds; Date.now() < end && (await state("screen")) !== name;) {
        await press(key, 600);
    }
    return (await state("screen")) === name;
}

/** Leaves whatever is on show, up to the title. */
async function toTitle() {
    for (let times = 0; times < 40 && (await state("screen")) !== "Title"; times += 1) {
        if ((await state("overlay")) === "Pause") {
            // The last of the menu is the way out.
            await press("Up");
            await press("Enter", 600);
        } else {
            await press("Escape", 600);
        }
    }
}

/** Opens an item of the title. */
async function open(item) {
    await toTitle();
    for (let times = 0; times < item; times += 1) {
        await press("Down", 150);
    }
    await press("Enter", 600);
}

/** Plays a game until it is over, for at most this many seconds. */
async function play({ item, seconds, watches }) {
    await open(item);
    if (!(await go("Enter", "Play"))) {
        missed += 1;
        return;
    }
    const began = Date.now();
    const end = began + 1000 * seconds;
    while (Date.now() < end && (await state("overlay")) === "") {
        for (const key of watches ? [] : ["Left", "Up", "Space", "Right", "z", "Space", "c", "Space"]) {
            await browser.press(key, 40);
        }
        await sleep(100);
    }
    played += (Date.now() - began) / 1000;
}

const began = Date.now();
const passed = () => (Date.now() - began) / 60_000;
await browser.open(site.address);
await browser.wait("the first page", "return document.body.dataset.screen");
await go("Enter", "Play");
const rounds = [];
let most = 0;
do {
    // Every round hears two tempi: each is a rendering of its own.
    await open(MUSIC);
    for (const [key, rest] of [["Down", 250], ["Down", 250], ["Down", 250], ["Right", 3000], ["Right", 8000],
        ["Left", 250], ["Left", 5000], ["Up", 250], ["Up", 250], ["Up", 250]]) {
        await press(key, rest);
    }
    for (const item of ITEMS) {
        await open(item);
        for (const key of ["Down", "Down", "Right", "Down", "Up", "Left", "Down"]) {
            await press(key, 250);
        }
    }
    for (const game of GAMES) {
        await play(game);
    }
    await toTitle();
    await sleep(2000);
    const before = await memory();
    most = Math.max(most, before);
    await browser.send("POST", "/goog/cdp/execute", { cmd: "HeapProfiler.collectGarbage", params: {} });
    await sleep(3000);
    rounds.push(await memory());
    const own = await browser.evaluate("return korobka.memory()");
    console.log(`round ${rounds.length}: ${passed().toFixed(1)} minutes, ${played.toFixed(0)} s of games, ` +
        `${before.toFixed(0)} MB, without garbage ${rounds.at(-1).toFixed(0)}, of which the game's own memory ` +
        `${(own / 1e6).toFixed(0)}`);
} while (passed() < minutes);
const failed = await state("failed");
await browser.close();
site.close();
const growth = rounds.at(-1) / rounds[0] - 1;
console.log(`${rounds.length} rounds in ${passed().toFixed(1)} minutes: ${rounds[0].toFixed(0)} MB after the first, ` +
    `${rounds.at(-1).toFixed(0)} MB after the last (${(100 * growth).toFixed(1)} % more), ` +
    `${most.toFixed(0)} MB at most with the garbage` +
    (missed ? `; ${missed} games could not be begun` : "") +
    (failed ? `; the page says: ${failed}` : ""));
process.exitCode = most <= MOST && growth <= GROWTH && !missed && !failed ? 0 : 1;
