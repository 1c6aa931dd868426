// Links that hold something: a custom game, a board, a replay; and the review of a replay.
import { setTimeout as sleep } from "node:timers/promises";

/** The tests of links, with what main.mjs lends them. */
export const linkTests = (lent) => {
    const { browser, visit, openTitle, go, choose, screen, picture, check, until, checksums, address } = lent;
    const names = async () => Object.keys(await checksums("/home/data/replays"));
    /** Goes to the list of replays. Where no test before has left a game there, one is played first. */
    const openReplays = async () => {
        await openTitle();
        const isThere = async () => (await names()).some((name) => name.endsWith(".replay"));
        if (!(await isThere())) {
            await visit("?mode=marathon", "Play");
            // Pieces dropped where they appear top out soon.
            const isOver = async () => {
                await browser.press("Space", 40);
                return browser.evaluate("return document.body.dataset.overlay === 'Results'");
            };
            check(await until(isOver, 90), "a game is over");
            check(await until(isThere, 20), "it is kept");
            await openTitle();
        }
        // The sixth from the menu's end.
        await choose(6, "Replays");
    };

    return {
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
            await openReplays();
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
            await openReplays();
            await browser.press("r", 120);
            await screen("Review");
            await sleep(15_000);
            await picture("review");
            const from = Date.now();
            await go("Escape", "Replays");
            check(Date.now() - from < 2000, `the page answers within ${Date.now() - from} ms`);
            const kept = await names();
            check(kept.some((name) => name.endsWith(".review")), `a review is kept: ${kept.join(", ")}`);
        },
    };
};
