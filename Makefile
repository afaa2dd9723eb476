# The front door; the building is done by Meson and the scripts. `make help` lists the targets.

PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60

# Targets share build folders and use all cores by themselves.
.NOTPARALLEL:
.PHONY: build run check test test-long bench fuzz lint golden install clean help

build: ## build the program, build/lanterne
	@scripts/setup build
	@test -f build/build.ninja || meson setup build
	@ninja -C build lanterne

run: build ## play Manor in the terminal
	@build/lanterne play manor

check: ## the quick tests: release and one sanitizer build, under two minutes
	@scripts/setup build quick
	@scripts/test --quick

test: ## everything that must pass
	@scripts/setup build quick test
	@scripts/test

test-long: ## the same with many more rounds
	@scripts/setup build quick test
	@LAN_LONG=1 scripts/test

bench: build ## measure
	@build/lanterne bench

fuzz: ## look for new crashes, FUZZ_SECONDS for each target
	@scripts/setup build fuzz
	@scripts/fuzz --seconds $(FUZZ_SECONDS)

lint: ## formatting and clang-tidy
	@scripts/setup build lint
	@scripts/lint

golden: ## write the golden playthroughs anew, to be reviewed as a diff
	@scripts/setup build quick
	@LAN_GOLDEN=write scripts/test --suite release --only 'golden*'
	@git --no-pager diff --stat -- tests/golden

install: build ## install under PREFIX (and DESTDIR)
	@meson configure build -Dprefix=$(PREFIX)
	@ninja -C build lanterne
	@meson install -C build --no-rebuild

clean: ## remove everything built
	rm -rf build build-*/

help:
	@sed -n 's/^\([a-z-]*\):.* ## /\1\t/p' Makefile | expand -t 12
