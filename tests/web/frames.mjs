// How soon a first piece moves, and what a frame costs the page's main thread.
import { setTimeout as sleep } from "node:timers/promises";

/** Two boards, both champions thinking, 16 ticks a frame as on a screen of 60 a second. */
const MATCH = "?mode=watch&left=champion:91&right=champion:8&pps=3&seed=1&frame-ticks=16";

/** The tests of time, with what main.mjs lends it. */
export const frameTests = ({ browser, visit, check, until, figures }) => ({
    async "a first piece moves soon after the page is opened"() {
        await visit("?mode=marathon", "Play");
        const moved = "return performance.getEntriesByName('moved')[0]?.startTime";
        const moves = async () => {
            await browser.press("Left", 60);
            return browser.evaluate(moved);
        };
        check(await until(moves), "a key moves a piece");
        const after = (await browser.evaluate(moved)) / 1000;
        figures.push(`by a link a first piece moves after ${after.toFixed(1)} s, three of them the countdown's`);
    },

    async "frames of two boards are measured while the champion thinks"() {
        await visit(MATCH, "Play");
        await sleep(3000);
        // Emptied, since the lists lose their oldest numbers as they grow: no place in them stays.
        await browser.evaluate("korobka.frames.length = korobka.schedules.length = 0");
        // Some twelve seconds of the renderer's time are a second of the match.
        await sleep(40_000);
        const searched = () => browser.evaluate("return korobka.search.length");
        check(await until(async () => (await searched()) > 5), `the champion has thought ${await searched()} times`);
        for (const [name, what] of [["schedules", "the game's schedules"], ["frames", "all of it"]]) {
            const numbers = await browser.evaluate(`return [...korobka.${name}].sort((a, b) => a - b)`);
            const share = (part) => numbers[Math.floor(part * (numbers.length - 1))].toFixed(1);
            figures.push(`main thread in a frame of two boards with 16 ticks, ${what}: median ${share(0.5)} ms, ` +
                `99 % ${share(0.99)}, most ${share(1)} (${numbers.length} frames)`);
        }
    },
});
