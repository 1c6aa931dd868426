// A gamepad, as the browser's own interface tells of it, and the whole screen.
import { setTimeout as sleep } from "node:timers/promises";

/** Buttons of the standard mapping, https://w3c.github.io/gamepad/#remapping: three of the four at the right, Start and
 * the cross. */
const BUTTONS = { lower: 0, rightmost: 1, leftmost: 2, start: 9, up: 12, down: 13, left: 14, right: 15 };

/** A gamepad that a test presses; until it is pressed for the first time there is none, as browsers have it. */
const GAMEPAD = `
    globalThis.testPad = {
        id: "Standard Gamepad", index: 0, connected: true, mapping: "standard", timestamp: 0, axes: [0, 0, 0, 0],
        buttons: Array.from({ length: 17 }, () => ({ pressed: false, touched: false, value: 0 })), seen: false,
    };
    navigator.getGamepads = () => testPad.seen ? [testPad] : [];`;

/** A gamepad of the page that is opened next. */
export const gamepad = ({ browser, until }) => {
    let script;
    const set = (button, pressed) => browser.evaluate(`
        const [at, pressed] = [${BUTTONS[button]}, ${pressed}];
        testPad.seen = true;
        testPad.buttons[at] = { pressed, touched: pressed, value: pressed ? 1 : 0 };
        testPad.timestamp = performance.now();`);
    /** Waits until the page has painted this many frames: it looks at gamepads once in each. */
    const frames = (count) => browser.evaluateLater(`
        for (let frame = 0; frame < ${count}; frame += 1) {
            await new Promise((resolve) => requestAnimationFrame(resolve));
        }`);
    /** Presses a button. The page lets go of it by itself, after the next frame: a frame that is late would have a
     * cross that is held for longer repeat its step. */
    const press = async (button) => {
        await set(button, true);
        await browser.evaluateLater(`
            await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
            Object.assign(testPad.buttons[${BUTTONS[button]}], { pressed: false, touched: false, value: 0 });
            testPad.timestamp = performance.now();`);
        await frames(6);
    };
    return {
        press,
        /** Presses a button again and again until something holds. */
        pressUntil: (button, holds) => until(async () => {
            await press(button);
            return holds();
        }),
        /** Opens a page that has the gamepad. */
        async open(address) {
            script = (await browser.beforeEveryPage(GAMEPAD)).identifier;
            await browser.open(address);
        },
        /** A test that opens such a page. Pages that are opened after it have none, however it ends. */
        lend: (test) => async () => {
            try {
                await test();
            } finally {
                if (script) {
                    await browser.send("POST", "/goog/cdp/execute",
                        { cmd: "Page.removeScriptToEvaluateOnNewDocument", params: { identifier: script } });
                    script = undefined;
                }
            }
        },
    };
};

/** The tests of devices, with what main.mjs lends them. */
export const deviceTests = ({ browser, pressFor, picture, check, until, address }) => {
    const state = (what) => browser.evaluate(`return document.body.dataset.${what} ?? ""`);
    const pad = gamepad({ browser, until });

    return {
        "a gamepad plays, pauses and chooses": pad.lend(async () => {
            await pad.open(`${address}?mode=marathon&seed=5`);
            await browser.wait("the match", "return document.body.dataset.screen === 'Play'");
            const moved = () => browser.evaluate("return performance.getEntriesByName('moved').length > 0");
            await sleep(4000);
            check(!(await moved()), "nothing has moved a piece yet");
            check(await pad.pressUntil("left", moved), "the cross moves a piece");
            check(await pad.pressUntil("start", async () => (await state("overlay")) === "Pause"), "Start pauses");
            await picture("gamepad");
            const goesOn = await pad.pressUntil("lower", async () => (await state("overlay")) === "None");
            check(goesOn, `the lower button goes on, but it shows ${await state("overlay")}`);
        }),

        async "keys are let go with the Command key of a Mac, which does not tell of them"() {
            await browser.open(address);
            await browser.wait("a page", "return document.body.dataset.screen");
            const released = await browser.evaluate(`
                const canvas = document.getElementById("game");
                const released = [];
                canvas.addEventListener("keyup", ({ code }) => released.push(code));
                const send = (kind, code, key) => canvas.dispatchEvent(new KeyboardEvent(kind, { code, key }));
                send("keydown", "KeyX", "x");
                send("keyup", "KeyX", "x");
                send("keydown", "MetaLeft", "Meta");
                send("keydown", "KeyY", "y");
                send("keyup", "MetaLeft", "Meta");
                return released.sort().join(" ");`);
            check(released === "KeyX KeyY MetaLeft", `each is let go once: ${released}`);
        },

        async "a screen reader is told of the row that keys lead to, of its page and of messages"() {
            await browser.open(address);
            await browser.wait("a page", "return document.body.dataset.screen");
            const heard = () => browser.evaluate("return document.getElementById('spoken').textContent");
            /** Presses a key again and again until this is heard. */
            const leads = async (key, words) => {
                const isHeard = await until(async () => {
                    await browser.press(key, 120);
                    await sleep(500);
                    return words.test(await heard());
                });
                check(isHeard, `${key} leads to ${words}, but this is heard: ${await heard()}`);
            };
            check(await until(async () => await heard() !== ""), "the first page is told");
            if (await state("screen") === "FirstStart") {
                check(/How should pieces answer/.test(await heard()), `its question is told: ${await heard()}`);
                await browser.press("Escape", 120);
                check(await until(async () => (await state("screen")) === "Title"), "it is left");
            }
            await leads("Up", /^Settings\. Handling, keys/);
            await leads("Enter", /^Settings\. .*tabs\. Handling/);
            // A value is told without what stood there before.
            await leads("e", /Looks$/);
            await leads("Down", /^Skin\. \w+\. \w+/);
            // In which order depends on what the tests before have left.
            const untold = ["Sound muted", "Sound on"];
            while (untold.length > 0) {
                await browser.press("m", 120);
                let told = -1;
                await until(async () => {
                    const words = await heard();
                    told = untold.findIndex((one) => words.includes(one));
                    return told >= 0;
                });
                check(told >= 0, `${untold.join(" or ")} is told: ${await heard()}`);
                untold.splice(told, 1);
            }
            await browser.open(`${address}?mode=zen`);
            await browser.wait("the match", "return document.body.dataset.screen === 'Play'");
            await sleep(4000);
            const before = await heard();
            await browser.press("Left");
            await browser.press("Space");
            await sleep(1000);
            check(await heard() === before, `a game tells nothing of its moves: ${await heard()}`);
            await leads("Escape", /^Pause\. /);
        },

        async "F11 fills the screen and gives it back"() {
            await browser.open(address);
            await browser.wait("a page", "return document.body.dataset.screen");
            await sleep(1500);
            const fills = () => browser.evaluate("return document.fullscreenElement !== null");
            check(await pressFor("F11", fills), "the page fills the screen");
            await sleep(1500);
            await picture("full-screen");
            check(await pressFor("F11", async () => !(await fills())), "and gives it back");
        },
    };
};
