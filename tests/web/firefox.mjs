// Plays the page in Firefox, driven by WebDriver BiDi. Debian's draws WebGL2 where there is a display, if only Xvfb's:
// xvfb-run -s "-screen 0 1400x900x24" node --experimental-websocket tests/web/firefox.mjs FOLDER [PICTURES]
// Source: https://w3c.github.io/webdriver-bidi/
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { serve } from "../../.ci/web-serve.mjs";
import { PATIENCE } from "./browser.mjs";

const [folder, pictures = join(folder, "../web-pictures")] = process.argv.slice(2);
const golden = JSON.parse(await readFile(new URL("golden.json", import.meta.url), "utf8"));
const KEYS = { Enter: "\uE007", Escape: "\uE00C", Left: "\uE012", Up: "\uE013", Right: "\uE014", Down: "\uE015",
    Space: " " };

/** Starts Firefox. Gives a function that sends a command and waits for its answer, and one that ends it all. */
async function start() {
    const profile = await mkdtemp(join(tmpdir(), "korobka-firefox-"));
    // Without a graphics card, WebGL needs to be asked for.
    await writeFile(join(profile, "user.js"), 'user_pref("webgl.force-enabled", true);\n');
    const args = ["--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank"];
    const firefox = spawn("firefox-esr", args, { stdio: ["ignore", "ignore", "pipe"] });
    const address = await new Promise((resolve, reject) => {
        let said = "";
        firefox.on("error", reject);
        firefox.stderr.on("data", (bytes) => {
            said += bytes;
            const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said);
            found && resolve(found[1]);
        });
        sleep(1000 * PATIENCE).then(() => reject(new Error("Firefox does not listen")));
    });
    const socket = new WebSocket(`${address}/session`);
    await new Promise((resolve, reject) => Object.assign(socket, { onopen: resolve, onerror: reject }));
    const waiting = new Map();
    socket.onmessage = ({ data }) => {
        const { id, type, result, message } = JSON.parse(data);
        const wait = waiting.get(id);
        waiting.delete(id);
        type === "error" ? wait?.reject(new Error(message)) : wait?.resolve(result);
    };
    // A browser that has ended answers nothing any more: what waits for it would wait for ever.
    const gone = new Error("Firefox has ended");
    socket.onclose = () => {
        waiting.forEach(({ reject }) => reject(gone));
        waiting.clear();
    };
    let last = 0;
    const send = (method, params) => new Promise((resolve, reject) => {
        if (socket.readyState !== WebSocket.OPEN) {
            reject(gone);
            return;
        }
        last += 1;
        waiting.set(last, { resolve, reject });
        socket.send(JSON.stringify({ id: last, method, params }));
    });
    const close = async () => {
        socket.close();
        firefox.kill();
        await sleep(500);
        await rm(profile, { recursive: true, force: true, maxRetries: 10 });
    };
    return { send, close };
}

await mkdir(pictures, { recursive: true });
const site = await serve(folder);
const { send, close } = await start();
let code = 1;
try {
    await send("session.new", { capabilities: {} });
    const { contexts: [{ context }] } = await send("browsingContext.getTree", {});
    await send("browsingContext.setViewport", { context, viewport: { width: 1280, height: 720 } });
    const evaluate = async (expression) => {
        const told = await send("script.evaluate", { expression, target: { context }, awaitPromise: true });
        return told.result?.value;
    };
    const press = (key) => send("input.performActions", {
        context,
        actions: [{
            type: "key", id: "keyboard",
            actions: [{ type: "keyDown", value: KEYS[key] ?? key }, { type: "pause", duration: 90 },
                { type: "keyUp", value: KEYS[key] ?? key }],
        }],
    });
    const picture = async (name) => {
        const { data } = await send("browsingContext.captureScreenshot", { context });
        await writeFile(join(pictures, `firefox-${name}.png`), Buffer.from(data, "base64"));
    };
    const wait = async (what, expression, seconds = PATIENCE) => {
        for (const end = Date.now() + 1000 * seconds; Date.now() < end; await sleep(100)) {
            const failed = await evaluate("document.body?.dataset.failed ?? null");
            if (failed) {
                throw new Error(`the page says: ${failed}`);
            }
            if (await evaluate(expression)) {
                return;
            }
        }
        throw new Error(`waited ${seconds} s for ${what}`);
    };
    const visit = (link) => send("browsingContext.navigate", { context, url: site.address + link, wait: "complete" });
    await visit("");
    await wait("the first page", "document.body.dataset.screen === 'FirstStart'");
    console.log(`ok      the first page after ${Math.round(await evaluate(
        "performance.getEntriesByName('menu')[0].startTime"))} ms`);
    await sleep(1500);
    await picture("first-start");
    await visit("?mode=versus&opponent=champion:8&seed=3");
    await wait("a match", "document.body.dataset.screen === 'Play'");
    await wait("three answers of the worker", "korobka.search.length > 2");
    for (const key of ["Left", "Up", "Space", "Right", "Space", "c", "Space"]) {
        await press(key);
        await sleep(150);
    }
    await picture("versus");
    await press("Escape");
    await wait("the pause", "document.body.dataset.overlay === 'Pause'");
    console.log("ok      a match against the champion is played and paused by its keys");
    for (const { link, hash } of golden.matches) {
        await visit("?" + link);
        await wait(`the end of ${link}`, "document.body.dataset.ended", 10 * PATIENCE);
        const ended = await evaluate("document.body.dataset.ended");
        if (!ended.endsWith(` ${hash}`)) {
            throw new Error(`${link}: ${ended}, natively ${hash}`);
        }
    }
    console.log("ok      matches have the native hash");
    code = 0;
} catch (error) {
    console.log(`FAILED  ${error.message}`);
}
await close();
site.close();
process.exit(code);
