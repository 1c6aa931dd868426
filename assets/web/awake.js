// The screen stays on while something goes on that nobody touches it for.

/** Milliseconds between two looks at whether it is to stay on: far fewer than those until a screen goes dark. */
const LOOK = 1000;

/**
 * Keeps the screen on while `isWanted` says so, where the browser can. It may refuse, as on a low battery, and it takes
 * back what it gave once nobody sees the tab: the next look asks again.
 */
export async function keepAwake(isWanted) {
    for (let lock; navigator.wakeLock;) {
        await new Promise((resolve) => setTimeout(resolve, LOOK));
        try {
            if (!isWanted()) {
                await lock?.release();
                lock = undefined;
            } else if (!document.hidden && (lock?.released ?? true)) {
                lock = await navigator.wakeLock.request("screen");
            }
        } catch {
            // The screen goes dark as it would without the page.
        }
    }
}
