// Two pages in two browsers that play with each other over a relay, which this machine runs, and a third that watches.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { Browser } from "./browser.mjs";

/** The program that has the command `relay`. */
const PROGRAM = process.env.KOROBKA ?? "target/debug/korobka";

const DATABASE = `
    const open = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = await open(indexedDB.open("korobka", 1));
    const store = database.transaction("files", "readwrite").objectStore("files");`;

/** Stores a file of the player's, which the page reads when it is loaded next. */
const store = (page, path, text) => page.evaluateLater(`
    ${DATABASE}
    await open(store.put(new TextEncoder().encode(${JSON.stringify(text)}), ${JSON.stringify(path)}));
    database.close();`);

/** The bytes of the newest replay, as text; empty without one. */
const newestReplay = (page) => page.evaluateLater(`
    await korobka.saved();
    ${DATABASE}
    const paths = (await open(store.getAllKeys())).filter((path) => path.includes("/replays/")).sort();
    const bytes = paths.length ? await open(store.get(paths.at(-1))) : new Uint8Array();
    database.close();
    return Array.from(bytes).join(" ");`);

/** The last line of the history, as text; empty without one. */
const newestGame = (page) => page.evaluateLater(`
    ${DATABASE}
    const bytes = await open(store.get("/home/data/history.jsonl"));
    database.close();
    return bytes ? new TextDecoder().decode(bytes).trim().split("\\n").at(-1) : "";`);

/** Starts a relay; gives its process and its address. */
async function openRelay() {
    const relay = spawn(PROGRAM, ["relay", "--listen", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "inherit"] });
    const failed = new Promise((_, reject) => relay.on("error", (error) => reject(
        new Error(`${PROGRAM}: ${error.message}; build it with --features relay, or name it by KOROBKA`))));
    const first = new Promise((resolve) => createInterface(relay.stdout).once("line", resolve));
    const line = await Promise.race([first, failed]);
    return [relay, line.match(/http:\/\/[\d.:]+/)[0]];
}

