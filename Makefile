# Two commands: `make demo` and `make test`, each from a bare clone with Python 3.11 or later and make.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
# What a demo needs: the grader alone. `make clean` starts anew.
GRADER := $(VENV)/grader
MEASURED = $(BIN)/python .ci/measured.py $@

FOLDER ?= demo-ladder
LITE ?=

.PHONY: arena demo test test-all test-times test-notebooks test-broad test-browser test-pages test-matrix test-week test-thousand test-install test-hub test-cluster test-clients test-postgres test-site test-long test-hostile mistakes load fuzz bench lab lite test-lite site picture dist check clean golden

demo: $(GRADER)
	$(BIN)/playfunc demo

# The ladder, filled with the demo classes and a run of each contest, on http://127.0.0.1:8000
arena: $(READY)
	$(BIN)/python -m playfunc_web.demo $(FOLDER)

test: check
	@$(MEASURED) $(BIN)/pytest -n 3 --dist loadfile tests

# The course's notebooks as they stand, cell by cell; part of continuous integration.
test-notebooks: $(READY)
	@PLAYFUNC_RATE_SECONDS=5 $(MEASURED) $(BIN)/pytest -n 2 --dist loadfile --nbval-lax --nbval-cell-timeout=120 course/source

# The same properties through further tiers, games, commands and players: before a landing, or at night.
test-broad: $(READY)
	@$(MEASURED) $(BIN)/pytest -n 2 --dist loadfile \
		-m 'broad and not (browser or week or install or long or matrix or postgres or hub or clients or lite or site or cluster or thousand or pages)' \
		tests

# CPU, elapsed seconds and started processes of each test file in a suite: make test-times SUITE=test-week
test-times: SUITE ?= test
test-times: $(READY)
	PYTEST_ADDOPTS=--times $(MAKE) $(SUITE)

# Every suite one after another, or some: SUITES="test-week test-site". Can be stopped and continued; AGAIN=1 also runs what
# is green at this commit. As root it installs what is missing.
test-all: $(READY)
	@$(BIN)/python .ci/all.py $(SUITES)

# Pages, pictures and notebooks as Debian's Chromium shows them; part of continuous integration.
test-browser: $(READY)
	@$(MEASURED) $(BIN)/pytest -n 2 --dist loadfile -m 'browser and not week and not hostile and not long and not pages'

# What test-browser looks at once, in full: every page for every kind of viewer, every game by every way to play it.
test-pages: $(READY)
	@$(MEASURED) $(BIN)/pytest -n 2 --dist loadfile -m 'pages and not long'

# An instructor's whole week with a class of sixty, every command on every assignment, the demo class, and whatever else
# releases an assignment or marks a class.
test-week: $(READY)
	@$(MEASURED) $(BIN)/pytest -n 2 --dist loadfile -m 'week and not matrix and not long'

# A class of a thousand at 20 deals: collected, marked on a Dask scheduler with workers killed, a sample serially and in a pool
# to the same bytes, then the rest of its week, with each step's time and memory. An hour; PLAYFUNC_CLASS=60 takes a smaller one.
test-thousand: $(READY)
	@$(MEASURED) $(BIN)/pytest -m thousand tests/week

# The wheel as a student gets it; needs the package index.
test-install: $(READY)
	@$(MEASURED) $(BIN)/pytest -n 2 --dist loadfile -m install tests/install

# All of the ladder's tests on Debian's PostgreSQL (15) instead of SQLite, but those about SQLite's own file and those that
# have a target of their own: the same run gives the same bytes, and nothing is lost when the database is killed. Needs:
# apt install postgresql
test-postgres: $(READY)
	@$(MEASURED) $(BIN)/python tests/helpers/postgres.py $(BIN)/pytest -n 2 --dist loadfile \
		-m 'not (browser or long or hub or clients or sqlite)' tests/web

# The client kits of SkullWhist's server, in seven languages; part of continuous integration. Needs, beside Python: Ruby,
# Perl, PHP, a JDK, Node.js and Mono.
test-clients: $(READY)
	@$(MEASURED) $(BIN)/pytest -n 2 --dist loadfile -m clients tests/web/skullwhist

# A real JupyterHub on loopback, set up as docs/hub.md says: from release to feedback by either exchange, people who mark,
# uploads from a notebook. Needs root, and the registries of pip and npm; what it writes outside the clone is gone at its end.
test-hub: $(READY)
	$(call install,--group exchange)
	@$(MEASURED) $(BIN)/pytest -m hub tests/web

# Jobs on a real Dask scheduler with workers on loopback, some of which are killed.
test-cluster: $(READY)
	@$(MEASURED) $(BIN)/pytest -m cluster tests

# The documentation as a site: its links and commands, and its pages as Chromium shows them, for everybody.
test-site: site
	@$(MEASURED) $(BIN)/pytest -n 2 --dist loadfile -m site tests/docs

# Every command on every assignment in all tiers; `make test-week` has the best tier alone.
test-matrix: $(READY)
	@$(MEASURED) $(BIN)/pytest -m 'not long' tests/assignments

# Minutes: kills at every write, large classes, every player of the demo classes. The attacks are in `make test-hostile`.
test-long: $(READY)
	@$(MEASURED) $(BIN)/pytest -n 2 --dist loadfile -m long --ignore tests/hostile tests

