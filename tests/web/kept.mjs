// What the browser keeps: all files as one to take elsewhere, a second tab beside the first, and pages whose parts do
// not come whole.
import { execFileSync } from "node:child_process";
import { appendFile, cp, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { serve } from "../../.ci/web-serve.mjs";
import { PATIENCE } from "./browser.mjs";
import { LISTENING, lackingBrowser } from "./lacking.mjs";

/** The tests of the archive and of a second tab, with what main.mjs lends them. */
export const archiveTests = ({ browser, begin, picture, check, until, stored, checksums, folder, pictures }) => ({
    async "all files leave the browser as one, and come back"() {
        await begin();
        await sleep(800);
        await browser.press("m", 120);
        check(await until(() => stored("/home/config/settings.toml")), "there are settings");
        // As in the name of a run that the player has given.
        await browser.evaluateLater('korobkaHost.keep("/home/data/one..two", new Uint8Array([1, 2])); return "";');
        await sleep(2500);
        const before = await checksums("/home");
        const archive = await browser.evaluateLater(`
            const blob = await new Promise((resolve) => {
                URL.createObjectURL = (blob) => (resolve(blob), "about:blank");
                HTMLAnchorElement.prototype.click = () => {};
                korobkaHost.download();
            });
            const bytes = new Uint8Array(await blob.arrayBuffer());
            return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""));`);
        const file = join(pictures, "korobka.tar");
        await writeFile(file, Buffer.from(archive, "base64"));
        const listed = execFileSync("tar", ["-tf", file], { encoding: "utf8" }).trim().split("\n");
        check(JSON.stringify(listed.sort()) === JSON.stringify(Object.keys(before).sort()), `tar lists ${listed}`);
        const takeIn = (bytes) => browser.evaluateLater(`
            const told = [];
            const warning = korobkaHost.warning;
            korobkaHost.warning = () => { const line = warning(); line && told.push(line); return line; };
            HTMLInputElement.prototype.showPicker = function () {
                const carried = new DataTransfer();
                const bytes = Uint8Array.from(atob("${bytes.toString("base64")}"), (c) => c.charCodeAt(0));
                carried.items.add(new File([bytes], "own.tar"));
                this.files = carried.files;
                this.onchange();
            };
            document.body.dataset.same = "yes";
            korobkaHost.takeIn();
            for (let times = 0; times < 600 && told.length === 0; times += 1) {
                await new Promise((resolve) => setTimeout(resolve, 100));
            }
            return told[0] ?? "";`).catch(() => "");
        const bytes = Buffer.from(archive, "base64");
        const other = Buffer.from(execFileSync("tar", ["-cf", "-", "-C", folder, "index.html"]));
        for (const [what, broken, line] of [
            ["cut off", bytes.subarray(0, 700), "own.tar was not restored: it is cut off"],
            ["cut off behind its last file", bytes.subarray(0, -1024), "own.tar was not restored: it is cut off"],
            ["damaged", Buffer.from(bytes).fill(1, 0, 20), "own.tar was not restored: it is not an archive"],
            ["another archive", other, "own.tar was not restored: index.html is not a file of this game"],
        ]) {
            const told = await takeIn(broken);
            check(told.startsWith(line), `${what}: ${told}`);
        }
        check(JSON.stringify(await checksums("/home")) === JSON.stringify(before), "nothing has changed");
        // On another machine there is nothing yet.
        await browser.evaluateLater(`
            const open = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
            const database = await open(indexedDB.open("korobka", 1));
            const transaction = database.transaction("files", "readwrite");
            transaction.objectStore("files").clear();
            await new Promise((resolve) => (transaction.oncomplete = resolve));
            database.close();`);
        // What the game keeps meanwhile is of before, and is not written over what is taken in.
        await browser.evaluate(
            'setInterval(() => korobkaHost.keep("/home/data/one..two", new Uint8Array([3])), 1); return "";');
        await takeIn(bytes);
        await browser.wait("the page again", "return !document.body.dataset.same && document.body.dataset.screen");
        check(JSON.stringify(await checksums("/home")) === JSON.stringify(before), "everything is there again");
    },

    async "a second tab says that it keeps nothing, and the first one's files stay"() {
        await begin();
        await sleep(800);
        const first = await stored("/home/config/settings.toml");
        await browser.press("m", 120);
        // What the tests before have left is there already: the key's change is waited for.
        const written = async () => (await stored("/home/config/settings.toml")) !== first;
        check(await until(written), "the settings are written");
        const before = await stored("/home/config/settings.toml");
        await browser.inAnotherTab(async () => {
            await browser.beforeEveryPage(LISTENING);
            await begin();
            const says = () => browser.evaluate("return told.some((line) => line.includes('open in another tab'))");
            check(await until(says), "it says so");
            await sleep(1500);
            await picture("second-tab");
            await browser.press("m", 120);
            const spoken = () => browser.evaluate("return document.getElementById('spoken').textContent");
            const isHeard = async () => /Sound (muted|on)/.test(await spoken());
            check(await until(isHeard), `the key is heard: ${await spoken()}`);
            await sleep(2500);
            check((await stored("/home/config/settings.toml")) === before, "the second tab writes nothing");
        });
        await browser.press("m", 120);
        const changed = async () => (await stored("/home/config/settings.toml")) !== before;
        check(await until(changed), "the first tab goes on writing");
    },
});

/** The tests of a page of which a new version comes, with what main.mjs lends them. */
export const versionTests = ({ browser, check, until, folder, pictures }) => ({
    async "a new version comes whole, whatever the browser has kept of the one before"() {
        const wait = () => browser.wait("a page", "return document.body.dataset.screen");
        const sound = "assets/sounds/lock.ogg";
        const newer = join(pictures, "newer");
        await rm(newer, { recursive: true, force: true });
        await cp(folder, newer, { recursive: true });
        const [version] = (await readdir(folder)).filter((name) => /^\d+$/.test(name));
        await rename(join(newer, version), join(newer, `9${version}`));
        for (const name of ["index.html", "service.js"]) {
            const text = await readFile(join(newer, name), "utf8");
            await writeFile(join(newer, name), text.replaceAll(version, `9${version}`));
        }
        await appendFile(join(newer, sound), "newer");
        /** How many bytes of the sound are kept, and whether the page that is kept is the newer one. */
        const kept = () => browser.evaluateLater(`
            const sound = await caches.match("${sound}");
            const page = await caches.match("./");
            return sound && page
                ? [(await sound.arrayBuffer()).byteLength, (await page.text()).includes("9${version}")] : [0, false];`);
        // A host that lets browsers keep the page and its sounds for an hour.
        const older = await serve(folder, 0, undefined, "max-age=3600");
        await browser.open(older.address);
        await wait();
        check(await until(async () => (await kept())[0] > 0), "the first version is kept");
        const [before] = await kept();
        older.close();
        const host = await serve(newer, Number(new URL(older.address).port), undefined, "max-age=3600");
        try {
            await browser.open(host.address);
            await wait();
            const shown = await browser.evaluate("return korobka.part('page.js')");
            check(shown.includes(`9${version}`), `the newest page is shown: ${shown}`);
            const licences = await (await fetch(new URL("LIBRARIES.txt", host.address))).text();
            check(/^wasm-bindgen .*: MIT/m.test(licences), "its libraries' licences come with it");
            await browser.evaluateLater(`await (await navigator.serviceWorker.getRegistration()).update();`);
            const replaced = async () => {
                // The worker of the older version goes once no tab shows its page any more.
                await browser.open("about:blank");
                await browser.open(host.address);
                await wait();
                const [bytes, isNewer] = await kept();
                return bytes === before + 5 && isNewer;
            };
            check(await until(replaced), `sound and page are the newer ones: ${await kept()}`);
        } finally {
            host.close();
            await browser.console();
        }
    },

    async "of what comes late the page alone is answered from what is kept, and no licence is answered with it"() {
        /** How many milliseconds the host takes for a file. */
        const late = new Map();
        const host = await serve(folder, 0, async (name, bytes) => {
            await sleep(late.get(name) ?? 0, undefined, { ref: false });
            return bytes;
        });
        const open = async () => {
            await browser.open(host.address);
            await browser.wait("a page", "return document.body.dataset.screen");
        };
        try {
            await open();
            const isKept = () => browser.evaluate("return navigator.serviceWorker.controller !== null");
            check(await until(isKept), "the page is kept");
            late.set("/LIBRARIES.txt", 6000).set("/index.html", 1000 * PATIENCE);
            await browser.open(`${host.address}LIBRARIES.txt`);
            const shown = await browser.evaluate("return document.body.innerText");
            check(shown.includes("wasm-bindgen"), `the licences are waited for: ${shown.slice(0, 80)}`);
            const from = Date.now();
            await open();
            check(Date.now() - from < 1000 * PATIENCE, "the page is not");
        } finally {
            host.close();
            await browser.console();
        }
    },
});

/** The tests of a page that does not come whole. Their lines on the console are not ours: they come last. */
export const brokenTests = ({ browser, visit, picture, check, until, stored, address, folder, damaged }) => {
    const { visitWithout, says } = lackingBrowser({ browser, until, address });
    const failed = () => browser.evaluate("return document.body?.dataset.failed");
    // What the browser has of the page from earlier visits would hide what the host does; the database stays.
    const forgetPage = async () => {
        await browser.evaluateLater(`
            for (const worker of await navigator.serviceWorker.getRegistrations()) {
                await worker.unregister();
            }
            await Promise.all((await caches.keys()).map((name) => caches.delete(name)));`);
        await browser.send("POST", "/goog/cdp/execute", { cmd: "Network.clearBrowserCache", params: {} });
    };
    /**
     * Opens the page anew at a host that holds the game's module back, and gives what lets it come. Chromium may ask
     * for it some time later, while it still has to do with an earlier request for the same file.
     */
    const openStalled = async () => {
        await visit("?mode=zen", "Play");
        await forgetPage();
        let goOn;
        const stall = (bytes) => new Promise((resolve) => {
            goOn = () => resolve(bytes);
        });
        damaged((path, bytes) => path.endsWith("/korobka_bg.wasm") ? stall(bytes) : bytes);
        await browser.open(address);
        return () => goOn?.();
    };
    /** Opens the page, which is to say that something is wrong, and gives what it says. */
    const openBroken = async (name) => {
        await browser.open(address);
        check(await until(failed), `${name}: a line`);
        const [said, shown] = [await failed(), await browser.evaluate("return document.body.innerText")];
        check(shown.includes(said), `${name}: the line is seen: ${said}`);
        return said;
    };
    const half = (bytes) => bytes.subarray(0, bytes.length / 2);
    const none = () => undefined;

    return {
        async "a part that is cut off, broken or missing is one line, and nothing that was kept is lost"() {
            await visit("?mode=zen", "Play");
            const keeps = () => stored("/home/config/settings.toml");
            const first = await keeps();
            await browser.press("m", 120);
            check(await until(async () => (await keeps()) !== first), "the settings are written");
            const settings = await keeps();
            const broken = [
                ["korobka_bg.wasm", half, "loaded"],
                ["korobka_bg.wasm", (bytes) => Buffer.from(bytes).fill(0xff, 4096, 8192), "loaded"],
                ["assets.tar", (bytes) => bytes.subarray(0, 30_000), "assets.tar has 30000 bytes where it should have"],
                ["page.js", none, "A part of the page could not be loaded"],
                ["korobka.js", () => Buffer.from("nonsense ("), "A part of the page could not be loaded"],
                ["sizes.json", () => Buffer.from("{"), "The game could not be loaded"],
            ];
            for (const [name, change, line] of broken) {
                await forgetPage();
                damaged((path, bytes) => path.endsWith(`/${name}`) ? change(bytes) : bytes);
                const said = await openBroken(name);
                check(said.includes(line), `${name}: it says ${said}`);
                await picture(`broken-${name}`);
            }
            await forgetPage();
            damaged((_, bytes) => bytes);
            await visit("?mode=zen", "Play");
            check((await keeps()) === settings, "the settings are as they were");
            await browser.console();
        },

        async "a page that came in part is whole when it is loaded again, whatever the browser has kept of it"() {
            const whole = () => damaged((_, bytes) => bytes);
            /** Loads the page again, as the line says, by the button beside the line or by the browser's own. */
            const again = async (name, byButton) => {
                const isSeen = await browser.evaluate("return document.getElementById('again')?.checkVisibility()");
                check(isSeen, `${name}: there is a button to load it again, as an installed page has no other`);
                if (byButton) {
                    await browser.press("Enter");
                } else {
                    await browser.send("POST", "/refresh", {});
                }
                const isThere = () => browser.evaluate("return document.body?.dataset.screen");
                check(await until(isThere), `${name}: then it is there`);
                check(!(await failed()), `${name}: and says ${await failed()}`);
            };
            const broken = [
                ["korobka_bg.wasm", half, /_bg\.wasm has \d+ bytes where it should have \d+\. Load the page again/],
                ["korobka_bg.wasm", none, /korobka_bg\.wasm: the server says 404\. Load the page again/],
                ["sizes.json", none, /sizes\.json: the server says 404\. Load the page again/],
                ["sound.js", half, /A part of the page could not be loaded\. Load it again/],
            ];
            await visit("?mode=zen", "Play");
            for (const [at, [name, change, line]] of broken.entries()) {
                await forgetPage();
                damaged((path, bytes) => path.endsWith(`/${name}`) ? change(bytes) : bytes);
                const said = await openBroken(name);
                check(line.test(said), `${name}: it says ${said}`);
                whole();
                await again(name, at % 2 === 0);
            }
            await browser.console();
        },

        async "a worker that did not come whole answers at a later visit, whatever the browser has kept of it"() {
            await visit("?mode=zen", "Play");
            const nonsense = () => Buffer.from("nonsense (");
            const line = "No worker could be loaded";
            const isLacking = () => browser.evaluate("return told.some((said) => said.includes(arguments[0]))", line);
            const hasAnswered = () => browser.evaluate("return korobka.search.length > 0");
            const visitMatch = (act) => visitWithout("", "?mode=versus&opponent=champion:8&seed=3", async () => {
                await browser.wait("the match", "return document.body.dataset.screen === 'Play'");
                await act();
            });
            // After that line the page fetches the parts anew. Left before they are there, it would have nothing of it.
            const fetchesAnew = () => until(() => browser.evaluate(`
                return performance.getEntriesByType("resource").filter(({ name, initiatorType }) =>
                    initiatorType === "fetch" && /worker(_bg)?\\.(js|wasm)$/.test(name)).length > 2;`), 15);
            for (const [name, change] of [
                ["worker.js", nonsense], ["korobka-worker.js", nonsense], ["korobka-worker_bg.wasm", half],
            ]) {
                await forgetPage();
                damaged((path, bytes) => path.endsWith(`/${name}`) ? change(bytes) : bytes);
                await visitMatch(async () => {
                    check(await says(line), `${name}: the worker is broken at first`);
                    await fetchesAnew();
                    check(!(await hasAnswered()), `${name}: a broken worker answers nothing`);
                });
                damaged((_, bytes) => bytes);
                let answered = false;
                const answers = async () => {
                    await visitMatch(async () => {
                        const isClear = async () => (answered = await hasAnswered()) || await isLacking();
                        check(await until(isClear), `${name}: a worker answers, or the page says that none does`);
                        answered || await fetchesAnew();
                    });
                    return answered;
                };
                check(await until(answers), `${name}: a worker answers`);
            }
            await browser.console();
        },

        async "a download that stalls is told, and goes on when the host does"() {
            const letCome = await openStalled();
            const shown = () => browser.evaluate("return document.body.innerText");
            check(await until(async () => (await shown()).includes("Nothing has come")), "it says so");
            const hasButton = () => browser.evaluate("return document.getElementById('again').checkVisibility()");
            check(await hasButton(), "the button loads the page again, as the line says");
            damaged((_, bytes) => bytes);
            letCome();
            await browser.wait("a page", "return document.body.dataset.screen");
            check(await until(async () => !(await hasButton())), "the button is gone");
            await browser.console();
        },

        async "parts that came broken and rest when they come anew are told, and loaded when the host goes on"() {
            await visit("?mode=zen", "Play");
            await forgetPage();
            let letCome;
            let asked = 0;
            damaged((path, bytes) => {
                if (path.endsWith("/korobka_bg.wasm")) {
                    return sleep(3000).then(() => bytes);
                }
                if (!path.endsWith("/assets.tar")) {
                    return bytes;
                }
                asked += 1;
                return asked === 1 ? half(bytes) : new Promise((resolve) => {
                    letCome = () => resolve(bytes);
                });
            });
            await browser.open(address);
            const shown = () => browser.evaluate("return document.body.innerText");
            check(await until(async () => (await shown()).includes("Loading again")), "it loads again");
            const counts = async () => (await shown()).includes("Loading: ");
            check(!(await until(counts, 8)), "what still comes of the parts before is not counted over it");
            check(await until(async () => (await shown()).includes("Loading again takes")), "it says so");
            const isSeen = await browser.evaluate("return document.getElementById('again').checkVisibility()");
            check(isSeen, "the button loads the page again, as the line says");
            const busy = await browser.evaluate("return document.getElementById('told').getAttribute('aria-busy')");
            check(busy === "false", "a screen reader reads it");
            damaged((_, bytes) => bytes);
            letCome();
            const isThere = () => browser.evaluate("return document.body?.dataset.screen");
            check(await until(isThere), "then it is there");
            await browser.console();
        },

        async "a link that is opened in the same tab while the page still loads is followed"() {
            const letCome = await openStalled();
            // Where the machine is slow, the line may already say that nothing comes.
            const shown = () => browser.evaluate("return document.body.innerText");
            const loads = async () => /Loading:|Nothing has come/.test(await shown());
            check(await until(loads), "it loads");
            damaged((_, bytes) => bytes);
            await browser.evaluate("location.hash = 'mode=zen'");
            letCome();
            await browser.wait("the match of the link", "return document.body?.dataset.screen === 'Play'");
            await browser.console();
        },

        async "what is kept for days without a network may lack a part, or have half of one"() {
            // A site of its own, which nobody has visited before.
            const host = await serve(folder);
            const open = async () => {
                await browser.open(host.address);
                await browser.wait("a page", "return document.body?.dataset.screen");
            };
            try {
                await open();
                for (const kept of ["new Response((await found.blob()).slice(0, 30_000))", "undefined"]) {
                    const spoil = () => browser.evaluateLater(`
                        for (const name of await caches.keys()) {
                            const cache = await caches.open(name);
                            const found = await cache.match(korobka.part("assets.tar"));
                            if (found) {
                                const other = ${kept};
                                await (other ? cache.put(found.url, other) : cache.delete(found.url));
                                return true;
                            }
                        }
                        return false;`);
                    check(await until(spoil), "a part is kept");
                    await browser.open("about:blank");
                    await open();
                }
            } finally {
                host.close();
                await browser.console();
            }
        },
    };
};
