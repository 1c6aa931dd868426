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
/** The title's items but for the games and the music, and the screens that they open. Playing with somebody is left
 * out: it loads the page anew, and with it the memory. */
const ITEMS = [[/^Single player$/, "Single"], [/^Versus$/, "Versus"], [/^Watch$/, "Watch"], [/^Replays$/, "Replays"],
    [/^Career$/, "Career"], [/^Laboratory$/, "Laboratory"], [/^Settings$/, "Settings"], [/^Help$/, "Help"]];
/** What is played in a round: the item of the title, the row of its page, if any, and for how many seconds. */
const GAMES = [
    { item: [/^Play (?!with somebody$)/, "Play"], seconds: 40 },
    { item: [/^Single player$/, "Single"], row: /^Marathon$/, seconds: 40 },
    { item: [/^Watch$/, "Watch"], row: /^Watch$/, seconds: 40, watches: true },
];

const site = await serve(folder);
const browser = await Browser.start(1280, 720);
// The walk presses Enter on much: no window that asks for a file is to stand in its way.
await browser.beforeEveryPage("HTMLInputElement.prototype.click = HTMLAnchorElement.prototype.click = () => {};");

/** Seconds of games so far, and how often a page or a game was not reached: pages that nobody plays take little
 * memory. */
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

/** Presses Down until a screen reader is told of a row of this name; whether it is. */
async function goToRow(name) {
    const told = () => browser.evaluate("return document.getElementById('spoken').textContent");
    const isHere = async () => (await told()).split(". ").some((words) => name.test(words));
    for (let times = 0; times < 60; times += 1) {
        await browser.evaluate("document.getElementById('spoken').textContent = ''; return 0;");
        await browser.press("Down", 80);
        for (const end = Date.now() + 5000; Date.now() < end && (await told()) === "";) {
            await sleep(50);
        }
        if (await isHere()) {
            // A frame that is late may bring a key before this one, and this one then leads on.
            await sleep(500);
            if (await isHere()) {
                return true;
            }
        }
    }
    return false;
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

/** Opens an item of the title, by its name and that of its screen; whether it comes to that. */
async function open([name, screen]) {
    await toTitle();
    if (await goToRow(name)) {
        await press("Enter");
        for (const end = Date.now() + 15_000; Date.now() < end && (await state("screen")) !== screen;) {
            await sleep(50);
        }
    }
    const isOpen = (await state("screen")) === screen;
    missed += isOpen ? 0 : 1;
    await sleep(600);
    return isOpen;
}

/** Plays a game until it is over, for at most this many seconds. */
async function play({ item, row, seconds, watches }) {
    if (!(await open(item))) {
        return;
    }
    if (row && !((await goToRow(row)) && (await go("Enter", "Play")))) {
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
    if ((await open([/^Music$/, "Music"])) && (await goToRow(/^Tempo$/))) {
        for (const [key, rest] of [["Right", 3000], ["Right", 8000], ["Left", 250], ["Left", 5000]]) {
            await press(key, rest);
        }
    } else {
        missed += 1;
    }
    for (const item of ITEMS) {
        if (!(await open(item))) {
            continue;
        }
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
    // One round alone tells nothing of growth.
} while (rounds.length < 2 || passed() < minutes);
const failed = await state("failed");
await browser.close();
site.close();
const growth = rounds.at(-1) / rounds[0] - 1;
console.log(`${rounds.length} rounds in ${passed().toFixed(1)} minutes: ${rounds[0].toFixed(0)} MB after the first, ` +
    `${rounds.at(-1).toFixed(0)} MB after the last (${(100 * growth).toFixed(1)} % more), ` +
    `${most.toFixed(0)} MB at most with the garbage` +
    (missed ? `; ${missed} times a page or a game was not reached` : "") +
    (failed ? `; the page says: ${failed}` : ""));
process.exitCode = most <= MOST && growth <= GROWTH && !missed && !failed ? 0 : 1;
