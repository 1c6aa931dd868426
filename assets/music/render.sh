#!/bin/bash
# Renders the scores (*.abc) to loops (*.ogg) at three tempi and writes loops.toml.
#
#   assets/music/render.sh [WORK_DIRECTORY]
#
# Needs (Debian): abcmidi fluidsynth fluid-soundfont-gm sox vorbis-tools python3
# SOUNDFONT=... picks another place of FluidR3_GM.sf2.
#
# How a loop is made: abc2midi turns the score into MIDI; loop.py writes it twice in
# succession; fluidsynth plays both passes; sox equalises and levels the result; loop.py
# cuts out exactly the second pass, which begins with the first pass's reverberation still
# in the air. A beat is a whole number of samples at each tempo (44100 * 60 / bpm), so
# bar lines fall on the same sample every time round. The same input gives the same files.
set -euo pipefail
cd "$(dirname "$0")"
font=${SOUNDFONT:-/usr/share/sounds/sf2/FluidR3_GM.sf2}
work=${1:-$(mktemp -d)}
mkdir -p "$work"
beats=4
loudness=-18.5 # K-weighted RMS of every loop, dB

# The mix on its way from $1 to $2: no rumble, a little less boxiness, a little more air.
equalise() {
  sox -V1 -D "$1" -b 32 "$2" highpass 38 equalizer 300 0.8q -1.5 treble +2.5 6000
}

# RMS with about the K weighting of ITU-R BS.1770, of samples $2 to $2 + $2 of $1.
measure() {
  sox "$1" -n trim "$2s" "$2s" highpass 60 treble +4 1700 stats 2>&1 |
    awk '/^RMS lev dB/ { print $4 }'
}

# To the common loudness, with the peaks rounded off. The first gain makes room for the
# compressor; the second one takes it back.
level() {
  local gain
  gain=$(awk -v now="$(measure "$1" "$3")" -v aim="$loudness" 'BEGIN { printf "%.2f", aim - now }')
  sox -D "$1" "$work/up.wav" gain "$(awk -v g="$gain" 'BEGIN { printf "%.2f", g - 14 }')" \
    compand 0.002,0.08 3:-90,-90,-26,-26,-20,-21.5,0,-14.8 0 -20 0.002
  # What the compressor took away is given back, so that the three tempi stay equal.
  gain=$(awk -v now="$(measure "$work/up.wav" "$3")" -v aim="$loudness" 'BEGIN { printf "%.2f", aim - now }')
  sox -D "$work/up.wav" -b 16 "$2" gain "$gain"
}

# arrangement NAME TITLE SCORE BARS ROOM REVERB PREFIX, then TEMPO BPM three times
arrangement() {
  local name=$1 title=$2 score=$3 bars=$4 room=$5 reverb=$6 prefix=$7 serial=0
  shift 7
  printf '\n[[arrangement]]\nname = "%s"\ntitle = "%s"\nbeats_per_bar = %d\nbars = %d\n' \
    "$name" "$title" $beats "$bars" >>"$work/loops.toml"
  abc2midi "$score" 1 -quiet -o "$work/$prefix.mid" >/dev/null
  while [ $# -gt 0 ]; do
    local tempo=$1 bpm=$2 file=$prefix-$1.ogg
    shift 2
    serial=$((serial + 1))
    if [ $((44100 * 60 % bpm)) != 0 ]; then
      echo "$bpm bpm: a beat is not a whole number of samples" >&2
      exit 1
    fi
    local samples=$((bars * beats * 44100 * 60 / bpm))
    python3 loop.py midi "$work/$prefix.mid" "$work/twice.mid" --us $((60000000 / bpm)) --bars "$bars"
    fluidsynth -q -i -n -r 44100 -g 0.5 -F "$work/synth.wav" -T wav -O float \
      -o synth.chorus.active=0 -o synth.cpu-cores=1 -o synth.polyphony=1024 \
      -o synth.reverb.room-size="$room" -o synth.reverb.damp=0.3 \
      -o synth.reverb.width=0.8 -o synth.reverb.level="$reverb" \
      "$font" "$work/twice.mid" >/dev/null
    equalise "$work/synth.wav" "$work/mix.wav"
    level "$work/mix.wav" "$work/level.wav" "$samples"
    python3 loop.py cut "$work/level.wav" "$work/cut.wav" --samples "$samples"
    oggenc -Q -q 4 --serial $serial -t "Korobeiniki ($title, $tempo)" \
      -c "LICENSE=arrangement CC0; soundfont FluidR3 GM, MIT" -o "$file" "$work/cut.wav"
    printf '[[arrangement.tempo]]\nname = "%s"\nbpm = %d.0\nfile = "music/%s"\nsamples = %d\n' \
      "$tempo" "$bpm" "$file" "$samples" >>"$work/loops.toml"
  done
}

echo "# Written by render.sh" >"$work/loops.toml"
arrangement village "Village band" korobeiniki.abc 64 0.45 0.55 korobeiniki \
  calm 126 brisk 150 fast 175
arrangement winter "Winter evening" korobeiniki-winter.abc 48 0.75 0.7 korobeiniki-winter \
  calm 98 brisk 112 fast 126
cp "$work/loops.toml" loops.toml
python3 loop.py check ./*.ogg
