// A database that goes away, is full, cannot be read or does not answer: files are kept all the same, or a line says
// that they are not.
import { setTimeout as sleep } from "node:timers/promises";
import { lackingBrowser } from "./lacking.mjs";

/** The tests of the database, with what main.mjs lends them. */
export const databaseTests = (lent) => {
    const { browser, check, until, stored } = lent;
    const { visitWithout, says, movesPiece } = lackingBrowser(lent);

    return {
        async "a database that goes away is a line, and the game goes on"() {
            const source = `
                const { transaction } = IDBDatabase.prototype;
                IDBDatabase.prototype.transaction = function (...asked) {
                    if (globalThis.isGone) {
                        throw new DOMException("The database connection is closing.", "InvalidStateError");
                    }
                    return transaction.apply(this, asked);
                };`;
            await visitWithout(source, "?mode=zen", async () => {
                await browser.wait("a game", "return document.body.dataset.screen === 'Play'");
                await browser.evaluate("isGone = true");
                await browser.press("m", 120);
                check(await says("Nothing more is kept in this browser"), "it says so");
                check(await movesPiece(), "a key moves a piece");
                await browser.press("m", 120);
            });
        },

        async "a database that the browser ends is opened again, and has what was kept meanwhile"() {
            const source = `
                const { transaction } = IDBDatabase.prototype;
                let ended;
                IDBDatabase.prototype.transaction = function (...asked) {
                    ended ??= globalThis.ends && this;
                    if (this === ended) {
                        throw new DOMException("The database connection is closing.", "InvalidStateError");
                    }
                    return transaction.apply(this, asked);
                };`;
            const keep = (path) => `korobkaHost.keep("/home/data/${path}", new TextEncoder().encode("kept"));`;
            const isKept = (path) => until(async () => (await stored(`/home/data/${path}`)) === "kept");
            await visitWithout(source, "?mode=zen", async () => {
                await browser.wait("a game", "return document.body.dataset.screen === 'Play'");
                await browser.evaluate(`${keep("before")} return 0;`);
                check(await isKept("before"), "there is a file");
                await browser.evaluate(`ends = true; ${keep("one")} ${keep("two")} return 0;`);
                check(await isKept("one") && await isKept("two"), "what was kept meanwhile is there");
                await browser.evaluate(`${keep("three")} return 0;`);
                check(await isKept("three"), "and what is kept later");
                const said = await browser.evaluate("return told.filter((line) => line.includes('kept'))");
                check(said.length === 0, `nothing is said of it, but ${said}`);
                const remove = (path) => `korobkaHost.keep("/home/data/${path}");`;
                await browser.evaluate(`${["before", "one", "two", "three"].map(remove).join(" ")} return 0;`);
                check(await until(async () => (await stored("/home/data/three")) === null), "they are removed");
            });
        },

        async "of a transaction that ends together with its database nothing is said, and its file is kept"() {
            // As in Safari, whose database says that it is closed after its transactions have said that they ended.
            const source = `
                const { transaction } = IDBDatabase.prototype;
                IDBDatabase.prototype.transaction = function (...asked) {
                    const begun = transaction.apply(this, asked);
                    if (globalThis.ends && asked[1] === "readwrite") {
                        globalThis.ends = false;
                        begun.addEventListener("abort", () => setTimeout(() => this.onclose()));
                        queueMicrotask(() => begun.abort());
                    }
                    return begun;
                };`;
            await visitWithout(source, "?mode=zen", async () => {
                await browser.wait("a game", "return document.body.dataset.screen === 'Play'");
                const keep = (bytes) => `korobkaHost.keep("/home/data/ended", ${bytes}); return 0;`;
                await browser.evaluate(`ends = true; ${keep("new TextEncoder().encode('kept')")}`);
                const isKept = async () => (await stored("/home/data/ended")) === "kept";
                check(await until(isKept), "it is kept all the same");
                check(await browser.evaluate("return ends === false"), "a transaction has ended");
                await sleep(2000);
                const said = await browser.evaluate("return told.filter((told) => told.includes('kept'))");
                check(said.length === 0, `nothing is said of it, but ${said}`);
                await browser.evaluate(keep("undefined"));
                check(await until(async () => (await stored("/home/data/ended")) === null), "it is removed");
            });
        },

        async "the browser is asked to keep the files for good once the player has done something"() {
            const source = `
                globalThis.asked = 0;
                StorageManager.prototype.persist = async () => Boolean(asked += 1);`;
            await visitWithout(source, "?mode=zen", async () => {
                await browser.wait("a game", "return document.body.dataset.screen === 'Play'");
                await sleep(2000);
                check(await browser.evaluate("return asked === 0"), "it is not asked before");
                await browser.press("m", 120);
                check(await until(() => browser.evaluate("return asked === 1")), "it is asked");
                await browser.press("m", 120);
                await sleep(4000);
                check(await browser.evaluate("return asked === 1"), "it is asked once");
            });
        },

        async "files that cannot be read are a line, and nothing is written over them"() {
            await visitWithout("", "?mode=zen", async () => {
                await browser.wait("a game", "return document.body.dataset.screen === 'Play'");
                await browser.press("m", 120);
                check(await until(() => stored("/home/config/settings.toml")), "there are settings");
                await browser.press("m", 120);
                await sleep(4000);
            });
            const before = await stored("/home/config/settings.toml");
            const source = `
                IDBObjectStore.prototype.getAll = () => {
                    throw new DOMException("Failed to read large IndexedDB value", "DataError");
                };`;
            await visitWithout(source, "?mode=zen", async () => {
                check(await says("Nothing can be kept in this browser"), "it says so");
                await browser.press("m", 120);
                await sleep(4000);
                check((await stored("/home/config/settings.toml")) === before, "the settings are as they were");
            });
        },

        async "files that cannot be read at first are read by a new connection"() {
            // As Safari may end what reads while a page is loaded again.
            const source = `
                const { getAll } = IDBObjectStore.prototype;
                globalThis.failures = 0;
                let first;
                IDBObjectStore.prototype.getAll = function () {
                    first ??= this.transaction.db;
                    if (this.transaction.db === first) {
                        failures += 1;
                        throw new DOMException("Attempt to get records without a transaction", "UnknownError");
                    }
                    return getAll.call(this);
                };`;
            await visitWithout(source, "?mode=zen", async () => {
                await browser.wait("a game", "return document.body.dataset.screen === 'Play'");
                check(await browser.evaluate("return failures === 1"), "they could not be read at first");
                const keep = (bytes) => browser.evaluate(`korobkaHost.keep("/home/data/read", ${bytes}); return 0;`);
                await keep("new TextEncoder().encode('kept')");
                check(await until(async () => (await stored("/home/data/read")) === "kept"), "files are kept");
                await sleep(1000);
                const said = await browser.evaluate("return told.filter((line) => line.includes('kept'))");
                check(said.length === 0, `nothing is said of it, but ${said}`);
                await keep("undefined");
                check(await until(async () => (await stored("/home/data/read")) === null), "it is removed");
            });
        },

        async "a file that is renamed on a full disk stays under its old name"() {
            // A file that is there already makes a request fail later, as a full disk does.
            const source = `
                const { put } = IDBObjectStore.prototype;
                IDBObjectStore.prototype.put = function (bytes, path) {
                    return globalThis.isFull ? this.add(bytes, "/home/data/old") : put.call(this, bytes, path);
                };`;
            const keep = (path, bytes) => `korobkaHost.keep("/home/data/${path}", ${bytes});`;
            await visitWithout(source, "?mode=zen", async () => {
                await browser.wait("a game", "return document.body.dataset.screen === 'Play'");
                const bytes = "new TextEncoder().encode('kept')";
                await browser.evaluate(keep("old", bytes) + keep("other", "new Uint8Array([1])"));
                check((await stored("/home/data/old")) === "kept", "there is a file");
                const rename = keep("new", bytes) + keep("old", "undefined");
                await browser.evaluate(`isFull = true; ${rename} ${keep("other", "undefined")} isFull = false;`);
                check(await says("new could not be kept"), "it says so");
                check((await stored("/home/data/old")) === "kept", "the old file is there");
                check((await stored("/home/data/other")) === null, "what is removed to make room is gone");
                await browser.evaluate(`isFull = true; ${keep("new", bytes)} isFull = false;`);
                check((await stored("/home/data/old")) === "kept", "the old file is still there");
                await sleep(1000);
                const lines = await browser.evaluate("return told.filter((line) => line.includes('new could not be'))");
                check(lines.length === 1, `of a disk that stays full it says so once: ${lines.length} times`);
                await browser.evaluate(keep("old", bytes) + rename);
                check((await stored("/home/data/new")) === "kept", "there is room again: it has its new name");
                check((await stored("/home/data/old")) === null, "and the old one is gone");
                await browser.evaluate(keep("new", "undefined"));
            });
        },

        async "of a database that does not answer the page says so, and goes on when it does"() {
            const source = `
                const { open } = IDBFactory.prototype;
                const answers = new Promise((resolve) => (globalThis.letAnswer = resolve));
                IDBFactory.prototype.open = function (...asked) {
                    const late = {};
                    answers.then(() => {
                        const request = open.apply(this, asked);
                        for (const kind of ["onupgradeneeded", "onsuccess"]) {
                            request[kind] = (event) => {
                                late.result = request.result;
                                late[kind]?.(event);
                            };
                        }
                    });
                    return late;
                };`;
            await visitWithout(source, "?mode=zen", async () => {
                const shown = () => browser.evaluate("return document.body.innerText");
                const tells = async () => (await shown()).includes("database, which has your files, does not answer");
                check(await until(tells), `it says ${await shown()}`);
                await browser.evaluate("letAnswer(); return 0;");
                await browser.wait("a game", "return document.body.dataset.screen === 'Play'", 90);
            });
        },
    };
};
