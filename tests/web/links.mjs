// Links that hold something: a custom game, a board, a replay; and a replay as a file, and its review.
import { setTimeout as sleep } from "node:timers/promises";

/** The tests of links, with what main.mjs lends them. */
export const linkTests = (lent) => {
    const { browser, visit, openTitle, go, choose, pressFor, screen, picture, check, until, checksums, address } = lent;
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
            check(await until(isOver), "a game is over");
            check(await until(isThere), "it is kept");
            await openTitle();
        }
        await choose("Replays", "Replays");
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
            const isCopied = () => browser.evaluate("return copied.length > 0");
            check(await pressFor("l", isCopied), "a link is copied");
            const link = await browser.evaluate("return copied.at(-1)");
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

        async "a replay leaves the page as a file and is opened from one, and a damaged one is a line"() {
            await openReplays();
            await browser.evaluate(`
                URL.createObjectURL = (blob) => {
                    globalThis.given = blob;
                    return "about:blank";
                };
                HTMLAnchorElement.prototype.click = function () {
                    globalThis.givenName = this.download;
                };
                return 0;`);
            // A step to the right leads to the button at the left.
            for (const key of ["Right", "Enter"]) {
                await browser.press(key, 120);
                await sleep(400);
            }
            const name = () => browser.evaluate("return globalThis.givenName ?? ''");
            check(await until(async () => (await name()).endsWith(".replay")), `it is given: ${await name()}`);
            check((await names()).includes(await name()), "it has the name that it is kept under");
            const drop = (name, ...parts) => browser.evaluate(`
                const dataTransfer = new DataTransfer();
                for (const part of [${parts}]) {
                    dataTransfer.items.add(new File([part], "${name}"));
                }
                dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
                return 0;`);
            await drop("cut.replay", "given.slice(0, given.size / 2)");
            const heard = () => browser.evaluate("return document.getElementById('spoken').textContent");
            check(await until(async () => (await heard()).includes("cut.replay")), `it says ${await heard()}`);
            await picture("replay-cut");
            await screen("Replays");
            // Two files of one name: the damaged one does not take the place of the other, nor is it missing then.
            await drop("brought.replay", "given", "given.slice(0, given.size / 2)");
            await screen("Replay");
            await sleep(1500);
            await picture("replay-opened");
        },

        async "a game is reviewed in workers while the page answers, and the review is kept"() {
            await openReplays();
            const isOpen = () => browser.evaluate("return document.body.dataset.screen === 'Review'");
            check(await pressFor("r", isOpen), "the review is opened");
            await browser.wait("an answer of a worker that reviews", "return training.reviewed > 0");
            // The page takes it in a frame.
            await sleep(2000);
            await picture("review");
            await go("Escape", "Replays");
            const isKept = async () => (await names()).some((name) => name.endsWith(".review"));
            check(await until(isKept), `a review is kept: ${(await names()).join(", ")}`);
        },
    };
};
