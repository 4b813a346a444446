# run, test, lint, bench, prove; and install, which makes what the others need without running anything.
SHELL := /bin/bash
.DEFAULT_GOAL := run
PYTHON ?= python3
PORT ?= 8000
HOST ?= localhost
export PORT HOST
export PYTHONUNBUFFERED = 1
AZI_VAR ?= var
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
PARALLEL := -n auto --dist loadscope
# Whoever runs only what a database could change need not read all the others.
DATABASES = $(shell grep -rl 'mark\.databases' --include='test_*.py' tests)
TESTS := DJANGO_SETTINGS_MODULE=tests.settings

.PHONY: run install test browser lint format bench prove requirements

CATALOGUES := $(patsubst %.po,%.mo,$(wildcard azi_site/locale/*/LC_MESSAGES/*.po))

run: $(AZI_VAR)/static/staticfiles.json $(CATALOGUES)
	@$(BIN)/python manage.py migrate --verbosity 0
	@$(BIN)/python manage.py open_house_tables
	@$(BIN)/python manage.py announce_house_tournaments
	@exec $(BIN)/python manage.py serve

install: .venv/base.stamp .venv/dev.stamp .venv/bench.stamp $(CATALOGUES)

# The suite on SQLite, what a database could change once more on PostgreSQL, and then the browser in processes of its own.
test: .venv/dev.stamp browser $(CATALOGUES)
	$(BIN)/python -m pytest $(PARALLEL)
	AZI_TEST_DATABASE=postgresql $(BIN)/python -m pytest $(PARALLEL) -m databases $(DATABASES)
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not firefox" tests/e2e

browser: .venv/dev.stamp
	@scripts/chromium

lint: .venv/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	find templates accounts azi_site games tournaments -name '*.html' -print0 | xargs -0 $(BIN)/djade --target-version 5.2 --check
	$(TESTS) $(BIN)/python manage.py makemigrations --check --dry-run

format: .venv/dev.stamp
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	find templates accounts azi_site games tournaments -name '*.html' -print0 | xargs -0 $(BIN)/djade --target-version 5.2

bench: .venv/bench.stamp browser $(CATALOGUES)
	$(BIN)/python -m games.rules bench
	$(BIN)/python -m tests.bench

# What takes longer than a test should: kills, long runs, another browser.
prove: .venv/dev.stamp browser $(CATALOGUES)
	@scripts/firefox
	$(BIN)/python -m pytest -m firefox tests/e2e
	$(BIN)/python -m pytest tests/faults

# The hashed lists anew from the *.in files; uv must be installed.
requirements:
	for list in base dev bench; do \
	  uv pip compile --universal --generate-hashes --python-version 3.11 --no-emit-index-url --no-emit-find-links \
	    --custom-compile-command "make requirements" --quiet requirements/$$list.in -o requirements/$$list.txt || exit 1; \
	done

# A stamp newer than its list says: installed already.
.venv/base.stamp: requirements/base.txt | .venv/bin/pip
	@echo "Installing what Azi runs on (the first time takes a minute) …"
	@$(PIP) -r $<
	@touch $@

.venv/dev.stamp: requirements/dev.txt .venv/base.stamp
	@echo "Installing what tests need …"
	@$(PIP) -r $<
	@touch $@

.venv/bench.stamp: requirements/bench.txt .venv/dev.stamp
	@$(PIP) -r $<
	@touch $@

.venv/bin/pip:
	@$(PYTHON) -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "Azi needs Python 3.11 or newer with venv (Debian, Ubuntu: apt-get install python3-venv). PYTHON= names another one."; exit 1; }
	@rm -rf .venv
	@$(PYTHON) -m venv .venv

# Messages in other languages, as the site reads them. One run compiles all that are older than their source.
%.mo: %.po | .venv/base.stamp
	@$(BIN)/python manage.py messages compile

# Collected again only when a static file, or a package that brings some, has changed.
$(AZI_VAR)/static/staticfiles.json: .venv/base.stamp azi_site/storage.py azi_site/apps.py $(shell find accounts azi_site games tournaments -path '*/static/*' -type f 2>/dev/null)
	@$(BIN)/python manage.py collectstatic --noinput --verbosity 0
	@touch $@
