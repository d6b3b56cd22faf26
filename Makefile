# `make help` says what there is. Each target sets up what it needs in .venv; nothing has to be installed
# before but Python 3.11 or newer and make.

# Which Python makes .venv. A .venv that works is kept unless another Python is named here.
PYTHON ?= python3

VENV := .venv
RUN := $(VENV)/bin/python

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help demo test lint format verify soak attacks bench clean

# Settings of the caller's shell that would make .venv see other folders, or compile every module anew at
# every start.
unexport PYTHONHOME PYTHONPATH PYTHONDONTWRITEBYTECODE

# A .venv works if its Python runs, is new enough, has pip, and stands where it was made: after a move its
# commands would start the Python of the old place.
define works
"$(RUN)" -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& grep -qF "$(CURDIR)/$(VENV)" $(VENV)/bin/activate
endef

# Which Python this is, wherever it is called from.
identity := -c 'import sys; print(sys.base_prefix, sys.version)'

# $(call set-up,NAME,EXTRAS[,NAME THAT WILL DO TOO]): .venv with the package and its extras, from the first
# run on until pyproject.toml or the pinned torch changes. The stamp .venv/.kata-NAME is written last.
define set-up
	@set -eu; say() { printf '%s\n' "$$*" >&2; }; \
	anew=; \
	if [ -e $(VENV) ] || [ -L $(VENV) ]; then \
		if ! { $(works); }; then \
			anew="does not work here (moved, half-made, or its Python is gone)"; rm -rf $(VENV); \
		elif [ "$(origin PYTHON)" != file ] && [ "$$("$(PYTHON)" $(identity))" != "$$("$(RUN)" $(identity))" ]; then \
			anew="was made with another Python than $(PYTHON)"; \
		fi; \
	fi; \
	if [ ! -e $(VENV) ] || [ "$$anew" ]; then \
		command -v "$(PYTHON)" >/dev/null || { \
			say "There is no $(PYTHON) here. Install Python 3.11 or newer, or name one:"; \
			say "    make $@ PYTHON=/path/to/python3"; exit 1; }; \
		"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
			say "kata needs Python 3.11 or newer, and $(PYTHON) is $$("$(PYTHON)" -V 2>&1). Name a newer one:"; \
			say "    make $@ PYTHON=/path/to/python3"; exit 1; }; \
		"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
			say "$(PYTHON) cannot make virtual environments: its package for them is not installed."; \
			say "On Debian and Ubuntu, this line as root installs it; then run make $@ again:"; \
			"$(PYTHON)" -c 'import sys; print("    apt-get install python%d.%d-venv" % sys.version_info[:2])' >&2; \
			exit 1; }; \
		if [ "$$anew" ]; then say "$(VENV) $$anew: making it anew."; rm -rf $(VENV); fi; \
		"$(PYTHON)" -m venv $(VENV) || { \
			rm -rf $(VENV); say "$(PYTHON) -m venv failed, see above; nothing was left behind."; exit 1; }; \
	fi; \
	wanted=$$(cat pyproject.toml requirements-torch.txt | cksum); \
	for stamp in $(1) $(3); do \
		if [ "$$(cat $(VENV)/.kata-$$stamp 2>/dev/null)" = "$$wanted" ]; then exit 0; fi; \
	done; \
	say "Installing kata[$(2)] into $(VENV) (a minute or two the first time) ..."; \
	"$(RUN)" -m pip install -qq --disable-pip-version-check \
		--constraint requirements-torch.txt --editable '.[$(2)]' || { \
			say "The installation failed, see above. Run make $@ again once that is mended."; exit 1; }; \
	printf '%s\n' "$$wanted" > $(VENV)/.kata-$(1)
endef

set-up-demo = $(call set-up,demo,torch,dev)
set-up-dev = $(call set-up,dev,torch$(comma)dev)
comma := ,

help:
	@echo "make demo     grade the sample class in examples/class and show the table"
	@echo "make test     everything that must hold before a change is shared: style, types, imports, tests"
	@echo "make lint     style, types and imports only"
	@echo "make format   put the code in form"
	@echo "make verify   prove every exercise of the catalogue, on all its draws; the kill table goes to build/kills.json"
	@echo "make soak     the long tests that make test leaves out"
	@echo "make attacks  the attack corpus in every configuration this machine can imitate, as a table"
	@echo "make bench    the benchmarks"
	@echo "make clean    remove what was built, graded or cached here (.venv stays)"
	@echo
	@echo "PYTHON=/path/to/python3 chooses the Python for .venv."

# How the students did is no fault of the grading: 0 (all passed) and 1 (someone did not) are both fine.
demo:
	$(set-up-demo)
	@rm -rf build/demo-results && mkdir -p build
	@status=0; $(VENV)/bin/kata grade examples/class -o build/demo-results || status=$$?; \
	[ $$status -le 1 ] || exit $$status

# Tests run side by side; tests/conftest.py says which of them in one process. More than a few processes would
# take more memory than they save time, as each holds warm servers with torch in them.
side-by-side := --numprocesses=auto --maxprocesses=4 --dist=loadfile

test: lint
	$(RUN) -m pytest --cov --cov-report=term $(side-by-side)

lint:
	$(set-up-dev)
	$(RUN) -m ruff format --check .
	$(RUN) -m ruff check .
	$(RUN) -m mypy --strict
	$(VENV)/bin/lint-imports

format:
	$(set-up-dev)
	$(RUN) -m ruff check --fix-only .
	$(RUN) -m ruff format .

verify:
	$(set-up-demo)
	@mkdir -p build
	$(VENV)/bin/kata verify --output build/kills.json

soak:
	$(set-up-dev)
	$(RUN) -m pytest -m soak

attacks:
	$(set-up-dev)
	$(RUN) -m tests.attacks.configurations

bench:
	$(set-up-dev)
	@for script in benchmarks/*.py; do echo "== $$script"; $(RUN) "$$script" || exit 1; done

clean:
	rm -rf build dist htmlcov .coverage .coverage.* \
		.hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name .venv -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +
