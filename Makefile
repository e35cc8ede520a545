# A thin front for CMake. `make help` lists what there is.
BUILD ?= build
PREFIX ?= /usr/local

all:
	@cmake -B $(BUILD) >/dev/null
	@cmake --build $(BUILD) -j

.PHONY: all
