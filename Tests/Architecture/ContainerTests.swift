import Testing

/// compose.yaml and Dockerfile name only existing things. Tests run without a container engine, so this suite checks
/// them.
@Suite struct ContainerTests {
    private static let repository = Repository.current
    private static let dockerfile = DockerfileReader(repository.text("Shared/Packaging/Dockerfile"))
    private static let services = repository.package.services.map { $0.lowercased() }

    /// The run-time packages of the packages that programs are compiled against.
    private static let runtimePackages = [
        "libzmq3-dev": "libzmq5", "libsqlite3-dev": "libsqlite3-0", "libsodium-dev": "libsodium23",
        "libssl-dev": "libssl3",
        "libcurl4-openssl-dev": "libcurl4",
        "libexpat1-dev": "libexpat1",
        "libgmp-dev": "libgmp10",
        "libcairo2-dev": "libcairo2",
        "libarchive-dev": "libarchive13",
        "libmimalloc-dev": "libmimalloc2.0",
        "libncurses-dev": "libncursesw6",
        "libqrencode-dev": "libqrencode4",
        "libpq-dev": "libpq5",
    ]

    private static func compose() throws -> YAMLReader.Value { try YAMLReader.read(repository.text("compose.yaml")) }

    /// Returns the containers merged with what they extend, as the Compose specification merges: their own members win,
    /// and of two volumes at one path their own is mounted.
    private static func containers() throws -> [String: YAMLReader.Value] {
        let common =
            try YAMLReader.read(repository.text("Shared/Packaging/compose.service.yaml"))["services"]?.members ?? [:]
        return try compose()["services"]?.members.mapValues { container in
            #expect(container["extends"]?["file"]?.text == "Shared/Packaging/compose.service.yaml")
            let base = try #require(common[container["extends"]?["service"]?.text ?? ""])
            var merged = base.members.merging(container.members) { $1 }
            let own = container["volumes"]?.list ?? []
            let places = Set(own.map(place))
            merged["volumes"] = .list((base["volumes"]?.list.filter { !places.contains(place(of: $0)) } ?? []) + own)
            return .map(merged)
        } ?? [:]
    }

    /// Returns the mount point of a volume: `data:/var/lib/kopilka:ro` is mounted at `/var/lib/kopilka`.
    private static func place(of volume: String) -> String {
        volume.split(separator: ":").dropFirst().first.map(String.init) ?? ""
    }

    // MARK: compose.yaml

    @Test func everyServiceHasAContainerThatRunsItAndAsksItsHealth() throws {
        let containers = try Self.containers()
        #expect(containers.keys.sorted() == (Self.services + ["gateway", "operator"]).sorted())
        for service in Self.services {
            let container = try #require(containers[service])
            #expect(container["command"]?.list == [service])
            #expect(container["healthcheck"]?["test"]?.list == ["CMD", "gateway", "health", service])
            #expect(container["restart"]?.text == "unless-stopped")
        }
        for tool in ["gateway", "operator"] {
            #expect(containers[tool]?["entrypoint"]?.list == ["gateway"])
            #expect(containers[tool]?["profiles"]?.list == ["tools"])
            #expect(containers[tool]?["restart"]?.text == "no")
        }
        #expect(containers["gateway"]?["depends_on"]?.members.keys.sorted() == Self.services.sorted())
        #expect(GatewayCommands.all.isSuperset(of: ["health", "help", "up"]))
    }

