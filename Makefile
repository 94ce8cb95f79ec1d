# Needs Python 3.11 or newer, git and make. Everything else goes into .venv, on demand.
#   make serve     run the server          make check   everything that must hold before a commit
#   make help      the rest

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# The first interpreter that is new enough; `make PYTHON=…` overrides it.
PYTHON ?= $(shell for each in python3 python3.13 python3.12 python3.11; do \
  if $$each -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
  then echo $$each; break; fi; done)
BIN := .venv/bin
STAMP := .venv/.made
CODE := domain bots service workers deploy tests examples $(wildcard bench)
TESTS ?= tests
ARGS ?=
# Test processes: one more than cores, as some wait. A file's tests stay together, since they may
# share a server. JOBS=0 for a debugger.
JOBS ?= 3

say = @printf '\n\033[1m== %s\033[0m\n' "$(1)"

.PHONY: help serve demo check fmt fmt-check lint types imports test openapi docker-lint \
  bench bench-streams bench-bots bench-peers load chaos forge hostile hostile-webhooks verifier fuzz \
  simulate mutants lock clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 22

$(STAMP): pyproject.toml requirements-dev.lock
	@if [ -z "$(PYTHON)" ]; then \
	  echo "Python 3.11 or newer is needed; found: $$(python3 --version 2>&1 || true)." >&2; \
	  echo "Install one and say which: make PYTHON=/path/to/python3.12 $(MAKECMDGOALS)" >&2; exit 1; fi
	@echo "== environment in .venv ($$($(PYTHON) --version)), a minute the first time"
	@[ -x $(BIN)/python ] || $(PYTHON) -m venv .venv || { rm -rf .venv; \
	  echo "Python's venv module is missing (Debian: apt-get install python3-venv)." >&2; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
	  --require-hashes -r requirements-dev.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
	  --no-deps --no-build-isolation -e .
	@touch $@

serve: $(STAMP) ## run everything: engine, web, bots, sweeper (Ctrl-C stops it)
	@exec $(BIN)/toma6 serve $(ARGS)

demo: $(STAMP) ## watch bots play a game
	@exec $(BIN)/toma6 demo $(ARGS)

check: fmt-check lint types imports docker-lint test ## everything, as CI does it

fmt: $(STAMP) ## format the code
	@$(BIN)/ruff format $(CODE)
	@$(BIN)/ruff check --fix --quiet $(CODE)

fmt-check: $(STAMP)
	$(call say,format)
	@$(BIN)/ruff format --check $(CODE)

lint: $(STAMP) ## ruff
	$(call say,ruff)
	@$(BIN)/ruff check $(CODE)

types: $(STAMP) ## mypy, strict
	$(call say,mypy)
	@$(BIN)/mypy

imports: $(STAMP) ## who may import whom
	$(call say,import contracts)
	@$(BIN)/lint-imports --no-cache

test: $(STAMP) .venv/s3 ## pytest (TESTS=tests/domain ARGS=-x for a part of it)
	$(call say,tests)
	@$(BIN)/python -m pytest -n $(JOBS) --dist loadfile $(TESTS) $(ARGS)

openapi: $(STAMP) ## write openapi.yaml from the schemas
	@$(BIN)/toma6 openapi > openapi.yaml.new && mv openapi.yaml.new openapi.yaml

docker-lint: $(STAMP)
	$(call say,Dockerfile)
	@if $(BIN)/hadolint --version >/dev/null 2>&1; then $(BIN)/hadolint Dockerfile; \
	else echo "hadolint does not run on this machine: not checked"; fi

bench: $(STAMP) ## measure against the anchors (minutes; not part of check)
	@$(BIN)/python -m bench.run $(ARGS)

bench-streams: $(STAMP) ## what watching costs: 2,000 clients (three minutes)
	@$(BIN)/python -m bench.streams --write $(ARGS)

bench-bots: $(STAMP) ## how good the bots are (ten minutes)
	@$(BIN)/python -m bench.policies --rounds 2000 --write $(ARGS)

bench-peers: $(STAMP) ## beside boardgame.io and eventsourcing (downloads both; two minutes)
	@$(BIN)/python -m bench.peers $(ARGS)

hostile-webhooks: $(STAMP) ## receivers that hang, drip and flood: who else waits? (two minutes)
	@$(BIN)/python -m tests.receivers $(ARGS)

forge: $(STAMP) ## 12,000 forgeries through both verifiers (ten minutes; needs Node)
	@$(BIN)/python -m tests.forge $(ARGS)

verifier: $(STAMP) ## dist/toma6-verify.pyz: the verifier as one file
	@$(BIN)/python deploy/verifier.py

chaos: $(STAMP) ## kill parts of running servers and audit what remains (most of an hour)
	@$(BIN)/python -m tests.chaos $(ARGS)

load: $(STAMP) ## how many decisions a second it holds (some 15 minutes; ARGS="--minutes 1")
	@$(BIN)/python -m bench.load $(ARGS)

hostile: $(STAMP) ## thousands of slow clients beside players (two minutes; ARGS="--seconds 20")
	@$(BIN)/python -m tests.hostile $(ARGS)

fuzz: $(STAMP) ## thousands of generated requests (FUZZ=1000 examples an operation)
	@TOMA6_FUZZ_EXAMPLES=$(or $(FUZZ),1000) $(BIN)/python -m pytest -o timeout=7200 tests/http/test_document.py $(ARGS)

simulate: $(STAMP) ## play many games on a site where everything goes wrong
	@$(BIN)/python -m tests.simulation $(ARGS)

mutants: $(STAMP) ## change the code at random: do the tests notice? (ARGS="--rooms domain --seed 7")
	@$(BIN)/python -m tests.mutants $(ARGS)

# Tools of single targets, each in an environment of its own.
TOOLS_lock := uv==0.13.9
TOOLS_deploy := check-jsonschema==0.39.0 kubernetes-validate==1.37.0 yamllint==1.38.0
TOOLS_s3 := moto[s3]==5.2.5 flask-cors==6.0.5
.venv/lock .venv/deploy .venv/s3: $(STAMP)
	@$(BIN)/python -m venv $@
	@$@/bin/python -m pip install --quiet --disable-pip-version-check $(TOOLS_$(@F))

lock: .venv/lock ## write the lock files: what is locked stays, ARGS=--upgrade takes the newest
	@for each in "build requirements" "dev requirements-dev"; do set -- $$each; \
	  .venv/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	    --no-annotate --no-header --extra build --extra $$1 $(ARGS) pyproject.toml -o $$2.lock; done

.PHONY: deploy-check
deploy-check: .venv/deploy ## hold deploy/ against the schemas of compose and Kubernetes
	@.venv/deploy/bin/yamllint --strict -d '{extends: relaxed, rules: {line-length: {max: 105}}}' deploy
	@.venv/deploy/bin/check-jsonschema --builtin-schema vendor.compose-spec deploy/compose.yaml
	@.venv/deploy/bin/kubernetes-validate --quiet --strict -k 1.31 deploy/kubernetes/*.yaml

clean: ## remove what was made, but never var/ (the games)
	@rm -rf .venv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis \
	  .import_linter_cache
