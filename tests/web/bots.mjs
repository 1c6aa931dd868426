// Somebody else's bot as a Web Worker: its address is pasted from the browser's own clipboard, and it plays.
import { copyFile, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The tests of bots, with what main.mjs lends them. */
export const botTests = ({ browser, openTitle, go, pointAt, picture, check, until, stored, folder }) => {
    const devtools = (cmd, params = {}) => browser.send("POST", "/goog/cdp/execute", { cmd, params });
    const press = async (key, times = 1) => {
        for (let time = 0; time < times; time += 1) {
            await browser.press(key, 100);
            await sleep(400);
        }
    };
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
    /** Opens Watch at the title, and goes to the row of a bot's address by these keys. Then the address is pasted. */
    const choose = async (address, keys) => {
        await openTitle();
        await pointAt(7);
        await go("Enter", "Watch");
        await sleep(800);
        for (const key of keys) {
            await press(key);
        }
        await press("Enter");
        await paste(address);
        await press("Enter");
        const kept = async () => (await stored("/home/config/settings.toml")).includes(`${address}"`);
        check(await until(kept, 20), `${address} is pasted and kept`);
    };
    const watch = async () => {
        await press("Up", 5);
        await press("Enter");
    };

    return {
        async "somebody else's bot plays as a worker, its address pasted by Ctrl and V"() {
            await mkdir(join(folder, "bots"), { recursive: true });
            await copyFile(new URL("flat-bot.mjs", import.meta.url), join(folder, "bots/flat-bot.mjs"));
            // The second player is the strongest rival, after whom any player of the laboratory comes; of the kinds of
            // those, the one before the first is the last.
            await choose("bots/flat-bot.mjs", ["Down", "Down", "Down", "Right", "Down", "Left", "Down"]);
            await picture("bot-chosen");
            await watch();
            await browser.wait("the match", "return document.body.dataset.screen === 'Play'");
            await browser.wait("ten suggestions", "return training.suggested > 10", 120);
            await picture("bot-plays");
            await rm(join(folder, "bots"), { recursive: true });
        },

        async "a bot that is not there is a line, and the menu stays"() {
            await choose("bots/none.js", ["Down", "Down", "Down", "Down", "Down"]);
            await watch();
            check(await until(async () => (await screen()) === "Watch", 30), `it is ${await screen()}`);
            await sleep(800);
            await picture("bot-missing");
        },
    };
};
