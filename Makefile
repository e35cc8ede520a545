# A thin front for CMake. `make help` lists what there is.
BUILD ?= build
PREFIX ?= /usr/local
DESTDIR ?=
SECONDS ?= 60
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
CTEST_ARGS ?=

# Ninja where it is installed; a build directory keeps the generator it was made with.
GENERATOR := $(if $(shell command -v ninja 2>/dev/null),-G Ninja)
# configure,DIRECTORY,PRESET[,OPTIONS]: CMakePresets.json says what each build is.
configure = cmake --preset $(2) -B $(1) $(if $(wildcard $(1)/CMakeCache.txt),,$(GENERATOR)) $(3) >/dev/null
# ctest must not inherit make's job server.
ctest = cd $(1) && env -u MAKEFLAGS -u MFLAGS ctest --output-on-failure -j $(JOBS) $(CTEST_ARGS)

all: ready
	@$(call configure,$(BUILD),release)
	@cmake --build $(BUILD) -j $(JOBS) --target waymark waymark_static waymark_shared

help:
	@echo 'make            build $(BUILD)/waymark and libwaymark, static and shared'
	@echo 'make demo       the tour: check, explain, rebuild and draw a room made here'
	@echo 'make test       every test, sweeps included (SWEEP=full for all corpus files)'
	@echo 'make asan       the same tests under AddressSanitizer and UBSan'
	@echo 'make tsan       what runs in threads, under ThreadSanitizer'
	@echo 'make coverage   which lines of src/ the tests run, at least 90 %'
	@echo 'make web        the viewer: $(BUILD)/web, a page for any web server (as a zip too), and for waymark view'
	@echo 'make web-test   the tests of the viewer and its core, in node, Chromium and Firefox'
	@echo 'make matrix     the same bytes on every platform: other compilers and processors, musl, wasm'
	@echo 'make hashes     accept what the library makes of the samples as what matrix expects'
	@echo 'make bench      the benchmarks, as ratios (BENCH_ARGS=--json for scripts)'
	@echo 'make fuzz       every libFuzzer target for SECONDS ($(SECONDS)) seconds (TARGETS: only these)'
	@echo 'make fuzz-quick a fixed set of changed seeds for each target'
	@echo 'make blender-addon  the Blender add-on, as a zip file (COMMAND=FILE puts that waymark into it)'
	@echo 'make blender-test  its tests, in Blender without a window'
	@echo 'make windows    the command, the library and the viewer for Windows, as a zip file'
	@echo 'make windows-test  its tests, under wine'
	@echo 'make wheel      the Python package, with the library in it: $(BUILD)/wheel'
	@echo 'make install    into DESTDIR/PREFIX ($(DESTDIR)$(PREFIX))'
	@echo 'make issues     write docs/issues.md from the registry of findings'
	@echo 'make api        write docs/api.md and the Python bindings from the public headers'
	@echo 'make goldens    accept the present output as what the CLI tests expect'
	@echo 'make format     clang-format over all sources, prettier over the viewer'
	@echo 'make lint       clang-format, clang-tidy, cppcheck, gcc -fanalyzer, shellcheck, prettier, pyflakes, black and mypy, all clean'
	@echo 'make clean      remove the build directories'

# `make` alone asks before it installs anything: it only says what is missing.
ready:
	@scripts/setup --check

demo:
	@scripts/setup demo
	@$(MAKE) --no-print-directory all
	@BUILD=$(BUILD) scripts/demo

test:
	@scripts/setup test
	@$(call configure,$(BUILD),test)
	@cmake --build $(BUILD) -j $(JOBS)
	@$(call ctest,$(BUILD))

asan:
	@scripts/setup test
	@$(call configure,$(BUILD)-asan,asan)
	@cmake --build $(BUILD)-asan -j $(JOBS)
	@$(call ctest,$(BUILD)-asan)

tsan:
	@scripts/setup test
	@$(call configure,$(BUILD)-tsan,tsan)
	@cmake --build $(BUILD)-tsan -j $(JOBS) --target waymark test_threads test_shared make_samples \
		make_models make_area make_terrain make_bw2 pack_archive
	@$(call ctest,$(BUILD)-tsan) -L threads

coverage:
	@scripts/setup coverage
	@BUILD=$(BUILD) JOBS=$(JOBS) scripts/coverage

