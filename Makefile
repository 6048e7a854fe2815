# The main commands; each creates .venv and installs what it needs on first use.
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/
STAMP := $(VENV)/.installed
DEV_STAMP := $(VENV)/.installed-dev
SOURCES := pyproject.toml constraints.txt hatch_build.py $(wildcard src/bummerl/locale/*/LC_MESSAGES/*.po)
# what the client is built from, for those who install without the development tools
CLIENT := $(wildcard docs/schema/*.json tools/*.py tools/german_cards/*.py) \
	$(shell find web -name node_modules -prune -o -path web/src/generated -prune -o -type f -print)

.PHONY: play serve test browser proof check bench format locale schema web lock clean help

help: ## show this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

play: $(STAMP) ## play a match in the terminal
	@$(RUN)bummerl play

serve: $(STAMP) ## play in the browser
	@$(RUN)bummerl serve

test: $(DEV_STAMP) ## run all tests but those in the browser
	$(RUN)python -m pytest -q -n 2
	$(RUN)python -m tools.client run test

browser: $(DEV_STAMP) web ## run the tests in a real browser (Chromium)
	$(RUN)python -m pytest -q -n 0 tests/browser

proof: $(DEV_STAMP) ## run what takes minutes: leaks, kills, the solver against plain search
	$(RUN)python -m pytest -q -n 2 --dist worksteal -m proof tests

check: $(DEV_STAMP) ## format, lint and type check
	$(RUN)ruff format --check .
	$(RUN)ruff check .
	$(RUN)mypy
	$(RUN)python -m tools.client run lint check

web: $(DEV_STAMP) ## build the web client, if anything has changed
	@$(RUN)python -m tools.client

bench: $(DEV_STAMP) ## compare the speed of random play with a peer
	$(RUN)python -m bench.compare_random

format: $(DEV_STAMP) ## format the code
	$(RUN)ruff format .
	$(RUN)ruff check --fix .
	$(RUN)python -m tools.client run format

locale: $(DEV_STAMP) ## collect messages into the catalogues
	$(RUN)python -m tools.messages

schema: $(DEV_STAMP) ## renew the schemas in docs/schema
	$(RUN)python -m tools.schema

lock: $(DEV_STAMP) ## renew constraints.txt
	$(RUN)python -m pip install -q uv
	$(RUN)uv pip compile pyproject.toml --all-extras --universal --no-header --no-annotate --upgrade -o constraints.txt

clean: ## remove the environment and caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis dist src/bummerl/locale/*/LC_MESSAGES/*.mo
	rm -rf web/node_modules web/src/generated src/bummerl/server/static

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Bummerl needs Python 3.11 or newer; say which with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(STAMP): $(VENV)/bin/python $(SOURCES) $(CLIENT)
	$(RUN)python -m pip install -q --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(DEV_STAMP): $(VENV)/bin/python $(SOURCES)
	$(RUN)python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@ $(STAMP)
