// Web Workers of other people's that play by the Tetris Bot Protocol: what the protocol says in lines goes to a worker
// and comes from it as objects, by postMessage.

/**
 * Bots by their numbers.
 *
 * @returns openBot(address, most), tellBot(bot, line), hearBot(bot) and closeBot(bot) as src/doors/browser_bot.rs wants
 * them.
 */
export function openBots() {
    const bots = new Map();
    let opened = 0;
    return {
        openBot(address, most) {
            let url;
            try {
                url = new URL(address, document.baseURI);
            } catch {
                // It is no address at all.
            }
            if (url?.origin !== location.origin) {
                throw "a bot's worker must lie on this page's own host";
            }
            if (!globalThis.Worker) {
                throw "this browser has no workers";
            }
            // A module's script ends with .mjs, as everywhere; others may load further scripts by importScripts.
            const type = url.pathname.endsWith(".mjs") ? "module" : "classic";
            const bot = { worker: undefined, lines: [], broken: undefined };
            try {
                bot.worker = new Worker(url, { type, name: "bot" });
            } catch {
                // Where a policy of the host's forbids workers some browsers throw, and in others the worker fails.
                throw "this browser lets the page have no workers";
            }
            bot.worker.onmessage = ({ data }) => {
                if (bot.lines.length >= most) {
                    bot.broken = "it says more than can be heard";
                    return;
                }
                try {
                    bot.lines.push(typeof data === "string" ? data : JSON.stringify(data) ?? "nothing");
                } catch (error) {
                    // A worker may send what no JSON can hold, as an object that has itself in it.
                    bot.broken = `it says something that is not JSON: ${error.message}`;
                }
            };
            // The browser says nothing about a script that could not be loaded.
            bot.worker.onerror = (event) => {
                event.preventDefault();
                bot.broken = event.message || `no worker could be loaded from ${url.pathname}`;
            };
            opened += 1;
            bots.set(opened, bot);
            return opened;
        },
        tellBot: (at, line) => bots.get(at).worker.postMessage(JSON.parse(line)),
        hearBot(at) {
            const { lines, broken } = bots.get(at);
            if (broken && lines.length === 0) {
                throw broken;
            }
            return lines.shift();
        },
        closeBot(at) {
            bots.get(at).worker.terminate();
            bots.delete(at);
        },
    };
}
