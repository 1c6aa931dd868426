// What the page computes is what the program computes natively: matches, a search, and a player that is trained.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PATIENCE } from "./browser.mjs";

const golden = JSON.parse(await readFile(new URL("golden.json", import.meta.url), "utf8"));
const spread = (numbers) => {
    const sorted = [...numbers].sort((a, b) => a - b);
    return `median ${sorted[sorted.length >> 1].toFixed(1)}, most ${sorted.at(-1).toFixed(1)}`;
};

/** The tests of what the page computes, with what main.mjs lends them. */
export const nativeTests = ({
    browser, visit, openTitle, goToRow, choose, pressFor, picture, check, until, stored, checksums, checkScreenStaysOn,
    pictures, figures,
}) => ({
    async "a match has the native hash"() {
        for (const { link, hash } of golden.matches) {
            await visit("?" + link, "Play");
            const ended = await browser.wait(`the end of ${link}`, "return document.body.dataset.ended", 10 * PATIENCE);
            check(ended.endsWith(` ${hash}`), `${link}: ${ended}, natively ${hash}`);
            const searched = await browser.evaluate("return korobka.search");
            if (searched.length > 0) {
                const spreads = ["milliseconds", "longest"].map((name) => spread(searched.map((one) => one[name])));
                figures.push(`${searched.length} searches by the worker beside a game: ${spreads[0]} ms, ` +
                    `the longest step of each ${spreads[1]} ms`);
            }
        }
    },

    async "the worker answers as it does natively"() {
        const request = await readFile(new URL("request.json", import.meta.url), "utf8");
        await visit("?mode=zen", "Play");
        await browser.press("Escape");
        // By itself: the game that is paused draws, but thinks nothing.
        const [answer, ...took] = await browser.evaluateLater(`
            const worker = new Worker(korobka.part("worker.js"), { type: "module" });
            const ask = () => new Promise((resolve) => {
                worker.onmessage = ({ data }) => resolve(data);
                worker.postMessage({ number: 1, request: ${JSON.stringify(request)} });
            });
            const { answer, error } = await ask();
            const took = [answer ?? error];
            for (let times = 0; times < 30; times += 1) {
                took.push((await ask()).milliseconds);
            }
            return took;`);
        const [{ piece, hold }] = JSON.parse(answer).placements;
        const found = JSON.stringify({ piece, hold });
        check(found === JSON.stringify(golden.answer), `it says ${found}`);
        const { nodes } = JSON.parse(request);
        const median = [...took].sort((a, b) => a - b)[took.length >> 1];
        figures.push(`a request of ${nodes} nodes takes the worker ${spread(took)} ms: ` +
            `${(nodes / median / 1000).toFixed(2)} million a second (natively: cargo bench --bench champion request)`);
    },

    async "a player is trained by its keys, to the same bytes as natively"() {
        await openTitle();
        await choose("Laboratory", "Laboratory");
        // A worker plays some games for the estimate of how long a run takes, and ends.
        const isOver = () => browser.evaluate("return training.opened > 0 && training.workers === 0");
        check(await until(isOver), "the estimate's worker has ended");
        await sleep(500);
        await picture("laboratory-set-up");
        await browser.evaluate("korobka.frames.length = 0");
        const begun = Date.now();
        const trains = () => browser.evaluate("return training.workers > 0");
        check(await pressFor("Enter", trains), "workers train");
        await sleep(8000);
        await checkScreenStaysOn(true, "while it trains");
        await picture("laboratory-run");
        // A tab that is left trains on. A busy machine may begin few games in the first seconds.
        let [unseen, away] = [0, 0];
        while (unseen <= 20 && away < 5) {
            await browser.inAnotherTab(() => sleep(8000));
            unseen = await browser.evaluate("return training.unseen");
            away += 1;
        }
        check(unseen > 20, `${unseen} games were begun while nobody saw the tab`);
        figures.push(`${unseen} games were begun in ${8 * away} s in which nobody saw the tab`);
        const { folder, files } = golden.training;
        const path = `/home/data/generations/${folder}`;
        // However long the run takes, it goes on.
        let asked = 0;
        while (!(await isOver())) {
            const goesOn = async () => (await sleep(500), await isOver()) ||
                await browser.evaluate("return training.orders.length > arguments[0]", asked);
            check(await until(goesOn), "the run goes on until it is over");
            asked = await browser.evaluate("return training.orders.length");
        }
        const seconds = (Date.now() - begun) / 1000;
        const frames = await browser.evaluate("return [...korobka.frames].sort((a, b) => a - b)");
        const at = (share) => frames[Math.floor(share * (frames.length - 1))].toFixed(1);
        figures.push(`a first player is trained in ${seconds.toFixed(0)} s; main thread in a frame meanwhile: ` +
            `median ${at(0.5)} ms, 99 % ${at(0.99)}, most ${at(1)}`);
        await sleep(1500);
        await checkScreenStaysOn(false, "after the run");
        await picture("laboratory-over");
        const isWhole = async () => JSON.stringify(await checksums(path)) === JSON.stringify(files);
        check(await until(isWhole), `it wrote ${JSON.stringify(await checksums(path), null, 1)}`);
        // Some games of the last generation again, by one worker beside a page that only draws.
        const [pieces, milliseconds] = await browser.evaluateLater(`
            const orders = training.orders.filter((order) => /"generation":6\\b/.test(order));
            const [round] = orders.filter((order) => order.startsWith('{"round"'));
            const units = orders.filter((order) => order.startsWith('{"unit"')).slice(0, 40);
            const worker = new Worker(korobka.part("worker.js"), { type: "module", name: "training" });
            let [pieces, milliseconds] = [0, 0];
            await new Promise((resolve) => {
                worker.onmessage = ({ data }) => {
                    if (data.number > 0) {
                        pieces += JSON.parse(data.answer).result.result.pieces;
                        milliseconds += data.milliseconds;
                    }
                    if (data.number === units.length) {
                        resolve();
                    }
                };
                [round, ...units].forEach((request, number) => worker.postMessage({ number, request }));
            });
            worker.terminate();
            return [pieces, milliseconds];`);
        figures.push(`one worker places ${Math.round(1000 * pieces / milliseconds)} pieces a second in the ` +
            "games of generation 6 (natively: korobka train --recipe iwumbwe --population 150 --score-cap 200000 " +
            "--generations 6 --threads 1)");
        await visit("", "Title");
        check(await isWhole(), "it is kept when the page is left");
        await sleep(1000);
        await choose("Laboratory", "Laboratory");
        await goToRow("Up", "tabs");
        await goToRow("Right", "Look");
        await sleep(1500);
        await picture("laboratory-look");
        // Its charts are files beside it.
        await goToRow("Up", "Export charts");
        const charts = async () => Object.keys(await checksums(`${path}/charts`));
        const drawn = async () => (await charts()).filter((name) => name.endsWith(".svg"));
        const isDrawn = async () => (await drawn()).length > 2;
        check(await pressFor("Enter", isDrawn), `charts are drawn: ${await drawn()}`);
        const [first] = await drawn();
        const chart = await stored(`${path}/charts/${first}`);
        check(chart.includes("<svg") && chart.includes("</svg>") && chart.includes("<text"), `${first} is a chart`);
        await writeFile(join(pictures, `chart-${first}`), chart);
        await picture("laboratory-exported");
        // In the next room it is rated by matches, beside which the menu goes on.
        await goToRow("Down", "tabs");
        await goToRow("Right", "Use");
        await goToRow("Down", "Rate it");
        const isRated = () => browser.evaluate("return training.rating > 0");
        check(await pressFor("Enter", isRated), "a worker plays the matches");
        await sleep(40_000);
        await picture("laboratory-rating");
    },
});
