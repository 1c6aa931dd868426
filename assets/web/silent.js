// What stands in for a browser's audio where there is none: it takes as long as sound would, and nobody hears it. The
// game's library for sound (cpal) gives up the whole program without it.

class SilentBuffer {
    constructor(seconds) {
        this.duration = seconds;
    }

    copyToChannel() {}
}

class SilentSource {
    connect() {}

    start() {
        setTimeout(() => this.onended?.(), 1000 * this.buffer.duration);
    }
}

/** The part of an AudioContext that the game uses. */
export class SilentContext {
    state = "running";
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
        return new SilentSource();
    }

    async resume() {}

    async suspend() {}

    async close() {}
}
