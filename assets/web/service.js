// Keeps this version of the page, so that it plays without a network from the second visit on. `.ci/web` fills in the
// names between the at signs.

const FILES = @FILES@;
// One host may have several copies of the page, each in a folder of its own.
const PLACE = new URL(self.registration.scope).pathname;
const PAGE = `korobka-@VERSION@ ${PLACE}`;
const MUSIC = `korobka-music-@MUSIC@ ${PLACE}`;
// Milliseconds for which the newest page is waited for. Then the one that was kept has to do.
const PATIENCE = 4000;

self.addEventListener("install", (event) => {
    // As the host has them now: what the browser has of an earlier version under the same name would be kept for good.
    // Only what lies in the folder of a version never changes, and what the page has loaded of it is not sent again.
    const cache = (name) => /^\d+\//.test(name) ? "default" : "no-cache";
    const fresh = FILES.map((name) => new Request(name, { cache: cache(name) }));
    event.waitUntil(caches.open(PAGE).then((cache) => cache.addAll(fresh)));
});

// This comes once no tab shows an earlier version any more, since such a tab may yet want a file of its own version.
self.addEventListener("activate", (event) => {
    // Earlier versions gave their caches names without a place.
    const isOurs = (name) => name.startsWith("korobka-") && (!name.includes(" ") || name.endsWith(` ${PLACE}`));
    const isOld = (name) => isOurs(name) && name !== PAGE && name !== MUSIC;
    const removed = caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))));
    // From now on this also answers the page of the first visit, so that the music which that plays is kept.
    event.waitUntil(removed.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) {
        return;
    }
    if (request.mode !== "navigate") {
        event.respondWith(file(request));
    } else if ([PLACE, `${PLACE}index.html`].includes(new URL(request.url).pathname)) {
        event.respondWith(newestPage(request));
    }
    // Another document beside the page, as a licence, is the browser's own affair: the game would stand in its place.
});

/** The page as the host has it, which names the folder of its version; without an answer the one that was kept. */
async function newestPage(request) {
    try {
        const controller = new AbortController();
        setTimeout(() => controller.abort(), PATIENCE);
        const response = await fetch(request, { cache: "no-cache", signal: controller.signal });
        if (response.ok) {
            // All of it: a page that has come in part when the patience ends would stay a part.
            return new Response(await response.arrayBuffer(), response);
        }
    } catch {
        // No network, or none that answers in time.
    }
    // Without a kept page, as where the browser refuses its cache, the host may take its time.
    return (await kept(self.registration.scope)) ?? fetch(request);
}

/** What was kept of a request, if anything. A browser whose disk is full or broken may refuse all of its cache. */
const kept = (request) => caches.match(request).catch(() => undefined);

/**
 * A file that was kept, or else from the host. Music is kept once it has been played. What the page asks for past all
 * that is kept did not come whole: from then on the host's is kept.
 */
async function file(request) {
    const found = await kept(request);
    if (found && request.cache !== "reload") {
        return found;
    }
    const response = await fetch(request).catch((error) => found ?? Promise.reject(error));
    const place = request.url.includes("/assets/music/") ? MUSIC : found && PAGE;
    if (response !== found && response.status === 200 && place) {
        const copy = response.clone();
        await caches.open(place).then((cache) => cache.put(request, copy)).catch(() => {});
    }
    return response;
}
