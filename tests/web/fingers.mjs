// The page under fingers, in a window as a phone has it: touches as the browser itself makes them.
import { setTimeout as sleep } from "node:timers/promises";

/** The window of a phone in logical pixels, upright and on its side. */
const UPRIGHT = { width: 390, height: 844 };
const WIDE = { width: 844, height: 390 };

/** A game in which nothing falls by itself: none that nobody plays is ever over. */
const GAME = "?custom=gravity%3Doff";

/** Where buttons stand in the upright window: units of a canvas 420 wide from its lower left corner, as in
 * src/app/devices/fingers/buttons.rs. */
const BUTTONS = { left: [50, 128], right: [134, 128], clockwise: [370, 128], hold: [210, 62], hardDrop: [328, 46],
    pause: [210, 146] };

const place = (name) => {
    const unit = UPRIGHT.width / 420;
    const [x, y] = BUTTONS[name];
    return [x * unit, UPRIGHT.height - y * unit];
};

/** Fingers on the page, in a window of a phone. */
export const fingersOn = (browser) => {
    const devtools = (cmd, params = {}) => browser.send("POST", "/goog/cdp/execute", { cmd, params });
    const dispatch = (type, at) => devtools("Input.dispatchTouchEvent",
        { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] });
    // An emulated ratio of pixels would reach the touches and not the canvas, whose pixels are the screen's own.
    const as = ({ width, height }) => devtools("Emulation.setDeviceMetricsOverride",
        { width, height, deviceScaleFactor: 1, mobile: true });
    const restore = () => devtools("Emulation.clearDeviceMetricsOverride");
    return {
        as,
        /** A test in an upright window, which is a desktop's again however the test ends. */
        upright: (test) => async () => {
            await as(UPRIGHT);
            try {
                await test();
            } finally {
                await restore();
            }
        },
        /** A finger touches the screen for so long. */
        async tap(at, milliseconds = 90) {
            await dispatch("touchStart", at);
            await sleep(milliseconds);
            await dispatch("touchEnd");
        },
        /** A finger goes from one place to another in some steps, each this long. */
        async draw(from, to, steps, milliseconds) {
            await dispatch("touchStart", from);
            for (let step = 1; step <= steps; step += 1) {
                await sleep(milliseconds);
                await dispatch("touchMove", from.map((value, axis) => value + (to[axis] - value) * step / steps));
            }
            await dispatch("touchEnd");
        },
        /** A finger flicks down. The browser makes its touches itself: one by one, each would wait for a frame, and
         * where frames are slow that is no flick. */
        flickDown: ([x, y], length) => devtools("Input.synthesizeScrollGesture",
            { x, y, yDistance: length, speed: 4000, preventFling: false, gestureSourceType: "touch" }),
    };
};

