// Browsers that let the page copy and paste within the player's own event alone, or never.
import { setTimeout as sleep } from "node:timers/promises";

/** The tests of the clipboard, with what main.mjs and `lackingBrowser` lend them. */
export const clipboardTests = ({ browser, picture, check, until, visitWithout, says }) => ({
    async "what the browser does not let the page copy is a line"() {
        const source = `
            navigator.clipboard.writeText = () => Promise.reject(new Error("no"));
            Document.prototype.execCommand = () => false;
            globalThis.activation = { isActive: false };
            Object.defineProperty(navigator, "userActivation", { value: activation });`;
        await visitWithout(source, "?mode=zen", async () => {
            await browser.wait("a game", "return document.body.dataset.screen === 'Play'");
            await browser.evaluate("korobkaHost.copyLink('custom=width=8')");
            check(await says("does not let the page copy"), "it says so");
            check(await says("#custom=width"), "and what was to be copied");
            await browser.evaluate("korobkaHost.copy('y'.repeat(300))");
            check(await says(`${"y".repeat(200)}…`), "of a long text it says that there is more");
            // A key that counts for nothing, as Esc does in Firefox.
            await browser.press("Right", 120);
            await browser.evaluate("navigator.clipboard.writeText = async (text) => copied.push(text)");
            await browser.press("Left", 120);
            check(await says("It is copied now"), "the next key copies it");
            check(await browser.evaluate("return copied.at(-1) === 'y'.repeat(300)"), "all of it");
            await sleep(500);
            const count = () => browser.evaluate("return copied.length");
            const before = await count();
            await browser.press("Right", 120);
            check((await count()) === before, "once it is copied no key copies it again");
            check((await browser.evaluate("return told")).filter((line) => line === "It is copied now.").length === 1,
                "and it is said once");
            // As in a frame whose policy forbids it, whatever the player does.
            const isNew = (line) => `return told.slice(before).some((line) => line.includes("${line}"))`;
            await browser.evaluate(`
                globalThis.asked = [];
                globalThis.before = told.length;
                navigator.clipboard.writeText = async (text) => {
                    asked.push(text);
                    throw new Error("no");
                };
                activation.isActive = true;
                korobkaHost.copy("never");`);
            check(await until(() => browser.evaluate(isNew("does not let the page copy"))), "it is refused");
            for (const key of ["Left", "Right"]) {
                await browser.press(key, 120);
            }
            check((await browser.evaluate("return asked.length")) === 2, "one key that counts tries it again");
            await browser.evaluate(`
                before = told.length;
                korobkaHost.copy("otherwise");`);
            check(await until(() => browser.evaluate(isNew("does not let the page copy"))), "it is refused again");
            await browser.evaluate("Document.prototype.execCommand = () => true");
            await browser.press("Left", 120);
            check(await until(() => browser.evaluate(isNew("It is copied now"))), "the other way to copy is tried too");
            await browser.evaluate("Document.prototype.execCommand = () => false");
            // As over plain http, where the page knows at once.
            const copied = await browser.evaluate(`
                Object.defineProperty(navigator, "clipboard", { value: undefined });
                return korobkaHost.copy("text");`);
            check(copied === false, "the game hears that nothing was copied");
        });
    },

    async "where the browser shows the clipboard within the player's own event alone, a button and a field paste"() {
        // As Safari does, for which the game's frame comes too late.
        const source = `
            let isOwn = false;
            addEventListener("click", ({ isTrusted }) => {
                isOwn = isTrusted;
                setTimeout(() => isOwn = false);
            }, true);
            navigator.clipboard.readText = async () => {
                if (!isOwn) {
                    throw new DOMException("no", "NotAllowedError");
                }
                return "from the clipboard";
            };`;
        await visitWithout(source, "?mode=zen", async () => {
            await browser.wait("a game", "return document.body.dataset.screen === 'Play'");
            const isOpen = () => browser.evaluate("return document.getElementById('paste').open");
            const ask = async () => {
                await browser.evaluate("korobkaHost.askToPaste(); return 0;");
                check(await until(isOpen), "the player is asked");
            };
            const isPasted = (text) => until(
                async () => (await browser.evaluate("return korobkaHost.pasted() ?? ''")) === text);
            // From the field to the button.
            const paste = async () => {
                await browser.press("Tab");
                await browser.press("Enter");
            };
            await ask();
            await picture("paste");
            const touches = await browser.evaluate(`
                const dialog = document.getElementById("paste");
                return [undefined, "::backdrop"].map((part) => getComputedStyle(dialog, part).touchAction).join();`);
            check(touches === "pan-y,pan-y", `two fingers do not enlarge the game behind it: ${touches}`);
            await paste();
            check(await isPasted("from the clipboard"), "the button pastes");
            check(!(await isOpen()), "and the field is gone");
            await ask();
            await browser.press("x");
            await paste();
            check(await isPasted("x"), "what is in the field is taken");
            await ask();
            await browser.evaluate(`
                const clipboardData = new DataTransfer();
                clipboardData.setData("text/plain", "by the finger");
                const field = document.querySelector("#paste textarea");
                field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
                return 0;`);
            check(await isPasted("by the finger"), "what is pasted into the field is taken at once");
            check(!(await isOpen()), "and the field is gone once more");
            await ask();
            await browser.press("Escape");
            check(await until(async () => !(await isOpen())), "Esc takes nothing");
            await ask();
            await browser.evaluate(`
                globalThis.pad = {
                    id: "Standard Gamepad", index: 0, connected: true, mapping: "standard", timestamp: 0,
                    axes: [0, 0, 0, 0],
                    buttons: Array.from({ length: 17 }, () => ({ pressed: false, touched: false, value: 0 })),
                };
                navigator.getGamepads = () => [pad];
                return 0;`);
            for (const pressed of [true, false]) {
                await sleep(500);
                check(await isOpen(), "a gamepad's button that is not pressed and let go closes nothing");
                await browser.evaluate(`Object.assign(pad.buttons[0], { pressed: ${pressed} }); return 0;`);
            }
            check(await until(async () => !(await isOpen())), "one that is leads back to the game");
        });
    },
});
