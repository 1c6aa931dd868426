#!/usr/bin/env python3
"""Synthesises the sound effects (*.ogg).

    python3 assets/sounds/render.py

Needs oggenc (Debian: vorbis-tools); otherwise the standard library only. Everything is
built of four things, so that the effects are one family: a plucked double string (a
balalaika), a knock on a wooden box, a small bell and a soft thump. The pitches are those
of the music, A minor. The same input gives the same files.
"""

import array
import math
import os
import random
import subprocess
import tempfile
import wave

RATE = 44100
HERE = os.path.dirname(os.path.abspath(__file__))
NAMES = {"C": -9, "C#": -8, "D": -7, "E": -5, "F": -4, "F#": -3, "G": -2, "G#": -1, "A": 0, "B": 2}


def note(name):
    """The frequency of a note: "A4" is 440 Hz."""
    return 440.0 * 2 ** ((NAMES[name[:-1]] + 12 * (int(name[-1]) - 4)) / 12)


class Sound:
    """A mono buffer to which the instruments add."""

    def __init__(self, seconds):
        self.data = [0.0] * int(seconds * RATE)
        self.dice = random.Random(1849)

    def add(self, at, samples):
        start = int(at * RATE)
        for i, x in enumerate(samples[: max(0, len(self.data) - start)]):
            self.data[start + i] += x

    def pluck(self, at, pitch, gain=1.0, ring=0.6, bright=0.6, pick=0.18):
        """A pair of strings (Karplus-Strong), `ring` seconds to -60 dB."""
        freq = note(pitch) if isinstance(pitch, str) else pitch
        count = int((ring + 0.05) * RATE)
        total = [0.0] * count
        for detune in (0.9985, 1.0015):
            period = RATE / (freq * detune)
            keep = 10 ** (-3 * period / RATE / ring)
            delay = period - 0.5
            size = int(delay)
            frac = delay - size
            burst = [self.dice.uniform(-1, 1) for _ in range(size + 1)]
            # A soft finger: smooth the noise (round and round, so that the loop has no
            # step). The place of the pick takes out harmonics.
            soft = 1 - math.exp(-2 * math.pi * (700 + 2400 * bright + 0.8 * freq) / RATE)
            for _ in range(2):
                low = 0.0
                for x in burst:
                    low += soft * (x - low)
                for i, x in enumerate(burst):
                    low += soft * (x - low)
                    burst[i] = low
            comb = max(1, int(period * pick))
            burst = [x - 0.8 * burst[i - comb] for i, x in enumerate(burst)]
            mean = sum(burst) / len(burst)
            line = [x - mean for x in burst]
            n, pos = len(line), 0
            last = 0.0
            for i in range(count):
                out = line[pos]
                total[i] += out
                value = out * frac + line[(pos + 1) % n] * (1 - frac)
                value, last = 0.5 * (value + last), value
                line[pos] = value * keep
                pos = (pos + 1) % n
        top = max(map(abs, total)) or 1.0
        rise = int(0.0008 * RATE)
        self.add(at, [x / top * gain * min(1.0, (i + 1) / rise) for i, x in enumerate(total)])

    def knock(self, at, freq, gain=1.0, ring=0.06, hard=0.5):
        """A knuckle on a wooden box: a few inharmonic modes that die fast, and a tick."""
        count = int(ring * 1.3 * RATE)
        modes = [(1.0, 1.0, 1.0), (1.58, 0.55, 0.7), (2.46, 0.42 * (0.5 + hard), 0.5), (4.1, 0.3 * hard, 0.3)]
        out = [0.0] * count
        for ratio, level, life in modes:
            if freq * ratio > 16000:
                continue
            step = 2 * math.pi * freq * ratio / RATE
            decay = 10 ** (-3 / (ring * life * RATE))
            amp = level
            for i in range(count):
                out[i] += amp * math.sin(step * i)
                amp *= decay
        low, amp, decay = 0.0, 0.9 * hard, 10 ** (-3 / (0.006 * RATE))
        for i in range(min(count, int(0.01 * RATE))):
            low += 0.45 * (self.dice.uniform(-1, 1) - low)
            out[i] += low * amp
            amp *= decay
        top = max(map(abs, out)) or 1.0
        self.add(at, [x / top * gain * min(1.0, (i + 1) / 12) for i, x in enumerate(out)])

    def bell(self, at, pitch, gain=1.0, ring=0.9):
        """A small bell, as on a sleigh or in a music box."""
        freq = note(pitch) if isinstance(pitch, str) else pitch
        count = int(ring * RATE)
        out = [0.0] * count
        for ratio, level, life in ((1, 1, 1), (2.0, 0.35, 0.7), (2.76, 0.3, 0.45), (5.4, 0.16, 0.2)):
            if freq * ratio > 16000:
                continue
            step = 2 * math.pi * freq * ratio / RATE
            decay = 10 ** (-3 / (ring * life * RATE))
            amp = level
            for i in range(count):
                out[i] += amp * math.sin(step * i)
                amp *= decay
        self.add(at, [x / 1.5 * gain * min(1.0, (i + 1) / 40) for i, x in enumerate(out)])

    def thump(self, at, high, low, gain=1.0, ring=0.2):
        """A soft, deep body: a sine that falls from `high` to `low` Hz."""
        count = int(ring * 1.2 * RATE)
        phase, amp, decay = 0.0, gain, 10 ** (-3 / (ring * RATE))
        out = []
        for i in range(count):
            freq = low + (high - low) * math.exp(-i / (0.025 * RATE))
            phase += 2 * math.pi * freq / RATE
            out.append(amp * math.sin(phase) * min(1.0, (i + 1) / 60))
            amp *= decay
        self.add(at, out)

    def strum(self, at, pitches, gap=0.012, gain=1.0, ring=0.8, bright=0.6):
        for i, pitch in enumerate(pitches):
            self.pluck(at + i * gap, pitch, gain * (0.8 + 0.2 * (i + 1) / len(pitches)), ring, bright)

    def run(self, at, pitches, gap, gain=1.0, ring=0.5, bright=0.6):
        for i, pitch in enumerate(pitches):
            self.pluck(at + i * gap, pitch, gain, ring, bright)

    def box(self, amount=0.22):
        """The first echoes of a small wooden room."""
        dry = list(self.data)
        for ms, level in ((7.3, 0.8), (12.9, -0.6), (19.7, 0.5), (29.3, -0.35), (41.9, 0.25)):
            shift = int(ms * RATE / 1000)
            low = 0.0
            for i in range(shift, len(dry)):
                low += 0.4 * (dry[i - shift] - low)
                self.data[i] += amount * level * low

    def write(self, name, peak_db, serial):
        # No direct current and no rumble.
        high, before = 0.0, 0.0
        keep = math.exp(-2 * math.pi * 35 / RATE)
        for i, x in enumerate(self.data):
            high = keep * (high + x - before)
            before = x
            self.data[i] = high
        top = max(map(abs, self.data))
        end = max(i for i, x in enumerate(self.data) if abs(x) > top * 0.0015) + 1
        data = self.data[:end]
        fade = min(len(data) // 4, int(0.03 * RATE))
        for i in range(fade):
            data[-1 - i] *= i / fade
        scale = 32767 * 10 ** (peak_db / 20) / top
        if name.startswith("combo"):
            # A ladder of equal steps: the same energy in the first 0.15 s, not the same peak.
            count = int(0.15 * RATE)
            rms = math.sqrt(sum(x * x for x in data[:count]) / count)
            scale = min(32767 * 10 ** (-3 / 20) / top, 32767 * 10 ** (-20 / 20) / rms)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.wav")
            with wave.open(path, "wb") as w:
                w.setnchannels(1)
                w.setsampwidth(2)
                w.setframerate(RATE)
                w.writeframes(array.array("h", (round(x * scale) for x in data)).tobytes())
            subprocess.run(
                ["oggenc", "-Q", "-q", "5", "--serial", str(serial), "-c", "LICENSE=CC0",
                 "-o", os.path.join(HERE, name + ".ogg"), path],
                check=True,
            )


# ---- the effects: name, seconds, peak (dBFS), and what is played -------------

EFFECTS = []


def effect(name, seconds, peak=-3.0, box=0.22):
    def keep(play):
        EFFECTS.append((name, seconds, peak, box, play))
        return play

    return keep


@effect("move", 0.032, -10, 0)
def _(s):
    s.knock(0, 1320, 1, 0.026, 0.35)


@effect("rotate", 0.09, -8, 0.1)
def _(s):
    s.knock(0, 990, 0.7, 0.035, 0.4)
    s.pluck(0.002, "E5", 0.6, 0.09, 0.7)


@effect("refused", 0.12, -8, 0.1)
def _(s):
    s.knock(0, 165, 1, 0.07, 0.12)
    s.knock(0.035, 147, 0.6, 0.06, 0.1)


@effect("lock", 0.16, -6)
def _(s):
    s.knock(0, 330, 1, 0.07, 0.45)
    s.thump(0, 170, 110, 0.6, 0.09)


@effect("hard_drop", 0.35)
def _(s):
    s.thump(0, 190, 62, 1.0, 0.24)
    s.knock(0, 220, 0.8, 0.1, 0.8)
    s.knock(0.012, 440, 0.35, 0.06, 0.6)


@effect("hold", 0.3, -6)
def _(s):
    s.pluck(0, "A4", 0.7, 0.16, 0.5)
    s.pluck(0.045, "E5", 0.8, 0.24, 0.5)
    s.knock(0, 660, 0.25, 0.04, 0.3)


def clear(s, pitches, ring, gap, bells=(), low=False):
    s.knock(0, 440, 0.6, 0.07, 0.6)
    if low:
        s.thump(0, 180, 55, 0.9, 0.3)
    s.run(0, pitches, gap, 0.75, ring, 0.65)
    for i, pitch in enumerate(bells):
        s.bell(gap * len(pitches) * 0.6 + i * gap, pitch, 0.4, ring * 1.3)


@effect("clear1", 0.5, -5)
def _(s):
    clear(s, ["A4", "E5"], 0.35, 0.03)


@effect("clear2", 0.65, -4.5)
def _(s):
    clear(s, ["A4", "C5", "E5"], 0.45, 0.035)


@effect("clear3", 0.85, -4)
def _(s):
    clear(s, ["A4", "C5", "E5", "A5"], 0.55, 0.04, ["A5"])


@effect("clear4", 1.5)
def _(s):
    clear(s, ["A3", "E4", "A4", "C5", "E5", "A5", "C6", "E6"], 0.9, 0.042, ["A5", "E6", "A6"], True)
    s.strum(0.36, ["A4", "E5", "A5"], 0.008, 0.7, 0.9, 0.7)


@effect("spin", 0.8)
def _(s):
    s.run(0, ["E5", "F5", "G#5", "B5"], 0.032, 0.6, 0.25, 0.75)
    for i in range(4):
        s.pluck(0.13 + 0.045 * i, "E6", 0.65 - 0.1 * i, 0.3, 0.75)
    s.bell(0.13, "B6", 0.35, 0.6)
    s.knock(0, 880, 0.4, 0.04, 0.5)


@effect("back_to_back", 0.9, -4)
def _(s):
    s.pluck(0, "E5", 0.6, 0.4, 0.7)
    s.bell(0, "E6", 0.6, 0.6)
    s.pluck(0.08, "B5", 0.6, 0.4, 0.7)
    s.bell(0.08, "B6", 0.6, 0.75)


@effect("perfect_clear", 2.4)
def _(s):
    s.thump(0, 160, 55, 0.7, 0.35)
    tune = ["A4", "C#5", "E5", "A5", "C#6", "E6", "A6"]
    s.run(0, tune, 0.07, 0.7, 0.9, 0.65)
    for i, pitch in enumerate(tune[2:]):
        s.bell(0.14 + 0.07 * i, pitch, 0.35, 1.3)
    s.strum(0.56, ["A3", "E4", "A4", "C#5", "E5", "A5"], 0.014, 0.75, 1.6, 0.65)
    s.bell(0.62, "A6", 0.4, 1.7)
    s.bell(0.69, "E7", 0.25, 1.4)


def combo(s, pitch):
    s.pluck(0, pitch, 0.8, 0.32, 0.65)
    s.bell(0, note(pitch) * 2, 0.3, 0.35)
    s.knock(0, 660, 0.35, 0.04, 0.4)


COMBO = ["A4", "C5", "D5", "E5", "G5", "A5", "C6", "E6"]
for step, tone in enumerate(COMBO):
    effect(f"combo{step + 1}", 0.5, -5)(lambda s, tone=tone: combo(s, tone))


@effect("garbage", 0.6, -4)
def _(s):
    for i, pitch in enumerate(("E3", "F3", "E3", "F3")):
        s.pluck(0.07 * i, pitch, 0.9, 0.35, 0.5)
        s.knock(0.07 * i, 196, 0.4, 0.05, 0.3)


@effect("garbage_rise", 0.6)
def _(s):
    s.thump(0, 70, 95, 0.7, 0.45)
    for i, freq in enumerate((147, 165, 131, 185, 156, 208, 175)):
        s.knock(0.043 * i + 0.006 * (i % 3), freq, 0.8 - 0.08 * i, 0.09, 0.6)


@effect("countdown", 0.25, -5)
def _(s):
    s.knock(0, 880, 0.9, 0.08, 0.5)
    s.pluck(0, "A4", 0.5, 0.2, 0.5)


@effect("go", 1.0)
def _(s):
    s.knock(0, 880, 0.5, 0.08, 0.6)
    s.strum(0, ["A4", "E5", "A5", "C6", "E6"], 0.01, 0.8, 0.8, 0.7)
    s.bell(0.02, "A6", 0.35, 0.8)


@effect("top_out", 1.6)
def _(s):
    for i, freq in enumerate((392, 330, 294, 247, 208, 175, 147)):
        s.knock(0.07 * i + 0.004 * i * i, freq, 0.75, 0.11, 0.6)
    for i, pitch in enumerate(("E4", "D4", "C4", "B3")):
        s.pluck(0.13 * i, pitch, 0.5, 0.4, 0.45)
    s.pluck(0.58, "A2", 0.9, 1.0, 0.5)
    s.pluck(0.58, "A3", 0.5, 0.9, 0.5)
    s.thump(0.58, 150, 55, 0.9, 0.5)


@effect("win", 2.4)
def _(s):
    # The head of the tune, doubled in octaves, and a bright end.
    for at, pitch, low in ((0, "E5", "E4"), (0.2, "B4", "G#4"), (0.3, "C5", "A4"), (0.4, "D5", "B4"), (0.6, "E5", "C5")):
        s.pluck(at, pitch, 0.75, 0.5, 0.7)
        s.pluck(at, low, 0.45, 0.5, 0.55)
        s.knock(at, 523, 0.25, 0.05, 0.4)
    s.thump(0.8, 170, 55, 0.7, 0.35)
    s.strum(0.8, ["A3", "E4", "A4", "C#5", "E5", "A5"], 0.012, 0.8, 1.5, 0.7)
    s.bell(0.86, "A6", 0.4, 1.4)
    s.bell(0.93, "E6", 0.3, 1.3)


@effect("lose", 2.4)
def _(s):
    for at, pitch, low in ((0, "E5", "C5"), (0.24, "C5", "A4"), (0.48, "A4", "F4"), (0.72, "G#4", "E4")):
        s.pluck(at, pitch, 0.7, 0.6, 0.45)
        s.pluck(at, low, 0.5, 0.6, 0.4)
        s.knock(at, 262, 0.2, 0.06, 0.2)
    s.strum(1.02, ["A2", "E3", "A3", "C4"], 0.03, 0.8, 1.3, 0.4)


@effect("level_up", 1.1, -4)
def _(s):
    for i, pitch in enumerate(("A4", "C5", "E5", "A5")):
        s.pluck(0.075 * i, pitch, 0.7, 0.5, 0.65)
        s.pluck(0.075 * i + 0.0375, pitch, 0.5, 0.4, 0.65)
    s.bell(0.3, "E6", 0.4, 0.75)
    s.bell(0.3, "A6", 0.3, 0.65)


@effect("menu_move", 0.07, -10, 0.1)
def _(s):
    s.knock(0, 1047, 0.5, 0.03, 0.3)
    s.pluck(0.001, "A5", 0.5, 0.06, 0.6)


@effect("menu_select", 0.35, -6)
def _(s):
    s.knock(0, 784, 0.35, 0.04, 0.4)
    s.pluck(0, "E5", 0.7, 0.2, 0.65)
    s.pluck(0.055, "A5", 0.8, 0.28, 0.65)


@effect("menu_back", 0.3, -7)
def _(s):
    s.knock(0, 587, 0.35, 0.04, 0.3)
    s.pluck(0, "A4", 0.7, 0.16, 0.5)
    s.pluck(0.055, "E4", 0.8, 0.22, 0.5)


def main():
    for serial, (name, seconds, peak, box, play) in enumerate(EFFECTS, 1):
        sound = Sound(seconds)
        play(sound)
        if box:
            sound.box(box)
        sound.write(name, peak, serial)


if __name__ == "__main__":
    main()
