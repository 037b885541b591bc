# Kopilka. `make` alone says what there is.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help

SWIFT ?= swift
# The flags for speed that Package.swift has for releases of the house, and not for packages that depend on it.
export KOPILKA_TUNED := 1
# So many tests at a time: with all of them at once each step of one waits behind a step of every other.
TEST_WIDTH = SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=16
BUILD_FLAGS := --explicit-target-dependency-import-check error
# The same bytes wherever they are built, and an identity by which a debugger finds the symbols.
REPRODUCIBLE := -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=. -Xlinker --build-id=sha1
# Linked statically, a process starts in half the time (gateway version: 5 ms instead of 9) and is 2 MB smaller in memory.
RELEASE_FLAGS := -c release --static-swift-stdlib $(BUILD_FLAGS) $(REPRODUCIBLE)
# Linked dynamically: the simulator takes the place of functions of the libraries. A directory of its own, since other
# programs are linked otherwise.
SIMULATION := -c release --scratch-path .build/simulation $(BUILD_FLAGS)
BIN := .build/release
GATEWAY := $(BIN)/gateway
SOURCES := Package.swift Services Shared Tests
SCRIPTS := Shared/Packaging/Scripts

# Package, and what it is for; shown when it is missing.
PACKAGES := libzmq3-dev libsqlite3-dev libxxhash-dev libsodium-dev libssl-dev libcurl4-openssl-dev libexpat1-dev libgmp-dev libcairo2-dev libncurses-dev libarchive-dev libmimalloc-dev libqrencode-dev libpq-dev libfido2-dev libcbor-dev libmicrohttpd-dev
TEST_PACKAGES := python3-venv prometheus nodejs node-typescript hledger beancount
EXAMPLE := --package-path Tests/Examples/Weather --scratch-path .build/weather
BROWSER_PACKAGES := chromium chromium-driver fonts-noto-core
DOCUMENT_PACKAGES := pandoc
# Three machines on one; python3-etcd is what Patroni speaks to etcd with.
CLUSTER_PACKAGES := patroni python3-etcd etcd-server postgresql nftables iproute2

# The same small service in other technologies; shown when it is compared.
COMPARE_PACKAGES := build-essential pkg-config protobuf-compiler protobuf-compiler-grpc libprotobuf-dev libgrpc++-dev nats-server libnats-dev libcjson-dev dbus-daemon dbus-session-bus-common libsystemd-dev python3 libzmq3-dev libsqlite3-dev

# What the image is tried with. Podman's usual crun refuses a machine with both versions of control groups.
IMAGE_PACKAGES := catatonit debootstrap podman python3-venv runc

# What the package is made with.
DEB_PACKAGES := build-essential chrpath debhelper dpkg-dev lintian pandoc po-debconf

.PHONY: help deps build deb deb-deps pack test-package image test-image api release start stop restart status logs demo demo-cluster test test-kit chaos soak fuzz crash-points simulate unreached mutations strangers leaks drills test-browser sanitize bench compare charts docs screens format lint clean .venv

help: ## what there is
	@awk -F ':.*## ' '/^[a-z.-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## install the Debian packages that are missing
	@$(SCRIPTS)/install-packages.sh $(PACKAGES)

build: deps ## build everything, optimised
	@$(SWIFT) build $(RELEASE_FLAGS)
	@$(SCRIPTS)/build-source.sh > $(BIN)/build.json

start: build ## start the services in the background and wait until they serve
	@$(GATEWAY) up --detach

stop: ## stop them in good order
	@if [ -x $(GATEWAY) ]; then $(GATEWAY) down; else echo "nothing has been built yet"; fi

restart: build stop ## stop and start
	@$(GATEWAY) up --detach

status: ## what runs, since when, how it ended last
	@if [ -x $(GATEWAY) ]; then $(GATEWAY) status || [ $$? -eq 69 ]; else echo "nothing has been built yet; make start"; fi

logs: ## what the services have logged, as it happens (Ctrl-C ends it)
	@$(GATEWAY) logs --follow

demo: build ## a tour through the gateway, in a house of its own that is gone afterwards
	@$(SCRIPTS)/demo.sh $(BIN)

demo-cluster: build ## one house on three machines (namespaces, so as root), of which some are cut off
	@$(SCRIPTS)/install-packages.sh $(CLUSTER_PACKAGES)
	@$(SCRIPTS)/demo-cluster.sh $(BIN)

