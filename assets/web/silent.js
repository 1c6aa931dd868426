// What stands in for a browser's audio where there is none: it takes as long as sound would, and nobody hears it. The
// game's library for sound (cpal) gives up the whole program without it.

class SilentBuffer {
    constructor(seconds) {
        this.duration = seconds;
    }

    copyToChannel() {}
}

class SilentSource extends EventTarget {
    constructor(context) {
        super();
        this.context = context;
    }

    connect() {}

    start(when = 0) {
        const seconds = Math.max(0, when - this.context.currentTime) + this.buffer.duration;
        setTimeout(() => this.dispatchEvent(new Event("ended")), 1000 * seconds);
    }
}

/** The part of an AudioContext that the game uses. */
export class SilentContext {
    state = "running";
    /** How many pieces of sound have been played: by it one sees that the game's sound goes on. */
    sources = 0;
    destination = { maxChannelCount: 2, channelCount: 2 };

    constructor({ sampleRate } = {}) {
        this.sampleRate = sampleRate ?? 44100;
    }

    get currentTime() {
        return performance.now() / 1000;
    }

    createBuffer(_channels, frames, rate) {
        return new SilentBuffer(frames / rate);
    }

    createBufferSource() {
        this.sources += 1;
        return new SilentSource(this);
    }

    async resume() {}

    async suspend() {}

    async close() {}
}
