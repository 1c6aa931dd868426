// Files of the player between visits, in the browser's database: a path and its bytes each.

const NAME = "korobka";
const STORE = "files";

/** A request of the database as a promise. */
const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
});

/**
 * Opens the storage.
 *
 * @returns files: what was kept, as pairs of path and bytes; keep(path, bytes): keeps a file from now on, or removes it
 * where there are no bytes; saved(): resolves once everything is written; warnings: lines for the player.
 */
export async function openStorage() {
    const warnings = [];
    let database;
    let files = [];
    try {
        const opening = indexedDB.open(NAME, 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
        database = await done(opening);
        const store = database.transaction(STORE).objectStore(STORE);
        const [paths, contents] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
        files = paths.map((path, at) => [path, contents[at]]);
        // Without this a browser may throw the database away when its disk is full.
        navigator.storage?.persist?.();
    } catch (error) {
        warnings.push(`Nothing can be kept in this browser: ${error?.message ?? error}`);
    }
    let writing = Promise.resolve();
    const keep = (path, bytes) => {
        if (!database) {
            return;
        }
        // Each in a transaction of its own, in order: after a killed tab every file is whole, an old one or a new one.
        const transaction = database.transaction(STORE, "readwrite");
        const store = transaction.objectStore(STORE);
        bytes === undefined ? store.delete(path) : store.put(bytes, path);
        const written = new Promise((resolve) => {
            transaction.oncomplete = resolve;
            transaction.onabort = () => {
                warnings.push(`${path} could not be kept: ${transaction.error?.message ?? "the browser says no"}`);
                resolve();
            };
        });
        writing = Promise.all([writing, written]);
    };
    return { files, keep, saved: () => writing, warnings };
}
