// Goes through the page's menus and plays its modes again and again, and measures what memory that takes:
// node tests/web/soak.mjs FOLDER [MINUTES], where FOLDER is what `.ci/web` has built. Memory is that of the page's own
// process with its workers, as Linux reports it.
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { serve } from "../../.ci/web-serve.mjs";
import { Browser } from "./browser.mjs";

const [folder, minutes = 30] = process.argv.slice(2);
const MEGABYTE = 1e6;
/** Megabytes that the page may take, and the share by which that may grow after the first round. */
const MOST = 500;
const GROWTH = 0.1;

const site = await serve(folder);
const browser = await Browser.start(1280, 720);
// No page of the game asks for a file of its own accord, but this walk presses Enter on everything.
await browser.beforeEveryPage("HTMLInputElement.prototype.click = HTMLAnchorElement.prototype.click = () => {};");

const state = (what) => browser.evaluate(`return document.body.dataset.${what} ?? ""`);

/** The megabytes of the largest process that draws a page for this browser. */
async function memory() {
    let most = 0;
    for (const process of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
        const read = (file) => readFile(`/proc/${process}/${file}`, "utf8").catch(() => "");
        const command = await read("cmdline");
        if (command.includes("--type=renderer") && command.includes(browser.folder)) {
            const bytes = 1024 * Number(/^Pss:\s+(\d+) kB$/m.exec(await read("smaps_rollup"))?.[1] ?? 0);
            most = Math.max(most, bytes / MEGABYTE);
        }
    }
    return most;
}

/** Presses a key until something holds, for so many seconds; gives whether it came to hold. */
async function press(key, holds, seconds = 20) {
    for (const end = Date.now() + 1000 * seconds; Date.now() < end;) {
        await browser.press(key, 80);
        await sleep(350);
        if (await holds()) {
            return true;
        }
    }
    return false;
}

/** Leaves whatever is on show, up to the title. */
async function toTitle() {
    for (let times = 0; times < 40 && (await state("screen")) !== "Title"; times += 1) {
        if ((await state("overlay")) === "Pause") {
            // The last of the menu is the way out.
            await browser.press("Up", 80);
            await sleep(250);
            await browser.press("Enter", 80);
        } else {
            await browser.press("Escape", 80);
        }
        await sleep(600);
    }
}

/** Drops pieces until the game is over, for at most so many seconds. */
async function play(seconds) {
    for (const end = Date.now() + 1000 * seconds; Date.now() < end && (await state("overlay")) === "";) {
        for (const key of ["Left", "Up", "Space", "Right", "z", "Space", "c", "Space"]) {
            await browser.press(key, 40);
        }
    }
}

const started = Date.now();
const passed = () => (Date.now() - started) / 60_000;
await browser.open(site.address);
await browser.wait("the first page", "return document.body.dataset.screen");
await press("Enter", async () => (await state("screen")) === "Play");
await toTitle();
// The items below the rival's, as many as there are.
const ITEMS = 9;
const rounds = [];
do {
    for (let item = 1; item <= ITEMS; item += 1) {
        await toTitle();
        await browser.press("Escape", 80);
        for (let times = 0; times < item; times += 1) {
            await browser.press("Down", 80);
            await sleep(120);
        }
        await press("Enter", async () => (await state("screen")) !== "Title", 8);
        for (const key of ["Down", "Down", "Right", "Down", "Up", "Left", "Down"]) {
            await browser.press(key, 80);
            await sleep(250);
        }
    }
    for (const link of ["mode=marathon", "mode=versus&opponent=champion:8&pps=2", "mode=watch&left=iwumbwe:12&right=champion:8&pps=2"]) {
        // The same page goes on: a link would load it anew.
        await toTitle();
        const [screen, downs] = link.startsWith("mode=marathon") ? ["Single", 1] :
            link.startsWith("mode=versus") ? ["Versus", 0] : ["Watch", 3];
        for (let times = 0; times < downs; times += 1) {
            await browser.press("Down", 80);
            await sleep(150);
        }
        await press("Enter", async () => (await state("screen")) === "Play", 15);
        await sleep(3500);
        await (screen === "Watch" ? sleep(30_000) : play(30));
    }
    await toTitle();
    await sleep(2000);
    const frames = await browser.evaluate("return korobka.frames.length");
    rounds.push(await memory());
    console.log(`round ${rounds.length}: ${passed().toFixed(1)} minutes, ${rounds.at(-1).toFixed(0)} MB, on ` +
        `${await state("screen")} (${frames} frames remembered)`);
} while (passed() < minutes);
const lines = (await browser.console()).map(({ message }) => message);
await browser.close();
site.close();
const growth = rounds.at(-1) / rounds[0] - 1;
const most = Math.max(...rounds);
console.log(`${passed().toFixed(1)} minutes, ${rounds.length} rounds: ${rounds[0].toFixed(0)} MB after the first, ` +
    `${rounds.at(-1).toFixed(0)} after the last (${(100 * growth).toFixed(1)} %), ${most.toFixed(0)} at most; ` +
    `${lines.length} lines on the console`);
process.exitCode = most <= MOST && growth <= GROWTH ? 0 : 1;