test: deps ## build and run all tests
	@$(SCRIPTS)/install-packages.sh $(TEST_PACKAGES)
	@$(SCRIPTS)/python-clients.sh
	@$(SWIFT) build --build-tests $(BUILD_FLAGS)
	@$(TEST_WIDTH) $(SCRIPTS)/run-tests.sh $(SWIFT) test --skip-build --disable-xctest
	@$(MAKE) test-kit

test-kit: ## build a service from elsewhere with the kit, test it, and type the tutorial (after make test has built)
	@$(SWIFT) build --build-tests $(EXAMPLE)
	@$(SWIFT) test --skip-build --disable-xctest $(EXAMPLE)
	@python3 Tests/Examples/run_tutorial.py .build/debug .build/weather

sanitize: deps ## run every test with sanitizers: races, memory errors, leaks, undefined behaviour of C; an hour
	@$(SCRIPTS)/install-packages.sh $(TEST_PACKAGES)
	@$(SCRIPTS)/python-clients.sh
	@for kind in thread address; do SWIFT=$(SWIFT) $(TEST_WIDTH) $(SCRIPTS)/sanitize.sh $$kind; done

KILLS ?= 1000
chaos: deps ## kill, stop, freeze, starve and fill up a busy house, and compare its books: KILLS=1000
	@$(SWIFT) build --build-tests $(BUILD_FLAGS)
	@KOPILKA_TEST_CHAOS=$(KILLS) $(SWIFT) test --skip-build --disable-xctest --filter ChaosTests

DAYS ?= 90
soak: deps ## let a house live through many days, and compare what it takes in the end with the beginning: DAYS=90
	@$(SWIFT) build --build-tests $(BUILD_FLAGS)
	@KOPILKA_TEST_SOAK=$(DAYS) $(SWIFT) test --skip-build --disable-xctest --filter SoakTests

fuzz: deps ## search for inputs that break the readers (FUZZ names targets, SECONDS or RUNS bound each; 60 s by default)
	@SWIFT=$(SWIFT) $(SCRIPTS)/fuzz.sh $(if $(RUNS),$(or $(SECONDS),0) $(RUNS),$(or $(SECONDS),60) -1) $(FUZZ)

crash-points: deps ## crash every service after each write and each sync, and fail each of them, some minutes
	@$(SWIFT) build --build-tests $(BUILD_FLAGS)
	@KOPILKA_CRASH_POINTS=all SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=1 \
	    $(SWIFT) test --skip-build --disable-xctest --filter CrashTests

SEEDS ?= 1..100
HOURS ?= 24
simulate: deps ## live through plans of a house in simulated time, on a disk and a network that fail: SEEDS=1..100 HOURS=24
	@$(SWIFT) build $(SIMULATION) --product simulate
	@.build/simulation/release/simulate --seeds $(SEEDS) --hours $(HOURS)

COUNTED := -c release --scratch-path .build/unreached -Xswiftc -profile-generate -Xswiftc -profile-coverage-mapping
unreached: deps ## tell which parts of the rules and stores no simulated plan reaches: SEEDS=1..100 HOURS=24
	@env -u KOPILKA_TUNED $(SWIFT) build $(COUNTED) $(BUILD_FLAGS) --product simulate
	@rm -rf .build/unreached/counts
	@LLVM_PROFILE_FILE=$(CURDIR)/.build/unreached/counts/%p.profraw \
	    .build/unreached/release/simulate --seeds $(SEEDS) --hours $(HOURS)
	@Tests/Simulation/unreached.py .build/unreached/release/simulate .build/unreached/counts

mutations: deps ## put faults into a copy of the house, each of which the simulator must notice, about an hour
	@Tests/Mutations/mutate.py copy .build/mutations
	@$(SWIFT) build $(BUILD_FLAGS) -c release --package-path .build/mutations --product simulate
	@Tests/Mutations/mutate.py run .build/mutations

PLANS ?= 50
strangers: deps ## compare what a user is told in two houses that differ only in what others have: PLANS=50
	@$(SWIFT) build --build-tests $(BUILD_FLAGS)
	@KOPILKA_STRANGERS_PLANS=$(PLANS) $(SWIFT) test --skip-build --disable-xctest --filter StrangersTests

