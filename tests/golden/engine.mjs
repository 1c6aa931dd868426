// Plays the golden decisions, matches and games with the engine as wasm and compares their hashes with those of
// golden.json, which the native test (tests/headless/golden.rs) holds to as well. `.ci/engine-node` builds the program
// and calls this.
import { readFileSync } from "node:fs";

const golden = JSON.parse(readFileSync(new URL("golden.json", import.meta.url), "utf8"));
const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const engine = instance.exports;

const differ = [];
const begin = performance.now();
for (const [part, { player, hash }] of Object.entries(golden.parts)) {
    let found;
    try {
        engine.begin();
        golden.weights[player].forEach((weight) => engine.weight(Number(weight)));
        found = BigInt.asUintN(64, engine[part]()).toString(16).padStart(16, "0");
    } catch (error) {
        found = `no hash: ${error.message}`;
    }
    if (found !== hash) {
        differ.push(`${part} (wasm ${found}, native ${hash})`);
    }
}
if (differ.length > 0) {
    console.error(`korobka: the engine under Node differs from the native one in ${differ.join(", ")}`);
    process.exit(1);
}
const seconds = ((performance.now() - begin) / 1000).toFixed(1);
console.log(`the same hashes under Node ${process.version} as natively: ${Object.keys(golden.parts).join(", ")} (${seconds} s)`);
