// Files of the player between visits, in the browser's database: a path and its bytes each.

import { pack, unpack } from "./archive.js";

const NAME = "korobka";
const STORE = "files";
/** The folder of the game's own files (src/doors/browser.rs), which archives leave out. */
const HOME = "/home/";
/** What an archive of the player's files may hold: nothing that leads out, though a name may have two dots in it. */
const OURS = /^(config|data)\/(?!(.*\/)?\.\.(\/|$))[^\0]+$/s;

/** Milliseconds in which another tab answers, a page that is loaded again gets the lock of the one before it, or a
 * database tells that it has gone together with its transaction. */
const PATIENCE = 1000;

/** Whether no other tab answers. For pages that may not lock anything: those over plain http. */
const isUnanswered = () => new Promise((resolve) => {
    if (!globalThis.BroadcastChannel) {
        return resolve(true);
    }
    const channel = new BroadcastChannel(NAME);
    const own = Math.random();
    let alone = false;
    const waiting = setTimeout(() => {
        alone = true;
        resolve(true);
    }, PATIENCE / 4);
    channel.onmessage = ({ data: { asks } }) => {
        // Of two that ask at once the one with the lower number stays.
        if (asks !== undefined && (alone || own < asks)) {
            channel.postMessage({});
        } else if (!alone) {
            clearTimeout(waiting);
            channel.close();
            resolve(false);
        }
    };
    channel.postMessage({ asks: own });
});

/** Whether no other tab of this browser has the game open. The answer holds until this tab is closed. */
const isAlone = () => new Promise((resolve) => {
    if (!navigator.locks) {
        return resolve(isUnanswered());
    }
    const controller = new AbortController();
    setTimeout(() => controller.abort(), PATIENCE);
    navigator.locks.request(NAME, { signal: controller.signal }, () => {
        resolve(true);
        // Safari may keep a page for the way back, and its lock with it: the next one would find itself the second.
        return new Promise((release) => {
            globalThis.addEventListener("pagehide", ({ persisted }) => persisted && release());
        });
    }).catch((error) => resolve(error.name !== "AbortError"));
});

/** A request of the database as a promise. */
const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = (event) => {
        // Firefox would report it as an error of the whole page as well.
        event.preventDefault();
        reject(request.error);
    };
});

/** The database, which is made where there is none. */
async function connect() {
    if (!globalThis.indexedDB) {
        throw new Error("it has no database for pages");
    }
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    return done(opening);
}

/** All files of a database, by their paths. */
async function readAll(database) {
    const store = database.transaction(STORE).objectStore(STORE);
    const [paths, contents] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    return new Map(paths.map((path, at) => [path, contents[at]]));
}

/** Whether two files have the same bytes. */
const isSame = (one, other) => one.length === other?.length && one.every((byte, at) => byte === other[at]);

/**
 * Opens the storage.
 *
 * @returns files: the files as they are now, a Map of path and bytes; keep(path, bytes): keeps a file from now on, or
 * removes it where there are no bytes; keeps(): whether it does; isSecond: whether another tab keeps them; saved():
 * resolves once everything is written; give(name, parts): gives the player a file to download, of the parts that a
 * function makes; download(): gives the player all files in an archive; takeIn(file): takes the files of such an
 * archive in, and resolves to whether it did; warnings: lines for the player.
 */
