// Sound that a browser stops, as a telephone does when another program comes to the front.
import { setTimeout as sleep } from "node:timers/promises";

/** The tests of sound, with what main.mjs and `lackingBrowser` lend them. */
export const soundTests = ({ browser, check, until, visitWithout }) => ({
    async "sound rests while nobody sees the page, and goes on where it has to be suspended once more for that"() {
        // As on an iPhone: https://bugs.webkit.org/show_bug.cgi?id=263627.
        const source = `
            const { resume, suspend } = AudioContext.prototype;
            let goesOn = true;
            globalThis.rests = 0;
            document.addEventListener("visibilitychange", () => goesOn = false);
            AudioContext.prototype.suspend = function () {
                goesOn ||= !document.hidden;
                rests += document.hidden ? 1 : 0;
                return suspend.call(this);
            };
            AudioContext.prototype.resume = function () {
                return goesOn ? resume.call(this) : Promise.reject(new DOMException("not yet", "InvalidStateError"));
            };`;
        await visitWithout(source, "?mode=zen", async () => {
            await browser.wait("a game", "return document.body.dataset.screen === 'Play'");
            const runs = () => browser.evaluate("return korobka.contexts[0]?.state === 'running'");
            await browser.press("Left", 120);
            check(await until(runs), "there is sound after a key");
            await browser.inAnotherTab(() => sleep(1500));
            check(await browser.evaluate("return rests > 0"), "it has rested");
            check(await until(runs), "it goes on");
        });
    },
});
