# The five commands: run, test, lint, bench, prove (and install, which the others need).
SHELL := /bin/bash
.DEFAULT_GOAL := run
PYTHON ?= python3
PORT ?= 8000
HOST ?= localhost
BIN := .venv/bin

.PHONY: run install

# A stamp is newer than its requirements file when they are installed already.
.venv/bin/python:
	@$(PYTHON) -c 'import sys, venv, ensurepip; assert sys.version_info >= (3, 11)' 2>/dev/null || \
	  { echo "Azi needs Python 3.11 or newer with venv: apt install python3-venv (or set PYTHON=)"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/base.stamp: requirements/base.txt | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

.venv/dev.stamp: requirements/dev.txt .venv/base.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

.venv/bench.stamp: requirements/bench.txt .venv/dev.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

install: .venv/base.stamp .venv/dev.stamp .venv/bench.stamp
