// Links that hold something: a custom game, a board, a replay; and the review of a replay.
import { setTimeout as sleep } from "node:timers/promises";

/** From the menu to the list of replays, the sixth from its end. */
async function openReplays({ visit, choose }) {
    await visit("", "Title");
    await sleep(800);
    await choose(6, "Replays");
}

/** The test of links, with what main.mjs lends it. */
export const linkTests = ({ browser, visit, go, choose, screen, picture, check, checksums, address }) => ({
    async "links open the custom game or the replay that they hold, and a link is copied"() {
        await browser.open(address + "#custom=width%3D12+pieces%3Dpentomino");
        await screen("Play");
        await sleep(3500);
        await picture("link-custom");
        // A quiz: hold O, then I, S and Z over nine grey cells.
        await browser.open(address + "#board=v115@bhI8KeAgWXAFLDmClcJSAVjiSAVG88A4N88A5sDCA");
        await screen("Play");
        await sleep(3500);
        await picture("link-board");
        // The games of the tests before this one are among the replays.
        await openReplays({ visit, choose });
        await picture("link-replays");
        await browser.press("l", 120);
        const link = await browser.wait("a link", "return copied.at(-1)");
        check(/^http.*#replay=[\w-]{100,}$/.test(link), `it is a link: ${link.slice(0, 80)}`);
        await browser.open(link);
        await screen("Replay");
        await sleep(1500);
        await picture("link-replay");
        await browser.open(link.slice(0, -40));
        await screen("Title");
        await sleep(800);
        await picture("link-broken");
        await visit("", "Title");
    },

    async "a game is reviewed in workers while the page answers, and the review is kept"() {
        // What is reviewed is the newest game of the tests before this one: a page that is left in the middle of a match
        // that it only watches keeps none of it.
        await browser.open(address + "?mode=watch&left=iwumbwe:12&right=iwumbwe:0&seed=5&pps=3&ticks=12000");
        await browser.wait("the end of the match", "return document.body.dataset.ended", 120);
        await openReplays({ visit, choose });
        await browser.press("r", 120);
        await screen("Review");
        await sleep(15_000);
        await picture("review");
        const from = Date.now();
        await go("Escape", "Replays");
        check(Date.now() - from < 2000, `the page answers within ${Date.now() - from} ms`);
        const names = Object.keys(await checksums("/home/data/replays"));
        check(names.some((name) => name.endsWith(".review")), `a review is kept: ${names.join(", ")}`);
    },
});