matrix:
	@scripts/setup matrix || true
	@BUILD=$(BUILD) JOBS=$(JOBS) scripts/matrix $(PLATFORMS)

hashes:
	@scripts/setup test
	@BUILD=$(BUILD) JOBS=$(JOBS) scripts/matrix table

bench:
	@scripts/setup bench
	@$(call configure,$(BUILD)-bench,bench)
	@cmake --build $(BUILD)-bench -j $(JOBS) --target waymark waymark_bench make_samples
	@$(BUILD)-bench/waymark_bench $(BENCH_ARGS)

fuzz fuzz-quick:
	@scripts/setup fuzz
	@BUILD=$(BUILD) SECONDS_EACH=$(SECONDS) JOBS=$(JOBS) QUICK=$(if $(filter fuzz-quick,$@),1) \
		TARGETS='$(TARGETS)' scripts/fuzz

# The WebAssembly build is a CMake project of its own: another compiler, another C library.
web:
	@scripts/setup web
	@cmake -S web -B $(BUILD)/wasm $(if $(wildcard $(BUILD)/wasm/CMakeCache.txt),,$(GENERATOR)) \
		-DCMAKE_TOOLCHAIN_FILE=$(CURDIR)/web/wasm.cmake >/dev/null
	@cmake --build $(BUILD)/wasm -j $(JOBS)
	@[ -e $(BUILD)/CMakeCache.txt ] || $(call configure,$(BUILD),release)
	@cmake --build $(BUILD) -j $(JOBS) --target make_room paint_robot make_stage make_temple # for the examples
	@scripts/npm
	@node web/build.mjs $(BUILD)

web-test: web
	@scripts/setup web-test
	@$(MAKE) --no-print-directory test CTEST_ARGS='-R ^web_'

blender-addon:
	@scripts/setup blender-addon
	@$(call configure,$(BUILD),release)
	@cmake --build $(BUILD) -j $(JOBS) --target list_surfaces
	@BUILD=$(BUILD) COMMAND='$(COMMAND)' scripts/blender-addon

blender-test:
	@scripts/setup blender-test
	@$(MAKE) --no-print-directory test CTEST_ARGS='-R ^blender_'

windows:
	@scripts/setup windows
	@BUILD=$(BUILD) JOBS=$(JOBS) scripts/windows

windows-test:
	@BUILD=$(BUILD) JOBS=$(JOBS) scripts/windows-test

# Python's wheel. No build tool of Python and no network: scripts/wheel says why.
wheel:
	@scripts/setup wheel
	@$(call configure,$(BUILD),release)
	@cmake --build $(BUILD) -j $(JOBS) --target waymark_bundle
	@/usr/bin/python3 scripts/wheel $(BUILD)

install: ready
	@$(call configure,$(BUILD),release,-DCMAKE_INSTALL_PREFIX=$(PREFIX))
	@cmake --build $(BUILD) -j $(JOBS) --target waymark waymark_static waymark_shared
	@DESTDIR=$(DESTDIR) cmake --install $(BUILD) --prefix $(PREFIX)

api:
	@scripts/setup api
	@scripts/gen-api >docs/api.md.new && mv docs/api.md.new docs/api.md
	@/usr/bin/python3 scripts/gen-python

issues:
	@scripts/gen-issues >docs/issues.md.new && mv docs/issues.md.new docs/issues.md

goldens:
	@$(MAKE) --no-print-directory test CTEST_ARGS='-R ^cli_' UPDATE=1

format:
	@git ls-files '*.c' '*.h' | xargs clang-format -i
	@scripts/npm
	@cd web && npm run --silent format

# A tool that cannot be installed is skipped; scripts/lint says which.
lint:
	@scripts/setup lint || true
	@BUILD=$(BUILD) JOBS=$(JOBS) scripts/lint

clean:
	rm -rf web/node_modules $(BUILD) $(BUILD)-asan $(BUILD)-bench $(BUILD)-fuzz $(BUILD)-clang \
		$(BUILD)-debug $(BUILD)-windows $(BUILD)-lint $(BUILD)-coverage $(BUILD)-tsan $(BUILD)-matrix

.PHONY: all help ready demo test asan tsan coverage matrix hashes bench fuzz fuzz-quick web web-test blender-addon blender-test windows windows-test wheel install api issues goldens format lint clean
