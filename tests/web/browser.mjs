// A browser without a screen, driven by the W3C WebDriver protocol: keys as a keyboard sends them.
// Source: https://www.w3.org/TR/webdriver2/
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Keys that are no letters, by their names in the protocol (section 17.4.2). */
const KEYS = { Tab: "\uE004", Enter: "\uE007", Escape: "\uE00C", Left: "\uE012", Up: "\uE013", Right: "\uE014",
    Down: "\uE015", F11: "\uE03B", Space: " " };

/** How many seconds anything may take before it counts as never: a software renderer on a busy machine is slow. */
export const PATIENCE = 180;

const FLAGS = [
    "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run", "--hide-scrollbars", "--autoplay-policy=user-gesture-required",
];

const freePort = () => new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
        const { port } = server.address();
        server.close(() => resolve(port));
    });
});

export class Browser {
    /** Starts a browser with a window of this size and nothing kept from before. */
    static async start(width, height) {
        const browser = new Browser();
        const port = await freePort();
        browser.folder = await mkdtemp(join(tmpdir(), "korobka-web-"));
        browser.driver = spawn("chromedriver", [`--port=${port}`], { stdio: "ignore" });
        browser.driver.on("error", (error) => {
            console.error(`web-test: chromedriver: ${error.message}; install it (Debian: chromium-driver)`);
            process.exit(2);
        });
        browser.base = `http://127.0.0.1:${port}`;
        const args = [...FLAGS, `--user-data-dir=${browser.folder}`, `--window-size=${width},${height}`];
        const capabilities = {
            alwaysMatch: {
                "goog:chromeOptions": { args },
                "goog:loggingPrefs": { browser: "ALL" },
                // Half a minute otherwise, in which a busy machine may not search thirty times.
                timeouts: { script: 1000 * PATIENCE },
            },
        };
        for (let tries = 0; ; tries += 1) {
            try {
                const { sessionId } = await browser.send("POST", "/session", { capabilities });
                browser.base += `/session/${sessionId}`;
                break;
            } catch (error) {
                if (tries > 10 * PATIENCE) {
                    throw error;
                }
                await sleep(100);
            }
        }
        // The window has a frame of its own, even where nobody sees it.
        const inner = await browser.evaluate("return [innerWidth, innerHeight]");
        const rect = { width: 2 * width - inner[0], height: 2 * height - inner[1] };
        await browser.send("POST", "/window/rect", rect);
        return browser;
    }

    async send(method, path, body) {
        const answer = await fetch(this.base + path, { method, body: body && JSON.stringify(body) });
        const { value } = await answer.json();
        if (!answer.ok) {
            throw new Error(`${path}: ${value.error}: ${value.message}`);
        }
        return value;
    }

    open(url) {
        return this.send("POST", "/url", { url });
    }

    /** Does something in a second tab, which is closed then. */
    async inAnotherTab(action) {
        const first = await this.send("GET", "/window");
        const { handle } = await this.send("POST", "/window/new", { type: "tab" });
        await this.send("POST", "/window", { handle });
        try {
            return await action();
        } finally {
            await this.send("DELETE", "/window");
            await this.send("POST", "/window", { handle: first });
        }
    }

    evaluate(script, ...args) {
        return this.send("POST", "/execute/sync", { script, args });
    }

    /** The same for a script that ends with a promise. What it throws is thrown here: it must not pass for a value. */
    async evaluateLater(script) {
        const wrapped = `const done = arguments[0];
            (async () => { ${script} })().then((value) => done({ value }), (e) => done({ error: "" + e }));`;
        const { value, error } = await this.send("POST", "/execute/async", { script: wrapped, args: [] });
        if (error !== undefined && error !== null) {
            throw new Error(error);
        }
        return value;
    }

    /** Holds a key for this many milliseconds. */
    async press(key, milliseconds = 60) {
        const value = KEYS[key] ?? key;
        const pause = { type: "pause", duration: milliseconds };
        const actions = [{ type: "keyDown", value }, pause, { type: "keyUp", value }];
        await this.send("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
    }

    /** Waits until a script gives something that is true; gives it. */
    async wait(what, script, seconds = PATIENCE) {
        const until = Date.now() + 1000 * seconds;
        for (;;) {
            const found = await this.evaluate(script);
            if (found) {
                return found;
            }
            const failed = await this.evaluate("return document.body.dataset.failed");
            if (failed) {
                throw new Error(`the page says: ${failed}`);
            }
            if (Date.now() > until) {
                throw new Error(`waited ${seconds} s for ${what}`);
            }
            await sleep(50);
        }
    }

    /** Runs a script in every page before the page's own, which see none of its names but those of `globalThis`. */
    beforeEveryPage(script) {
        const cmd = "Page.addScriptToEvaluateOnNewDocument";
        // A `const { fetch }` outside a function would be what every later script calls, not `globalThis.fetch`.
        const source = `(() => {\n${script}\n})();`;
        return this.send("POST", "/goog/cdp/execute", { cmd, params: { source } });
    }

    async picture(path) {
        await writeFile(path, Buffer.from(await this.send("GET", "/screenshot"), "base64"));
    }

    /** What was written to the console since this was last asked. */
    console() {
        return this.send("POST", "/se/log", { type: "browser" });
    }

    async close() {
        await this.send("DELETE", "").catch(() => {});
        this.driver.kill();
        await rm(this.folder, { recursive: true, force: true, maxRetries: 10 });
    }
}
