// Serves a folder to this machine alone, packed by gzip as static hosts do: node .ci/web-serve.mjs FOLDER [PORT]
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";

const TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".json": "application/json",
    ".wasm": "application/wasm", ".svg": "image/svg+xml", ".png": "image/png", ".ogg": "audio/ogg",
    ".tar": "application/x-tar",
    ".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8",
};

/**
 * Starts a server on the loopback address. `change(name, bytes)` gives other bytes for a file, or `undefined` if there
 * is to be no such file, or a promise of either: so a test shows what a broken host does. `pageAge` is how long
 * browsers keep the page without asking.
 *
 * @returns its address, the bytes that it has sent by file, and close().
 */
export async function serve(folder, port = 0, change = (_, bytes) => bytes, pageAge = "no-cache") {
    const packed = new Map();
    const sent = new Map();
    const server = createServer(async (request, response) => {
        try {
            // An address that is none, as "/%ff", is no file either.
            const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
            const name = path.endsWith("/") ? path + "index.html" : path;
            const type = TYPES[extname(name)] ?? "application/octet-stream";
            const plain = await change(name, await readFile(join(folder, name)));
            // What lies in the folder of a version never changes: then what the page has loaded is not sent again for
            // the days without a network.
            const age = /^\/\d+\//.test(name) ? "max-age=31536000, immutable" : pageAge;
            const headers = { "content-type": type, "cache-control": age };
            let body = plain;
            if (!name.endsWith(".ogg") && /\bgzip\b/.test(request.headers["accept-encoding"] ?? "")) {
                if (!packed.get(name)?.plain.equals(plain)) {
                    packed.set(name, { plain, body: gzipSync(plain) });
                }
                body = packed.get(name).body;
                headers["content-encoding"] = "gzip";
            }
            sent.set(name, (sent.get(name) ?? 0) + body.length);
            response.writeHead(200, headers).end(body);
        } catch {
            response.writeHead(404, { "content-type": "text/plain" }).end("There is no such file here.\n");
        }
    });
    await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
    const close = () => {
        server.close();
        server.closeAllConnections();
    };
    return { address: `http://127.0.0.1:${server.address().port}/`, sent, close };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const { address } = await serve(process.argv[2], Number(process.argv[3] ?? 8080)).catch(async (error) => {
        if (error.code !== "EADDRINUSE") {
            throw error;
        }
        return serve(process.argv[2]);
    });
    console.log(`Korobka is at ${address} (Ctrl-C ends it)`);
}