leaks: deps ## put leaks into a copy of the house, each of which the strangers' test must notice, about an hour
	@Tests/Mutations/mutate.py copy .build/mutations
	@for service in auth ledger history patterns scanner bonds subscriptions notifications; do \
	    $(SWIFT) build $(BUILD_FLAGS) -c release --package-path .build/mutations --product $$service; done
	@$(SWIFT) build --build-tests $(BUILD_FLAGS)
	@Tests/Mutations/mutate.py strangers .build/mutations

DRILLS ?= 30
drills: deps ## restore backups that were taken under load, and compare them with what was acknowledged: DRILLS=30
	@$(SWIFT) build --build-tests $(BUILD_FLAGS)
	@KOPILKA_DRILLS=$(DRILLS) $(SWIFT) test --skip-build --disable-xctest --filter RestoreDrillTests

test-package: deb ## try the package in a bare Debian that boots (as root), some minutes
	@$(SCRIPTS)/install-packages.sh debootstrap systemd-container
	@$(SCRIPTS)/try-package.sh .build/deb/kopilka_*.deb .build/package-trial

deb-deps: deps
	@$(SCRIPTS)/install-packages.sh $(DEB_PACKAGES)

deb: deb-deps build ## make the Debian package (.build/deb)
	@$(MAKE) pack

pack:
	@$(SCRIPTS)/deb.sh $(BIN) .build/deb
	@lintian --fail-on error,warning --allow-root .build/deb/*.deb

image: ## build the container image by Docker or Podman, and save it with its bill of materials (.build/image)
	@$(SCRIPTS)/image.sh .build/image

test-image: ## try the image and compose.yaml in Podman (as root), a quarter of an hour
	@$(SCRIPTS)/test-image.sh .build/image-trial $(IMAGE_PACKAGES)

api: deps ## compare the API of the kit with that of the last release
	@$(SCRIPTS)/kit-api.sh

release: lint test api deb ## check, build, and list what is given away, signed by SIGNIFY_KEY or GPG_KEY (.build/dist)
	@$(SCRIPTS)/release.sh .build/deb .build/dist

bench: build ## measure, each figure beside a baseline of the same run
	@$(BIN)/benchmarks

compare: build ## measure the same small service with this kit, gRPC, NATS and D-Bus (COMPARE passes options, such as --json)
	@$(SCRIPTS)/install-packages.sh $(COMPARE_PACKAGES)
	@$(MAKE) --silent --directory Tests/Comparison OUT=$(CURDIR)/.build/comparison
	@$(SWIFT) build -c release --static-swift-stdlib --package-path Tests/Examples/Weather --scratch-path .build/weather
	@python3 -B Tests/Comparison/compare.py --kopilka .build/weather/release/weather \
	    --kopilka-sources Tests/Examples/Weather/Sources $(COMPARE)

charts: deps ## draw every kind of chart and a page that shows them all (.build/charts)
	@$(SWIFT) run $(RELEASE_FLAGS) charts .build/charts

docs: deps ## make one static site of all documents (.build/docs), and of the kit by DocC (.build/docs/kit)
	@$(SCRIPTS)/install-packages.sh $(DOCUMENT_PACKAGES)
	@$(SCRIPTS)/docs.sh .build/docs
	@$(SWIFT) build --target ServiceRuntime
	@$(SCRIPTS)/kit-docs.sh .build/debug .build/docs/kit

test-browser: deps ## build and run the tests of the page in a real browser, some minutes
	@$(SCRIPTS)/install-packages.sh $(TEST_PACKAGES) $(BROWSER_PACKAGES)
	@$(SCRIPTS)/python-clients.sh
	@$(SWIFT) build --build-tests $(BUILD_FLAGS)
	@KOPILKA_TEST_BROWSER=1 $(TEST_WIDTH) $(SCRIPTS)/run-tests.sh $(SWIFT) test --skip-build --disable-xctest --filter BrowserTests

screens: build ## draw every scene of the page, at three widths in both themes (.build/screens)
	@$(SCRIPTS)/install-packages.sh $(TEST_PACKAGES) $(BROWSER_PACKAGES)
	@$(SCRIPTS)/python-clients.sh
	@$(SCRIPTS)/screens.sh $(BIN) .build/screens

format: ## bring the sources into form
	@$(SWIFT) format --in-place --recursive $(SOURCES)

lint: ## check the form of the sources
	@$(SWIFT) format lint --strict --recursive $(SOURCES)

.venv: ## the clients in Python that the tests use
	@$(SCRIPTS)/python-clients.sh

clean: stop ## remove what was built, not your data
	@rm -rf .build .venv
