// POSIX archives (tar): the small assets come in one, and the player's files leave and come back in one.
//
// Headers of 512 bytes, each followed by its file, padded to as much; POSIX.1-1988, "ustar".

const BLOCK = 512;
/** Where a header has its fields, and how long they are. */
const FIELDS = { name: [0, 100], size: [124, 12], sum: [148, 8], kind: [156, 1], magic: [257, 5], folder: [345, 155] };

/** The kind of an entry that holds the name of the next one, which no header has room for: GNU tar's. */
const LONG_NAME = "L";

/** The bytes of a header summed up, its own sum counted as blanks. */
function sumOf(header) {
    const [from, length] = FIELDS.sum;
    return header.reduce((sum, byte, at) => sum + (at >= from && at < from + length ? 32 : byte), 0);
}

/**
 * The files of an archive: names and bytes. What is no plain file is passed over.
 *
 * @throws an Error that says what is wrong, if the archive is damaged or cut off.
 */
export function* unpack(bytes) {
    let longName = "";
    // Blocks of zeros are the end: bytes that end sooner, between two files too, are cut off.
    for (let at = 0; bytes.length > 0 && bytes[at] !== 0;) {
        if (at > 0 && at + BLOCK > bytes.length) {
            throw new Error("it is cut off");
        }
        const header = bytes.subarray(at, at + BLOCK);
        const text = ([from, length]) =>
            new TextDecoder().decode(header.subarray(from, from + length)).replace(/\0.*$/s, "");
        if (text(FIELDS.magic) !== "ustar" || parseInt(text(FIELDS.sum), 8) !== sumOf(header)) {
            throw new Error("it is not an archive of files (tar), or a damaged one");
        }
        const size = parseInt(text(FIELDS.size), 8);
        if (!(size >= 0) || at + BLOCK + size > bytes.length) {
            throw new Error("it is cut off");
        }
        const [folder, kind] = [text(FIELDS.folder), text(FIELDS.kind)];
        const content = bytes.subarray(at + BLOCK, at + BLOCK + size);
        if (kind === LONG_NAME) {
            longName = new TextDecoder().decode(content).replace(/\0.*$/s, "");
        } else {
            if (["0", ""].includes(kind)) {
                yield [longName || (folder ? folder + "/" : "") + text(FIELDS.name), content];
            }
            longName = "";
        }
        at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    }
}

/** An archive of these files, names and bytes, as the parts of a Blob. */
export function pack(files) {
    const parts = [];
    const encoded = (text) => new TextEncoder().encode(text);
    const fits = (text, [, length]) => encoded(text).length <= length;
    const add = (folder, name, kind, bytes) => {
        const header = new Uint8Array(BLOCK);
        const put = ([from, length], text) => header.set(encoded(text).subarray(0, length), from);
        const octal = (number, length) => number.toString(8).padStart(length - 1, "0");
        put(FIELDS.name, name);
        put(FIELDS.folder, folder);
        put([100, 24], "0000644\0" + "0000000\0".repeat(2));
        put(FIELDS.size, octal(bytes.length, 12));
        put([136, 12], octal(Math.floor(Date.now() / 1000), 12));
        put(FIELDS.kind, kind);
        put([257, 8], "ustar\0" + "00");
        put(FIELDS.sum, octal(sumOf(header), 7) + "\0 ");
        parts.push(header, bytes, new Uint8Array((BLOCK - bytes.length % BLOCK) % BLOCK));
    };
    for (const [name, bytes] of files) {
        // A long name is cut at a folder; where no part of it fits, an entry of its own holds it.
        const slashes = [...name.matchAll("/")].map(({ index }) => index);
        const cut = fits(name, FIELDS.name) ? -1 : slashes.find((at) =>
            fits(name.slice(0, at), FIELDS.folder) && fits(name.slice(at + 1), FIELDS.name));
        if (cut === undefined) {
            add("", "././@LongLink", LONG_NAME, encoded(name + "\0"));
            add("", name, "0", bytes);
        } else {
            add(name.slice(0, Math.max(cut, 0)), name.slice(cut + 1), "0", bytes);
        }
    }
    parts.push(new Uint8Array(2 * BLOCK));
    return parts;
}