export async function openStorage() {
    const warnings = [];
    let database;
    let files = new Map();
    let isSecond = false;
    // Until it answers: a download that goes on writes over the line.
    const stalled = setInterval(() => {
        tellStalled("The browser's database, which has your files, does not answer. Wait, load the page again, or " +
            "restart the browser.");
    }, STALLED);
    try {
        database = await connect();
        // Two tabs would write over each other's files: the second one reads alone. Files are read after that, since a
        // tab that is being closed writes its last ones.
        isSecond = !await isAlone();
        files = await readAll(database).catch(async () => {
            // Safari may end what reads while a page is loaded again, with all files unhurt: its words are "without an
            // in-progress transaction". A new connection reads them.
            database.close();
            database = await connect();
            return readAll(database);
        });
    } catch (error) {
        // What cannot be read must not be written over: the game begins without it.
        database?.close();
        database = undefined;
        isSecond = false;
        warnings.push(`Nothing can be kept in this browser: ${error?.message ?? error}`);
    }
    clearInterval(stalled);
    let writes = database !== undefined && !isSecond;
    if (isSecond) {
        warnings.push("The game is open in another tab, which keeps what you do there. Nothing is kept in this one.");
    }
    let isOpenedAgain = false;
    /**
     * Nothing more reaches the database. Safari takes it from pages that nobody sees for a while: it is opened again,
     * and then gets what was kept meanwhile. Where that does not help, or its files have been deleted, the player is
     * told, once.
     */
    const lose = async (error) => {
        if (!writes) {
            return;
        }
        writes = false;
        held = new Map();
        try {
            if (isOpenedAgain) {
                // Nothing has been written since.
                throw error;
            }
            isOpenedAgain = true;
            database.close();
            database = await Promise.race([connect(), new Promise((_, reject) => setTimeout(reject, STALLED))]);
            database.onclose = () => lose("its database is gone");
            const there = new Set(await done(database.transaction(STORE).objectStore(STORE).getAllKeys()));
            refused.forEach((path) => held.has(path) || held.set(path, files.get(path)));
            if ([...files.keys()].some((path) => !there.has(path) && !held.has(path))) {
                throw error;
            }
            writes = true;
            const late = held;
            held = undefined;
            // What is refused from now on is to be told.
            refused.clear();
            late.forEach((bytes, path) => keep(path, bytes));
        } catch {
            held = undefined;
            warnings.push(`Nothing more is kept in this browser: ${error?.message ?? error}. Settings, Rules, has ` +
                "everything as a download.");
        }
    };
    if (database) {
        database.onclose = () => lose("its database is gone");
    }
    // A page that the browser has kept for the way back does not know what another one has written since.
    globalThis.addEventListener("pageshow", ({ persisted }) => {
        if (persisted) {
            writes = false;
            location.reload();
        }
    });
    let isAsked = false;
    /**
     * Asks the browser, once, not to throw the database away when its disk is full. Firefox asks the player in turn:
     * not before there is something of the player's to keep.
     */
    const askToPersist = () => {
        if (!isAsked && (navigator.userActivation?.hasBeenActive ?? true)) {
            isAsked = true;
            navigator.storage?.persist?.().catch(() => {});
        }
    };
    let writing = Promise.resolve();
    /** The file that this task has written last, as its bytes and the store of its transaction, which is still open. */
    let written;
    /** The files that could not be kept when that was tried last, of which the player has been told. */
    const refused = new Set();
    /**
     * What the game keeps while an archive is taken in, which is written only if that fails, or while the database is
     * opened again.
     */
    let held;
    const keep = (path, bytes) => {
        const before = files.get(path);
        bytes === undefined ? files.delete(path) : files.set(path, bytes);
        if (!writes) {
            held?.set(path, bytes);
            return;
        }
        askToPersist();
        let transaction;
        try {
            // A renamed file is written again and then removed: on a full disk that refuses the one, the other must
            // not happen either.
            if (bytes === undefined && written && isSame(written.bytes, before)) {
                written.store.delete(path);
                return;
            }
            // Each other one in a transaction of its own, in order: after a killed tab every file is whole, an old one
            // or a new one.
            transaction = database.transaction(STORE, "readwrite");
            const store = transaction.objectStore(STORE);
            bytes === undefined ? store.delete(path) : store.put(bytes, path);
            written = bytes && { bytes, store };
        } catch (error) {
            lose(error);
            held?.set(path, bytes);
            return;
        }
        queueMicrotask(() => {
            written = undefined;
            try {
                transaction.commit?.();
            } catch {
                // It has been aborted, which is told below.
            }
        });
        const ended = new Promise((resolve) => {
            transaction.oncomplete = () => {
                refused.delete(path);
                isOpenedAgain = false;
                resolve();
            };
            transaction.onabort = () => {
                // The game in progress is kept every few seconds: a disk that stays full is told once.
                const why = transaction.error?.message ?? "the browser says no";
                if (!refused.has(path)) {
                    refused.add(path);
                    // A database that Safari takes away ends its transactions before it says so. Once it is opened
                    // again it gets what they had: of that nothing is told.
                    const tell = () => warnings.push(`${path} could not be kept: ${why}`);
                    setTimeout(() => writes && refused.has(path) && tell(), PATIENCE);
                }
                resolve();
            };
        });
        writing = writing.then(() => ended);
    };
    /** Gives a file to the system's sheet, which saves it too. The player may break that off. */
    const share = (file) => navigator.share({ files: [file] }).catch(({ name, message }) =>
        name === "AbortError" || warnings.push(`${file.name} could not be shared: ${message}`));
    const give = (name, parts) => {
        const link = document.createElement("a");
        try {
            // Of no kind that a browser would show in place of the game.
            const file = new File(parts(), name, { type: "application/octet-stream" });
            // A page on the home screen of an iPhone or iPad shows a download in its own place, and no way leads back:
            // https://bugs.webkit.org/show_bug.cgi?id=236943. Only there is it told that it stands alone.
            if (navigator.standalone && navigator.canShare?.({ files: [file] })) {
                return share(file);
            }
            link.href = URL.createObjectURL(file);
        } catch (error) {
            return warnings.push(`${name} could not be made: ${error.message}`);
        }
        link.download = name;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    };
    const download = () => give("korobka.tar",
        () => pack([...files].map(([path, bytes]) => [path.slice(HOME.length), bytes])));
    const takeIn = async (file) => {
        try {
            if (!writes) {
                throw new Error("nothing can be kept in this tab");
            }
            // All of it is read before anything is written.
            const found = [...unpack(new Uint8Array(await file.arrayBuffer()))]
                .map(([name, bytes]) => [name.replace(/^\.\//, ""), bytes]);
            const other = found.find(([name]) => !OURS.test(name));
            if (found.length === 0 || other) {
                throw new Error(other ? `${other[0]} is not a file of this game` : "there is no file in it");
            }
            await writing;
            // What the game keeps from now until the page is loaded again is of before.
            writes = false;
            held = new Map();
            try {
                const transaction = database.transaction(STORE, "readwrite");
                found.forEach(([name, bytes]) => transaction.objectStore(STORE).put(bytes.slice(), HOME + name));
                await new Promise((resolve, reject) => {
                    transaction.oncomplete = resolve;
                    transaction.onabort = () => reject(transaction.error ?? new Error("the browser says no"));
                });
            } catch (error) {
                writes = true;
                held.forEach((bytes, path) => keep(path, bytes));
                throw error;
            }
            return true;
        } catch (error) {
            warnings.push(`${file.name} was not restored: ${error?.message ?? error}`);
            return false;
        }
    };
    return { files, keep, keeps: () => writes, isSecond, saved: () => writing, give, download, takeIn, warnings };
}