    /// A service has its own data and writes its own public key. It sees the public keys of the others and cannot
    /// change them.
    @Test func aServiceSeesItsOwnDataAndThePublicKeysAlone() throws {
        let variables = try #require(Self.dockerfile.stages.last).variables
        let (run, data) = (try #require(variables["KOPILKA_RUN"]), try #require(variables["KOPILKA_DATA"]))
        let signers = Self.services + ["operator"]
        for (name, container) in try Self.containers() where Self.services.contains(name) {
            let mounts =
                ["run:\(run)", "data-\(name):\(data)/\(name)", "keys-\(name):\(data)/keys/\(name)"]
                + signers.filter { $0 != name }.map { "keys-\($0):\(data)/keys/\($0):ro" }
            #expect(container["volumes"]?.list.sorted() == mounts.sorted(), "\(name)")
        }
    }

    @Test func theVolumesAreWhereTheProgramsLook() throws {
        let variables = try #require(Self.dockerfile.stages.last).variables
        let run = try #require(variables["KOPILKA_RUN"])
        let data = try #require(variables["KOPILKA_DATA"])
        let state = try #require(variables["XDG_STATE_HOME"])
        let signers = Self.services + ["operator"]
        let containers = try Self.containers()
        #expect(
            containers["gateway"]?["volumes"]?.list.sorted()
                == (["run:\(run)", "state:\(state)"] + signers.map { "keys-\($0):\(data)/keys/\($0):ro" }).sorted())
        #expect(
            containers["operator"]?["volumes"]?.list.sorted()
                == (["run:\(run)", "state:\(state)", "data:\(data)"]
                + signers.flatMap { ["data-\($0):\(data)/\($0)", "keys-\($0):\(data)/keys/\($0)"] }).sorted())
        #expect(
            try Self.compose()["volumes"]?.members.keys.sorted()
                == (["data", "run", "state"] + signers.flatMap { ["data-\($0)", "keys-\($0)"] }).sorted())
        // The path of a Unix socket has at most 107 bytes; the longest is that of a service's wake-up socket.
        let longest = Self.services.map(\.utf8.count).max() ?? 0
        #expect(run.utf8.count + 1 + longest + ".events.sock".utf8.count <= 107)
    }

    @Test func containersMayDoNothingBeyondTheirWork() throws {
        for (name, container) in try Self.containers() {
            #expect(container["read_only"]?.text == "true", "\(name)")
            #expect(container["cap_drop"]?.list == ["ALL"], "\(name)")
            #expect(container["security_opt"]?.list == ["no-new-privileges:true"], "\(name)")
            #expect(container["network_mode"]?.text == "none", "\(name)")
            #expect(container["init"]?.text == "true", "\(name)")
        }
    }

    @Test func aContainerIsStoppedNoSoonerThanItsServiceDrains() throws {
        let settings = Self.repository.text("Shared/Hosting/Settings/CommonSettings.swift")
        let drain = try #require(settings.firstMatch(of: /"drain-limit", default: \.seconds\((\d+)\)/)?.1)
        let grace = try #require(try Self.containers()["ledger"]?["stop_grace_period"]?.text)
        let seconds = try #require(Int(grace.dropLast()))
        #expect(grace.hasSuffix("s"))
        // The process allows itself a further second before it ends in any case.
        #expect(seconds > (Int(drain) ?? .max - 2) + 1)
    }

    // MARK: Dockerfile

    @Test func theImageHoldsEveryProduct() throws {
        let build = try #require(Self.dockerfile.stages.first)
        let loop = build.arguments(of: "RUN").compactMap { $0.firstMatch(of: /for product in ([\w ]+);/)?.1 }
        let programs = Self.services + ["gateway", "house"]
        #expect(loop.flatMap { $0.split(separator: " ").map(String.init) }.sorted() == programs.sorted())
        #expect(Set(programs).isSubset(of: Self.repository.package.products))
        let run = try #require(Self.dockerfile.stages.last)
        #expect(run.arguments(of: "COPY") == ["--from=\(build.name ?? "") /out/ /usr/local/bin/"])
        #expect(run.arguments(of: "CMD") == ["[\"gateway\", \"up\"]"])
    }

    @Test func theImageIsBuiltWithAndRunsOnTheLibrariesOfTheManifest() throws {
        #expect(Self.dockerfile.stages.count == 2)
        let (build, run) = (try #require(Self.dockerfile.stages.first), try #require(Self.dockerfile.stages.last))
        let compiled = Self.repository.package.debianPackages
        #expect(compiled.count == 13 && build.packages == Set(compiled))
        #expect(run.packages == Set(compiled.compactMap { Self.runtimePackages[$0] }))
        // The authorities that libcurl trusts are a separate package.
        #expect(run.arguments(of: "RUN").contains { $0.contains(" ca-certificates ") })
        #expect(build.image.hasSuffix("-bookworm") && run.image == "debian:bookworm-slim")
    }

    @Test func theToolchainOfTheImageIsNewEnough() throws {
        let image = try #require(Self.dockerfile.stages.first).image
        let built = try #require(image.firstMatch(of: /^swift:(\d+)\.(\d+)-/))
        let needed = try #require(
            Self.repository.text("Package.swift").firstMatch(of: /swift-tools-version: (\d+)\.(\d+)/))
        let version = { (major: Substring, minor: Substring) in (Int(major) ?? 0) * 1000 + (Int(minor) ?? 0) }
        #expect(version(built.1, built.2) >= version(needed.1, needed.2))
    }

    @Test func whatTheImageIsBuiltFromIsThereAndNotIgnored() throws {
        let copied = try #require(Self.dockerfile.stages.first).arguments(of: "COPY").compactMap {
            $0.split(separator: " ").first.map(String.init)
        }
        let ignored = Self.repository.text(".dockerignore").split(separator: "\n").map(String.init)
        for path in copied {
            #expect(Self.repository.paths.contains { $0 == path || $0.hasPrefix(path + "/") }, "\(path) is not there")
            #expect(!ignored.contains(path))
        }
        for target in Self.repository.package.targets {
            #expect(copied.contains { target.path.hasPrefix($0 + "/") }, "\(target.name) is not copied")
        }
    }

    @Test func theImageRunsAsAUserWhoOwnsItsDirectoriesAlone() throws {
        let run = try #require(Self.dockerfile.stages.last)
        let user = try #require(run.arguments(of: "USER").last)
        #expect(user != "root" && user != "0")
        let commands = run.arguments(of: "RUN").joined(separator: " && ")
        #expect(commands.contains("useradd ") && commands.contains(" \(user)"))
        let made = try #require(commands.firstMatch(of: /install -d -m 0700 -o (\w+) -g (\w+) ([\w\/ .-]+)/))
        #expect(made.1 == user && made.2 == user)
        let directories = Set(made.3.split(separator: " ").map(String.init))
        let places = ["KOPILKA_RUN", "KOPILKA_DATA", "XDG_STATE_HOME"].compactMap { run.variables[$0] }
        let data = try #require(run.variables["KOPILKA_DATA"])
        #expect(places.count == 3 && directories == Set(places + ["\(data)/keys"]))
        // A new volume inherits owner and mode from the directory at its place in the image.
        let loop = try #require(commands.firstMatch(of: /for owner in ([\w ]+);/)?.1)
        #expect(loop.split(separator: " ").map(String.init).sorted() == (Self.services + ["operator"]).sorted())
        #expect(commands.contains(#"-o \#(user) -g \#(user) "\#(data)/$owner" "\#(data)/keys/$owner""#))
    }
}
