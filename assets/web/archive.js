// POSIX archives (tar): the small assets come in one, and the player's files leave and come back in one.
//
// Headers of 512 bytes, each followed by its file, padded to as much; POSIX.1-1988, "ustar".

const BLOCK = 512;
/** Where a header has its fields, and how long they are. */
const FIELDS = { name: [0, 100], size: [124, 12], sum: [148, 8], kind: [156, 1], magic: [257, 5], folder: [345, 155] };

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
    for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0;) {
        const header = bytes.subarray(at, at + BLOCK);
        const text = ([from, length]) =>
            new TextDecoder().decode(header.subarray(from, from + length)).replace(/\0.*$/s, "");
        if (text(FIELDS.magic) !== "ustar" || parseInt(text(FIELDS.sum), 8) !== sumOf(header)) {
            throw new Error("it is no archive of files (tar), or a damaged one");
        }
        const size = parseInt(text(FIELDS.size), 8);
        if (!(size >= 0) || at + BLOCK + size > bytes.length) {
            throw new Error("it is cut off");
        }
        const folder = text(FIELDS.folder);
        if (["0", ""].includes(text(FIELDS.kind))) {
            yield [(folder ? folder + "/" : "") + text(FIELDS.name), bytes.subarray(at + BLOCK, at + BLOCK + size)];
        }
        at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    }
}

/** An archive of these files, names and bytes, as the parts of a Blob. */
export function pack(files) {
    const parts = [];
    for (const [name, bytes] of files) {
        const header = new Uint8Array(BLOCK);
        const put = ([from], text) => header.set(new TextEncoder().encode(text), from);
        const octal = (number, length) => number.toString(8).padStart(length - 1, "0");
        // A long name is cut at a folder.
        const cut = new TextEncoder().encode(name).length > 100 ? name.lastIndexOf("/", 154) : -1;
        put(FIELDS.name, name.slice(cut + 1));
        put(FIELDS.folder, name.slice(0, Math.max(cut, 0)));
        put([100], "0000644\0" + "0000000\0".repeat(2));
        put(FIELDS.size, octal(bytes.length, 12));
        put([136], octal(Math.floor(Date.now() / 1000), 12));
        put(FIELDS.kind, "0");
        put(FIELDS.magic, "ustar\0" + "00");
        put(FIELDS.sum, octal(sumOf(header), 7) + "\0 ");
        parts.push(header, bytes, new Uint8Array((BLOCK - bytes.length % BLOCK) % BLOCK));
    }
    parts.push(new Uint8Array(2 * BLOCK));
    return parts;
}
