// The position editor by a gamepad alone and by fingers alone, with the keyboard on the screen.
import { setTimeout as sleep } from "node:timers/promises";
import { gamepad } from "./devices.mjs";
import { fingersOn } from "./fingers.mjs";

/** Where the keys of the keyboard on the screen are in the upright window: the rows of letters of
 * src/app/screen_keyboard.rs, the middle of their first key, and from one to the next. */
const LETTERS = ["1234567890", "qwertyuiop", "asdfghjkl'", "zxcvbnm,.-"];
const [FIRST, NEXT] = [[29, 639], [37, 43]];
/** The keys below them. */
const KEYS = { delete: [242, 812], done: [353, 812] };
/** The editor in that window: a row, and from one cell of its board to another. */
const EDITOR = { pieces: [100, 242], stroke: [[120, 700], [180, 700]] };

const letter = (wanted) => {
    const row = LETTERS.findIndex((letters) => letters.includes(wanted));
    return [FIRST[0] + NEXT[0] * LETTERS[row].indexOf(wanted), FIRST[1] + NEXT[1] * row];
};

/** The tests of the editor, with what main.mjs lends them. */
export const editorTests = ({ browser, openTitle, choose, screen, picture, check, until, address }) => {
    const pad = gamepad({ browser, until });
    const fingers = fingersOn(browser);
    const copied = () => browser.wait("a fumen", "return copied.findLast((text) => text.startsWith('v115@'))", 20);

    return {
        "a gamepad alone paints a position and writes its pieces": pad.lend(async () => {
            await openTitle();
            await pad.open(address);
            await screen("Title");
            await sleep(1500);
            const press = async (...buttons) => {
                for (const button of buttons) {
                    await pad.press(button);
                }
            };
            const times = (count, button) => Array(count).fill(button);
            /** Presses the cross until a screen reader is told of this row. */
            const step = async (button, row) => {
                const told = "return document.getElementById('spoken').textContent.split('. ').includes(arguments[0])";
                check(await pad.pressUntil(button, () => browser.evaluate(told, row)), `${button} leads to '${row}'`);
            };
            // A browser shows a gamepad to a page from its first press on.
            await press("leftmost");
            await sleep(1500);
            await step("up", "Single player");
            await press("lower");
            await screen("Single");
            await sleep(800);
            await step("up", "Position");
            await press("lower");
            await screen("Position");
            await sleep(800);
            await step("down", "Paint with buttons");
            await press("lower", "lower", "right", "lower");
            await picture("editor-painted");
            await press("rightmost");
            await step("down", "Pieces");
            await press("lower", ...times(12, "leftmost"), "down", ...times(8, "right"), "lower");
            await picture("editor-keyboard");
            await press("start");
            await sleep(500);
            await picture("editor-written");
            await step("up", "Copy as a fumen");
            await press("lower");
            const fumen = await copied();
            check(fumen === "v115@bhB8ReAgWUAFLDmClcJSAVDEHBEooRBPoAVB", `two cells at the floor and an O: ${fumen}`);
            // The page keeps the board, and the next test paints on an empty one.
            await step("down", "Empty the board");
            await press("lower");
        }),

        async "fingers alone paint a position and write its pieces"() {
            await openTitle();
            await choose("Single player", "Single");
            await choose("Position", "Position");
            await fingers.upright(async () => {
                await sleep(1500);
                await picture("phone-editor");
                await fingers.draw(...EDITOR.stroke, 8, 60);
                await sleep(500);
                await picture("phone-editor-painted");
                await fingers.tap(EDITOR.pieces);
                await sleep(800);
                await picture("phone-editor-keyboard");
                const taps = [...Array(12).fill(KEYS.delete), letter("o"), KEYS.done];
                for (const at of taps) {
                    await fingers.tap(at);
                    await sleep(250);
                }
                await sleep(500);
                await picture("phone-editor-written");
            })();
            await sleep(800);
            await browser.press("c", 120);
            const fumen = await copied();
            check(fumen === "v115@JhE8geAgWUAFLDmClcJSAVDEHBEooRBPoAVB", `five cells and an O: ${fumen}`);
        },
    };
};
