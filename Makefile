# Two commands: `make play` opens the game, `make test` checks everything. ARGS are the game's own flags:
# make play ARGS="play --mode versus --opponent iwumbwe:7"

ARGS ?=

.PHONY: play test check bench headless dist

play:
	@.ci/packages play
	cargo run --release --locked -- $(ARGS)

test:
	@.ci/packages test
	@.ci/test

# The quick check, while one works: everything below the window.
check:
	@.ci/check

# The same program without the window: the laboratory, matches and replays, in a few minutes cold.
headless:
	cargo build --release --locked --no-default-features --features game

bench:
	cargo bench --locked --no-default-features --features game

# Packages for people without a compiler, written to target/dist; .ci/dist-test tries them.
dist:
	@.ci/packages play
	@.ci/dist
