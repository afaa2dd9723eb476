# Short commands for Meson and the scripts, which do the work. `make help` lists the targets.

PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
# Of test-long: the part to run, the seed of its games, and whether to repeat parts that have passed.
PART ?=
SEED ?=
ANEW ?=

# Targets share build folders and use all cores by themselves.
.NOTPARALLEL:
.PHONY: build page run check test test-long train-check bench fuzz world mutate coverage lint golden screenshots site wheel dist deb image release install clean help

build: page ## build the program with its page, build/lanterne, and the library
	@scripts/setup build
	@test -f build/build.ninja || meson setup build
	@ninja -C build

page: ## build the web page, web/dist
	@scripts/web --built || { scripts/setup web && scripts/web; }

run: build ## start the server with its page and print the address to open
	@build/lanterne serve

check: ## the quick tests, of the release build, under two minutes
	@scripts/setup build quick learn
	@scripts/test --quick

test: ## everything that must pass
	@scripts/setup build quick test learn nodes web browser chromium
	@scripts/test

test-long: ## the same with many more rounds, PART=SUITE or SUITE/PROGRAM alone; PART=list shows what was run
	@scripts/setup build quick test learn nodes web chromium packages cluster train
	@LAN_SEED=$(SEED) scripts/test --long --part '$(PART)' $(if $(ANEW),--anew)

train-check: ## train a small net on the tiny game and measure it exactly; part of test-long
	@scripts/setup build quick learn train
	@scripts/test --suite train

bench: build ## measure
	@scripts/setup quick nodes web chromium
	@scripts/setup learn
	@build/lanterne bench
	@/usr/bin/python3 scripts/bench-learn build/lanterne build/lib/liblanterne.so
	@scripts/bench-server
	@scripts/bench-growth
	@scripts/bench-backup build/lanterne
	@/usr/bin/python3 scripts/bench-wire build/lanterne
	@scripts/web node ../tests/web/bench.mjs ../build/lanterne
	@scripts/web node ../tests/web/bench-moves.mjs ../build/lanterne
	@scripts/bench-offline
	@for reveals in 0 1 2; do build/lanterne solve shy-monsters --reveals $$reveals --time 5 --threads 1; done

world: ## run simulated worlds for SECONDS of processor time from SEED on; repeats exactly
	@scripts/setup build
	@python3 -c "import sys; sys.path.insert(0, 'scripts'); import buildlib; buildlib.configure('build')"
	@ninja -C build tests/test-world
	@build/tests/test-world seconds=$(or $(SECONDS),60) seed=$(or $(SEED),1)

mutate: ## change the rules at one place at a time: COUNT=1500 drawn by SEED=1, every Nth from the Kth with SHARD=K/N
	@scripts/setup build quick
	@scripts/mutate --count $(or $(COUNT),1500) --seed $(or $(SEED),1) --shard $(or $(SHARD),1/1)

coverage: ## the lines of core/, games/ and table/ that no test program in C reaches, and shares by folder
	@scripts/setup build quick
	@scripts/coverage

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

screenshots: build ## pictures of every screen, into build/screenshots; WORD=... only those, KEEP=1 also for the documents
	@scripts/setup web chromium
	@scripts/web node ../tests/web/screenshots.mjs ../build/lanterne ../build/screenshots $(WORD)
	@if [ -n "$(KEEP)" ]; then cd docs/screenshots && for name in *.png; do cp ../../build/screenshots/$$name .; done; fi

site: page ## build/site: the page for a static host, with games on one device and no server
	@scripts/site

wheel: ## build/wheel/lanterne-*.whl: the Python package with the library inside
	@scripts/setup build
	@test -f build/build.ninja || meson setup build
	@meson compile -C build lanterne:shared_library
	@scripts/wheel build/lib/liblanterne.so build/wheel

dist: page ## build/dist/lanterne-VERSION.tar.xz: the sources with the built page, and the list of what is in it
	@scripts/dist build/dist

deb: dist ## build/deb/*.deb: Debian packages of the program, the library and the Python package
	@scripts/setup build packages
	@scripts/deb build/dist/lanterne-$$(scripts/version).tar.xz build/deb

image: deb ## build/image/lanterne-VERSION.oci.tar: an image for containers, of the Debian packages
	@scripts/image build/deb build/image

release: ## the check-list of a release; docs/releasing.md
	@scripts/release

install: build ## install under PREFIX (and DESTDIR)
	@meson configure build -Dprefix=$(PREFIX)
	@ninja -C build
	@meson install -C build --no-rebuild

clean: ## remove everything built
	rm -rf build build-*/ web/dist

help:
	@sed -n 's/^\([a-z-]*\):.* ## /\1\t/p' Makefile | expand -t 12