# Every attack in tests/hostile, in every tier that this machine has, as this user and as an ordinary one.
test-hostile: $(READY)
	@$(MEASURED) $(BIN)/pytest -n 2 --dist loadfile -m '' tests/hostile

# What typical mistakes in the notebooks are told, to be read by people; tests/workbook/test_mistakes.py checks the same.
mistakes: $(READY)
	$(BIN)/python tests/helpers/mistakes.py

# Speed beside references, best on a quiet machine; OpenSpiel's needs: .venv/bin/pip install open_spiel
bench: $(READY)
	$(BIN)/python -m benchmarks

# The sites under load, in half an hour, best on a quiet machine: 200 bots that ask SkullWhist's server while 200 wait and
# 20 play; 30 uploads a minute beside 100 readers; 20 markers on a class of a thousand. The markers' server, the other
# servers, workers and PostgreSQL are killed twenty times each, and nothing that was acknowledged may be lost. Needs:
# apt install postgresql
load: $(READY)
	QUEUE_SECONDS=600 SKULLWHIST_SECONDS=60 $(BIN)/python -m benchmarks skullwhist_server queue
	PLAYFUNC_MARKERS=20 PLAYFUNC_SUBMISSIONS=1000 PLAYFUNC_KILLS=20 \
		$(BIN)/pytest -n 0 -s -m week tests/web/marking/test_crowd.py
	$(BIN)/pytest -n 0 -m '' tests/web/queue/test_worker.py tests/web/skullwhist/test_killing.py -k 'killed or kills'
	$(BIN)/python tests/helpers/postgres.py $(BIN)/pytest -n 0 -m '' tests/web/test_postgres.py -k killed_twenty_times

# Random bytes and frames against the marker's side of the wire, from another seed in every run.
fuzz: $(READY)
	PLAYFUNC_EXAMPLES=new PLAYFUNC_FUZZ_EXAMPLES=$${EXAMPLES:-20000} $(BIN)/pytest tests/autograder/sandbox/test_fuzz.py

# After a change of rules, opponents or checks that is meant to move marks: make golden WHY="…"
golden: $(READY)
	$(BIN)/python tests/golden/marks.py "$(WHY)"

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# What is given away: wheel, source archive and the instructor's archive (the wheel, assignments with solutions, the
# demo class, docs). The wheel is built from the source archive, so both are complete. Needs the package index.
dist: $(READY)
	rm -rf dist
	$(BIN)/python -m build --outdir dist .
	$(BIN)/twine check --strict dist/*
	$(BIN)/check-wheel-contents dist
	$(BIN)/python -m playfunc_classroom.archive

# The course as a static site in build/lite that needs no installation: JupyterLab with Python in the browser. Needs the
# registries of pip and npm.
lite: $(READY)
	$(call install,--group lite)
	$(BIN)/python course/lite build/lite

# That site in Debian's Chromium: every notebook, hand-in, submission to a ladder. Builds it first where it is missing.
test-lite: $(READY)
	@test -f build/lite/index.html || $(MAKE) lite
	@$(MEASURED) $(BIN)/pytest -n 2 --dist loadscope -m lite tests/lite

# The documentation as a site in build/site. With LITE, the address of the course in the browser as its first page sees it,
# such as LITE=../lite, each notebook's page has a link to try it there.
site: $(READY)
	rm -rf build/site
	LITE=$(LITE) $(BIN)/sphinx-build --fail-on-warning --keep-going --fresh-env --quiet --doctree-dir build/doctrees docs build/site
	@echo "build/site/index.html is the site's first page"

# The picture in README.md and on the site's first page, from real pages: a notebook, the demo class, a ladder. Four minutes,
# and one where build/picture has the class and the ladder. Needs Chromium.
picture: $(READY)
	PYTHONPATH=tests/helpers $(BIN)/python docs/picture.py

lab: $(READY)
	$(BIN)/playfunc lab course

# Bytecode is compiled once, here and at a module's first import, whatever the environment says: confined workers and
# kernels cannot write it, and would compile all that they import every time.
unexport PYTHONDONTWRITEBYTECODE

# Packages with the versions in constraints.txt: by uv, which takes seconds and is thrown away afterwards, or by pip where
# the index has no uv or uv cannot reach it.
define install
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --target $(VENV)/uv uv \
		&& $(VENV)/uv/bin/uv pip install --quiet --compile-bytecode --python $(BIN)/python --constraint constraints.txt pip $(1) \
		|| { $(BIN)/python -m pip install --quiet --upgrade pip \
		&& $(BIN)/python -m pip install --quiet --constraint constraints.txt $(1); }
	rm -rf $(VENV)/uv
endef

# Not written into the call: its commas would part the arguments.
EVERYTHING := --editable '.[grader,web,hub,lti,cluster,docs]' --group dev

$(READY): $(GRADER)
	$(call install,$(EVERYTHING))
	touch $(READY)

$(GRADER): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("playfunc needs Python 3.11 or later, found " + sys.version.split()[0] + "; name another with: make PYTHON=python3.12") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(call install,--editable '.[grader]')
	$(BIN)/python -m compileall -q -j 0 lib opponents autograder course/playfunc_workbook
	touch $(GRADER)

clean:
	rm -rf $(VENV) build/site build/doctrees build/picture demo demo-ladder .pytest_cache .mypy_cache .ruff_cache .hypothesis
