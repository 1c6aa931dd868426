// Keeps this version of the page, so that it plays without a network from the second visit on. `.ci/web` fills in the
// names between the at signs.

const FILES = @FILES@;
const PAGE = "korobka-@VERSION@";
const MUSIC = "korobka-music-@MUSIC@";
// Milliseconds for which the newest page is waited for. Then the one that was kept has to do.
const PATIENCE = 4000;

self.addEventListener("install", (event) => {
    event.waitUntil(caches.open(PAGE).then((cache) => cache.addAll(FILES)));
});

// This comes once no tab shows an earlier version any more, since such a tab may yet want a file of its own version.
self.addEventListener("activate", (event) => {
    const isOld = (name) => name.startsWith("korobka-") && name !== PAGE && name !== MUSIC;
    const removed = caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))));
    event.waitUntil(removed);
});

self.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method === "GET" && request.url.startsWith(self.registration.scope)) {
        event.respondWith(request.mode === "navigate" ? newestPage(request) : file(request));
    }
});

/** The page as the host has it, which names the folder of its version; without an answer the one that was kept. */
async function newestPage(request) {
    try {
        const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
        if (response.ok) {
            return response;
        }
    } catch {
        // No network, or none that answers in time.
    }
    return (await caches.match(self.registration.scope)) ?? Response.error();
}

/** A file that was kept, or else from the host. Music is kept once it has been played. */
async function file(request) {
    const kept = await caches.match(request);
    if (kept) {
        return kept;
    }
    const response = await fetch(request);
    if (response.status === 200 && request.url.includes("/assets/music/")) {
        const copy = response.clone();
        const cache = await caches.open(MUSIC);
        await cache.put(request, copy).catch(() => {});
    }
    return response;
}