/** The test of the pages, with what main.mjs lends it. */
export const onlineTests = (
    { browser, goToRow, pressFor, heard, pictures, picture, check, until, address, figures },
) => ({
    async "two pages in two browsers play over a relay, by a link, a third watches, and the replays are the same"() {
        const [relay, at] = await openRelay();
        const other = await Browser.start(1280, 720);
        const watcher = await Browser.start(640, 360);
        try {
            for (const [page, name] of [[browser, "Anna"], [other, "Boris"], [watcher, "Clara"]]) {
                await page.open(address);
                await page.wait("a screen", "return document.body.dataset.screen");
                await store(page, "/home/config/settings.toml", `welcomed = true
[online]
name = "${name}"
relay = "${at}"
[online.rules]
first_to = 1
`);
            }
            await browser.open(`${address}#online=`);
            await browser.wait("the page of rooms", "return document.body.dataset.screen === 'Online'");
            await sleep(800);
            await picture("online-ways");
            // The first row opens a room, then it copies its link, and the next one that for spectators.
            const copied = (part = "#room=") =>
                browser.evaluate("return copied.findLast((text) => text.includes(arguments[0]))", part);
            check(await until(async () => {
                await browser.press("Enter", 120);
                await sleep(1500);
                return copied();
            }), "a room is open, and its link is copied");
            await picture("online-room");
            await goToRow("Down", "Copy a link to watch");
            check(await pressFor("Enter", () => copied("#watch=")), "a link to watch is copied");
            const begin = Date.now();
            await other.open(await copied());
            await other.wait("the page of rooms", "return document.body.dataset.screen === 'Online'");
            figures.push(`the page with a network after ${Date.now() - begin} ms`);
            await watcher.open(await copied("#watch="));
            await watcher.wait("the page of rooms", "return document.body.dataset.screen === 'Online'");
            // The first row of both is to be ready, once both are there.
            for (const page of [browser, other]) {
                await goToRow("Up", "Ready", page);
            }
            await picture("online-company");
            await other.picture(`${pictures}/online-guest.png`);
            const screen = (page) => page.evaluate("return document.body.dataset.screen");
            const plays = async () => (await screen(browser)) === "Play" && (await screen(other)) === "Play";
            for (const page of [browser, other]) {
                const isReady = async () =>
                    (await screen(page)) === "Play" || (await heard(page)).split(". ").includes("Not ready after all");
                check(await pressFor("Enter", isReady, page), "one is ready");
            }
            check(await until(plays), "both are in the match");
            const watches = async () => (await screen(watcher)) === "Replay";
            check(await until(watches), "whoever opens the link to watch sees it");
            await watcher.picture(`${pictures}/online-watcher.png`);
            // Two browsers are enough for this machine from here on.
            await watcher.close();
            await sleep(5000);
            await picture("online-match");
            const lies = (page, overlay) => page.evaluate(`return document.body.dataset.overlay === "${overlay}"`);
            await browser.inAnotherTab(async () => {
                check(await until(() => lies(other, "Pause")), "a page that is hidden rests the match for both");
                await other.evaluate(`
                    const { dataset } = document.body;
                    new MutationObserver(() => {
                        dataset.resumed ||= dataset.overlay === "None" ? "yes" : "";
                    }).observe(document.body, { attributeFilter: ["data-overlay"] });
                    return 0;
                `);
                await other.press("Escape", 120);
                const hasResumed = () => other.evaluate("return document.body.dataset.resumed === 'yes'");
                check(await until(hasResumed), "the other goes on with the match");
                const rests = () => lies(other, "Pause");
                check(await until(rests), "where the other goes on with it, the hidden page rests it again");
            });
            const bothPlay = async () => (await lies(browser, "None")) && (await lies(other, "None"));
            check(await pressFor("Escape", bothPlay), "back in the page the match goes on");
            // The files say when they were saved: at the same second, whichever page is the first to see the end.
            const now = Date.now();
            for (const page of [browser, other]) {
                await page.evaluate(`Date.now = () => ${now}; return 0;`);
            }
            // The guest drops its pieces where they appear.
            const over = (page) => page.evaluate("return document.body.dataset.overlay === 'Results'");
            check(await until(async () => {
                await other.press("Space", 60);
                return (await over(browser)) && (await over(other));
            }), "the match ends on both sides");
            await sleep(1500);
            await picture("online-results");
            await other.picture(`${pictures}/online-results-guest.png`);
            let [one, two] = ["", ""];
            const isSame = async () => {
                [one, two] = [await newestReplay(browser), await newestReplay(other)];
                return one.length > 100 && one === two;
            };
            check(await until(isSame), `the replays have the same bytes: ${one.length}, ${two.length}`);
            const beginsAgain = async () => {
                for (const page of [browser, other]) {
                    if (await over(page)) {
                        await page.press("r", 120);
                    }
                }
                return until(bothPlay, 15);
            };
            check(await until(beginsAgain), "both are in another match");
            // Past the countdown: nobody has moved a piece aside before.
            const moves = async () => {
                await browser.press("Left", 60);
                return browser.evaluate("return performance.getEntriesByName('moved').length > 0");
            };
            check(await until(moves), "a key moves a piece");
            await browser.open(address);
            check(await until(() => over(other)), "whoever closes the page has left the match, and the other hears so");
            await browser.wait("a screen", "return document.body.dataset.screen");
            let last = {};
            const isNoted = async () => {
                last = JSON.parse((await newestGame(browser)) || "{}");
                return last.verdict === "lost" && last.online?.left;
            };
            check(await until(isNoted), `it is noted as lost: ${JSON.stringify(last)}`);
        } finally {
            // Out of the room before the relay ends: what the network's library says of a relay that is gone is not
            // ours.
            await browser.open(address);
            await browser.wait("a screen", "return document.body.dataset.screen");
            relay.kill();
            await other.close();
            await watcher.close();
            await browser.console();
        }
    },
});