/** The tests of fingers, with what main.mjs lends them. */
export const fingerTests = ({ browser, visit, picture, check, until, stored, address }) => {
    const { as, upright, tap, draw, flickDown } = fingersOn(browser);
    const state = (what) => browser.evaluate(`return document.body.dataset.${what}`);
    const isOver = async () => (await state("overlay")) === "Results";
    /** Does something again and again until the game is over. */
    const toTheEnd = (act) => until(async () => {
        await act();
        await sleep(60);
        return isOver();
    });
    /** Does something again and again until a piece has been moved aside. */
    const toTheSide = (act) => until(async () => {
        await act();
        return browser.evaluate("return performance.getEntriesByName('moved').length > 0");
    });
    const back = () => tap([UPRIGHT.width / 2, UPRIGHT.height - 24]);

    return {
        "menus are chosen by touch in an upright window": upright(async () => {
            await browser.open(address);
            await browser.wait("a page", "return document.body.dataset.screen");
            await sleep(1500);
            if ((await state("screen")) === "FirstStart") {
                await picture("phone-first-start");
                for (let times = 0; times < 12 && (await state("screen")) === "FirstStart"; times += 1) {
                    await tap([UPRIGHT.width / 2, 382]);
                    await sleep(700);
                }
                check(await until(async () => (await state("screen")) === "Play"), "touches lead to the first match");
                await sleep(2000);
                await picture("phone-first-match-card");
                await sleep(3000);
                await picture("phone-first-match");
                check(await until(() => stored("/home/config/settings.toml")), "settings are stored");
                await visit("", "Title");
                await sleep(1500);
            }
            await picture("phone-title");
            // How far down the list begins depends on what is offered first.
            let found = false;
            for (let y = 230; y < 420 && !found; y += 12) {
                await tap([UPRIGHT.width / 2, y]);
                // Between two rows a touch leads nowhere.
                await until(async () => (await state("screen")) !== "Title", 3);
                found = (await state("screen")) === "Single";
                if (!found && (await state("screen")) === "Play") {
                    await visit("", "Title");
                } else if (!found && (await state("screen")) !== "Title") {
                    await back();
                    await until(async () => (await state("screen")) === "Title", 15);
                }
            }
            check(found, "a touch opens the games for one");
            await sleep(500);
            await picture("phone-single");
            await back();
            check(await until(async () => (await state("screen")) === "Title"), "a touch goes back");
        }),

        "a game is played and paused by the buttons on the screen": upright(async () => {
            await visit(GAME, "Play");
            await sleep(4000);
            check(await toTheSide(() => tap(place("left"))), "a button moves a piece");
            for (const name of ["clockwise", "hold", "right"]) {
                await tap(place(name));
                await sleep(150);
            }
            await picture("phone-game");
            await tap(place("pause"));
            check(await until(async () => (await state("overlay")) === "Pause"), "the pause button pauses");
            await sleep(600);
            await picture("phone-pause");
            // The same place is no button while the menu is there.
            await tap(place("pause"));
            await sleep(800);
            check((await state("overlay")) === "Pause", "a touch beside the menu does nothing");
            await back();
            check(await until(async () => (await state("overlay")) === "None"), "a touch goes on");
            check(await toTheEnd(() => tap(place("hardDrop"), 60)), "pieces dropped by touch top out");
            await sleep(2500);
            await picture("phone-results");
            await visit("?mode=versus&opponent=iwumbwe:12&seed=2", "Play");
            await sleep(4500);
            await tap(place("right"));
            await sleep(600);
            await picture("phone-versus");
            await as(WIDE);
            await sleep(1500);
            await picture("phone-versus-wide");
        }),

        "gestures play in place of buttons": upright(async () => {
            await browser.open(address);
            await browser.wait("a page", "return document.body.dataset.screen");
            await sleep(800);
            // What is written below must not be written over by the settings that the key changes.
            const before = await stored("/home/config/settings.toml");
            await browser.press("m", 120);
            const isStored = async () => (await stored("/home/config/settings.toml")) !== before;
            check(await until(isStored), "settings are stored");
            const settings = await stored("/home/config/settings.toml");
            check(settings?.includes("[fingers]"), `fingers are among the settings: ${settings?.slice(0, 200)}`);
            const write = (text) => browser.evaluateLater(`
                const open = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
                const database = await open(indexedDB.open("korobka", 1));
                const transaction = database.transaction("files", "readwrite");
                const text = ${JSON.stringify(text)};
                transaction.objectStore("files").put(new TextEncoder().encode(text), "/home/config/settings.toml");
                await new Promise((resolve) => (transaction.oncomplete = resolve));
                database.close();`);
            await write(settings.replace("gestures = false", "gestures = true"));
            try {
                await visit(GAME, "Play");
                await sleep(4000);
                const isMoved = await toTheSide(() => draw([200, 400], [110, 402], 6, 25));
                check(isMoved, "a finger that is drawn aside moves a piece");
                await tap([300, 400]);
                await sleep(300);
                await picture("phone-gestures");
                check(await toTheEnd(() => flickDown([200, 300], 260)), "flicks down top out");
            } finally {
                // The tests that follow begin with the settings as they were.
                await write(before ?? settings);
            }
        }),
    };
};
