// Somebody else's bot as a Web Worker: its address is pasted from the browser's own clipboard, and it plays.
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PATIENCE } from "./browser.mjs";

/** The tests of bots, with what main.mjs lends them. */
export const botTests = (lent) => {
    const { browser, openTitle, goToRow, choose, pressFor, picture, check, until, stored, folder } = lent;
    const devtools = (cmd, params = {}) => browser.send("POST", "/goog/cdp/execute", { cmd, params });
    /** Pastes a text as Ctrl and V do, which the browser itself turns into a paste. */
    const paste = async (text) => {
        const { origin } = new URL(await browser.evaluate("return location.href"));
        const permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"];
        await devtools("Browser.grantPermissions", { origin, permissions });
        await browser.evaluateLater(`await writeClipboard(${JSON.stringify(text)});`);
        const control = { key: "Control", code: "ControlLeft", windowsVirtualKeyCode: 17, modifiers: 2 };
        const letter = { key: "v", code: "KeyV", windowsVirtualKeyCode: 86, modifiers: 2 };
        await devtools("Input.dispatchKeyEvent", { type: "keyDown", ...control });
        await devtools("Input.dispatchKeyEvent", { type: "keyDown", ...letter, commands: ["paste"] });
        await sleep(500);
        await devtools("Input.dispatchKeyEvent", { type: "keyUp", ...letter });
        await devtools("Input.dispatchKeyEvent", { type: "keyUp", ...control, modifiers: 0 });
        await sleep(500);
    };
    const screen = () => browser.evaluate("return document.body.dataset.screen");
    const openWatch = async () => {
        await openTitle();
        await choose("Watch", "Watch");
    };
    /** Notes in `spoken` what a screen reader is told from now on: messages, and other words of the same frames. */
    const listen = () => browser.evaluate(`
        globalThis.spoken = [];
        const said = document.getElementById("spoken");
        const hear = () => spoken.push(...said.textContent.split(". "));
        new MutationObserver(hear).observe(said, { childList: true });
        return 0;`);
    const isTold = async (line) => (await browser.evaluate("return spoken")).some((words) => line.test(words));
    /**
     * Goes to the row of a bot's address in Watch, and the address is pasted. Gives whether that bot is the chosen one
     * then, as it may have been already.
     */
    const wasChosen = async (address) => {
        await openWatch();
        const chosen = async () => /^right = "tbp:(.*)"$/m.exec(await stored("/home/config/settings.toml"))?.[1];
        const before = await chosen();
        if (before === address) {
            return true;
        }
        // Where a test before has chosen a bot, the row of its address is there. Else the second player is a rival.
        if (before === undefined) {
            await goToRow("Down", "Attack rules");
            await goToRow("Up", "Player");
            await goToRow("Right", "A laboratory player");
            await goToRow("Down", "Taught as");
            await goToRow("Left", "another bot (TBP)");
        }
        await goToRow("Down", "Worker");
        const holdEnter = async () => {
            await browser.press("Enter", 600);
            await sleep(800);
        };
        await holdEnter();
        await paste(address);
        await holdEnter();
        return await until(async () => (await chosen()) === address, 20);
    };
    /** Nothing tells that a line is written, so that a key may fall between slow frames: then all is done once more. */
    const chooseBot = async (address) => {
        const chosen = await wasChosen(address) || await wasChosen(address) || await wasChosen(address);
        check(chosen, `${address} is pasted and kept`);
    };
    /** A test whose bots lie in a folder of the host's that is there for as long as the test takes. */
    const withBots = (test) => async () => {
        const place = join(folder, "bots");
        await mkdir(place, { recursive: true });
        try {
            await test(place);
        } finally {
            await rm(place, { recursive: true });
        }
    };
    /** Begins the match by the page's first row, until something holds that comes of it. */
    const watch = async (holds) => {
        await goToRow("Up", "Watch");
        check(await pressFor("Enter", holds), "Enter begins the match");
    };

    return {
        "somebody else's bot plays as a worker, its address pasted by Ctrl and V": withBots(async (bots) => {
            await copyFile(new URL("flat-bot.mjs", import.meta.url), join(bots, "flat-bot.mjs"));
            await chooseBot("bots/flat-bot.mjs");
            await picture("bot-chosen");
            await watch(async () => (await screen()) === "Play");
            await browser.wait("ten suggestions", "return training.suggested > 10", 10 * PATIENCE);
            await picture("bot-plays");
        }),

        async "a bot that is not there is a line, and the menu stays"() {
            await chooseBot("bots/none.js");
            await listen();
            await watch(() => isTold(/^The match (cannot begin|is given up): TBP bot .*'bots.none\.js'/));
            check(await until(async () => (await screen()) === "Watch"), `it is ${await screen()}`);
            await sleep(800);
            await picture("bot-missing");
        },

        "a bot that throws is a line, and the game goes on": withBots(async (bots) => {
            await chooseBot("bots/none.js");
            const script = join(bots, "none.js");
            const info = '{ type: "info", name: "Thrower", version: "1", author: "", features: [] }';
            const lost = 'throw new Error("lost\\nin the woods");';
            const throwsWhenAsked = `onmessage = ({ data }) => {
                    if (data.type === "rules") {
                        postMessage({ type: "ready" });
                    } else if (data.type === "suggest") {
                        ${lost}
                    }
                };
                postMessage(${info});`;
            const died = "'bots.none.js'\\)?: has died \\(.*lost in the woods\\)$";
            const cases = [
                [lost, new RegExp(`^The match cannot begin: TBP bot ${died}`), "cannot-begin"],
                [throwsWhenAsked, new RegExp(`^The match is given up: TBP bot Thrower \\(${died}`), "given-up"],
            ];
            for (const [text, line, name] of cases) {
                await writeFile(script, text);
                await openWatch();
                await listen();
                // The page that was just opened has its first row in focus.
                const isBegun = await pressFor("Enter", async () => await isTold(line) || (await screen()) === "Play");
                check(isBegun, `${name}: Enter begins the match`);
                const isHeard = await until(() => isTold(line));
                check(isHeard, `${name}: it says ${await browser.evaluate("return spoken.join(' | ')")}`);
                await picture(`bot-throws-${name}`);
                check(await browser.evaluate("return !document.body.dataset.failed"), `${name}: the page goes on`);
                if (name === "cannot-begin") {
                    check(await until(async () => (await screen()) === "Watch"), `it is ${await screen()}`);
                } else {
                    const isOver = () => browser.evaluate("return document.body.dataset.overlay === 'Results'");
                    check(await until(isOver), "the match ends with its results");
                }
            }
        }),
    };
};
