#!/usr/bin/env python3
"""Helpers of render.sh. Standard library only.

  loop.py midi IN.mid OUT.mid --us US --bars BARS
      writes the score twice in succession (each pass exactly BARS bars of four
      quarters long), at US microseconds a quarter, with small fixed variations
      of velocity and attack so that it sounds less mechanical.
  loop.py cut IN.wav OUT.wav --samples N
      takes the second pass, samples N..2N, of a rendering of OUT.mid. Its last
      10 ms are crossfaded into the samples right before N, which continue into
      the first sample of the cut: the end fits the start.
  loop.py check A.ogg ...
      decodes (oggdec) and measures: length, peak, RMS, and the seam.
"""

import argparse
import array
import math
import struct
import subprocess
import sys
import wave
import zlib

FADE = 441  # 10 ms at 44.1 kHz


# ---- MIDI -------------------------------------------------------------------


def read_vlq(data, i):
    value = 0
    while True:
        byte = data[i]
        i += 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, i


def vlq(value):
    out = [value & 0x7F]
    while value > 0x7F:
        value >>= 7
        out.append(value & 0x7F | 0x80)
    return bytes(reversed(out))


def read_midi(path):
    """Returns (division, tracks); a track is a list of (tick, event bytes)."""
    data = open(path, "rb").read()
    assert data[:4] == b"MThd"
    _, count, division = struct.unpack(">HHH", data[8:14])
    pos, tracks = 14, []
    for _ in range(count):
        assert data[pos : pos + 4] == b"MTrk"
        size = struct.unpack(">I", data[pos + 4 : pos + 8])[0]
        chunk, pos = data[pos + 8 : pos + 8 + size], pos + 8 + size
        i, tick, status, events = 0, 0, 0, []
        while i < len(chunk):
            delta, i = read_vlq(chunk, i)
            tick += delta
            if chunk[i] >= 0x80:
                status = chunk[i]
                i += 1
            if status == 0xFF:
                kind = chunk[i]
                length, j = read_vlq(chunk, i + 1)
                events.append((tick, bytes([0xFF, kind]) + vlq(length) + chunk[j : j + length]))
                i = j + length
            elif status in (0xF0, 0xF7):
                length, j = read_vlq(chunk, i)
                i = j + length
            else:
                length = 1 if status & 0xF0 in (0xC0, 0xD0) else 2
                events.append((tick, bytes([status]) + chunk[i : i + length]))
                i += length
        tracks.append(events)
    return division, tracks


def write_midi(path, division, tracks):
    with open(path, "wb") as f:
        f.write(b"MThd" + struct.pack(">IHHH", 6, 1, len(tracks), division))
        for events in tracks:
            body, last = bytearray(), 0
            for tick, event in events:
                body += vlq(tick - last) + event
                last = tick
            f.write(b"MTrk" + struct.pack(">I", len(body)) + body)


def midi(args):
    division, tracks = read_midi(args.input)
    length = args.bars * 4 * division
    result = [[(0, b"\xff\x51\x03" + args.us.to_bytes(3, "big"))]]
    for index, events in enumerate(tracks):
        one = []
        for tick, event in events:
            if event[0] == 0xFF:  # text, tempo, end of track: not needed
                continue
            order = 1
            if event[0] & 0xF0 == 0x90 and event[2] > 0:
                order = 2
                dice = zlib.crc32(struct.pack(">III", index, tick, event[1]))
                velocity = max(1, min(127, event[2] + dice % 13 - 6))
                event = bytes([event[0], event[1], velocity])
                # The kick and the bass keep the time; the others may be a few ms late.
                if event[0] & 0x0F not in (6, 9):
                    tick += (dice >> 8) % 7
            elif event[0] & 0xF0 in (0x80, 0x90):
                order = 0
                tick = min(tick, length - 1)
            assert tick < length, (index, tick, length)
            one.append((tick, order, event))
        one.sort(key=lambda e: e[:2])
        track = [(n * length + tick, event) for n in (0, 1) for tick, _, event in one]
        # Ring on for a bar, so that the rendering is longer than two passes.
        track.append((2 * length + 4 * division, b"\xff\x2f\x00"))
        result.append(track)
    result[0].append((2 * length + 4 * division, b"\xff\x2f\x00"))
    write_midi(args.output, division, result)


# ---- audio ------------------------------------------------------------------


def read_wav(path):
    """Returns (channels, rate, samples as array of int16, interleaved)."""
    with wave.open(path, "rb") as w:
        assert w.getsampwidth() == 2
        samples = array.array("h", w.readframes(w.getnframes()))
        if sys.byteorder == "big":
            samples.byteswap()
        return w.getnchannels(), w.getframerate(), samples


def cut(args):
    channels, rate, samples = read_wav(args.input)
    n = args.samples
    assert channels == 2 and len(samples) >= 4 * n, (channels, len(samples) // 2, 2 * n)
    out = samples[2 * n : 4 * n]
    for i in range(FADE):
        into = (i + 1) / FADE
        for c in (0, 1):
            end = 2 * (n - FADE + i) + c
            before = samples[end]  # the same place in the first pass, right before n
            out[end] = round(out[end] * (1 - into) + before * into)
    with wave.open(args.output, "wb") as w:
        w.setnchannels(2)
        w.setsampwidth(2)
        w.setframerate(rate)
        w.writeframes(out.tobytes())


def db(x):
    return 20 * math.log10(max(x, 1e-9))


def check(args):
    bad = 0
    for path in args.files:
        wav = subprocess.run(
            ["oggdec", "-Q", "-o", "/dev/stdout", path], check=True, capture_output=True
        ).stdout
        at = wav.index(b"data") + 8
        channels, rate = struct.unpack("<HI", wav[22:28])
        samples = array.array("h", wav[at : at + (len(wav) - at) // 2 * 2])
        frames = len(samples) // channels
        peak = max(max(samples), -min(samples)) / 32768
        rms = math.sqrt(sum(x * x for x in samples) / len(samples)) / 32768
        seam, p999 = 0, 0
        for c in range(channels):
            line = samples[c::channels]
            steps = sorted(abs(a - b) for a, b in zip(line, line[1:]))
            seam = max(seam, abs(line[0] - line[-1]))
            p999 = max(p999, steps[int(len(steps) * 0.999)])
        w = rate // 20 * channels
        before = math.sqrt(sum(x * x for x in samples[-w:]) / w) / 32768
        after = math.sqrt(sum(x * x for x in samples[:w]) / w) / 32768
        ok = seam <= p999 and db(peak) <= -1.0 and abs(db(before) - db(after)) < 8
        bad += not ok
        print(
            f"{path}: {frames} samples ({frames / rate:.3f} s), peak {db(peak):.2f} dBFS, "
            f"rms {db(rms):.2f} dB, seam step {seam} (99.9th percentile {p999}), "
            f"50 ms before {db(before):.1f} dB, after {db(after):.1f} dB: {'ok' if ok else 'BAD'}"
        )
    sys.exit(bad > 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    sub = parser.add_subparsers(required=True)
    p = sub.add_parser("midi")
    p.add_argument("input")
    p.add_argument("output")
    p.add_argument("--us", type=int, required=True)
    p.add_argument("--bars", type=int, required=True)
    p.set_defaults(run=midi)
    p = sub.add_parser("cut")
    p.add_argument("input")
    p.add_argument("output")
    p.add_argument("--samples", type=int, required=True)
    p.set_defaults(run=cut)
    p = sub.add_parser("check")
    p.add_argument("files", nargs="+")
    p.set_defaults(run=check)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
