# Two commands: `make play` opens the game, `make test` checks everything. ARGS are the game's own flags:
# make play ARGS="play --mode versus --opponent iwumbwe:7"

ARGS ?=

.PHONY: play test bench headless

play:
	@.ci/packages play
	cargo run --release --locked -- $(ARGS)

test:
	@.ci/packages test
	@.ci/test

# The same program without the window: trainer and matches, in a few minutes cold.
headless:
	cargo build --release --locked --no-default-features

bench:
	cargo bench --locked --no-default-features
