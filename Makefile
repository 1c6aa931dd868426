# Two commands: `make play` opens the game, `make test` checks everything. ARGS are the game's own flags:
# make play ARGS="play --mode versus --opponent iwumbwe:7"

ARGS ?=

.PHONY: play test check elsewhere bench fuzz headless dist web web-test

play:
	@.ci/packages play
	cargo run --release --locked --features net -- $(ARGS)

test:
	@.ci/packages test
	@.ci/test

# The quick check, while one works: everything below the window.
check:
	@.ci/check

# Whether all below the window compiles on Windows and macOS too.
elsewhere:
	@.ci/elsewhere

# The same program without the window: the laboratory, matches and replays, in a few minutes cold.
headless:
	cargo build --release --locked --no-default-features --features game

bench:
	cargo bench --locked --no-default-features --features game

# Strangers' bytes by coverage, ten minutes for each place where they come in; needs the nightly compiler.
fuzz:
	@.ci/fuzz

# Packages for people without a compiler, written to target/dist; .ci/dist-test tries them.
dist:
	@.ci/packages play
	@.ci/dist

# The game as a page in a browser: builds it and serves it to this machine.
web:
	@.ci/packages web
	@.ci/web
	@node .ci/web-serve.mjs "$${CARGO_TARGET_DIR:-target}/dist/web"

# Plays the page in Chromium without a screen, then in Firefox on a screen that nobody sees, where there is a Firefox.
web-test:
	@.ci/packages web-test
	@.ci/web
	@cargo build --locked --no-default-features --features relay
	@KOROBKA="$${CARGO_TARGET_DIR:-target}/debug/korobka" node tests/web/main.mjs "$${CARGO_TARGET_DIR:-target}/dist/web"
	@if ! command -v firefox-esr >/dev/null; then echo "web-test: Firefox is left out: there is no firefox-esr"; \
	elif ! node --experimental-websocket -e 0 2>/dev/null; then echo "web-test: Firefox is left out: it needs Node 20.10"; \
	else xvfb-run -a -s "-screen 0 1400x900x24" node --experimental-websocket tests/web/firefox.mjs \
		"$${CARGO_TARGET_DIR:-target}/dist/web"; fi
