import Testing

/// compose.yaml and Dockerfile name only existing things. `make test-image` tries them in an engine; this suite needs
/// none.
@Suite struct ContainerTests {
    private static let repository = Repository.current
    private static let dockerfile = DockerfileReader(repository.text("Shared/Packaging/Dockerfile"))
    private static let services = repository.package.services.map { $0.lowercased() }

    private static func compose() throws -> YAMLReader.Value { try YAMLReader.read(repository.text("compose.yaml")) }

    /// Returns the containers merged with what they extend, as the Compose specification merges: their own members win,
    /// and of two volumes at one path their own is mounted.
    private static func containers() throws -> [String: YAMLReader.Value] {
        let common =
            try YAMLReader.read(repository.text("Shared/Packaging/compose.service.yaml"))["services"]?.members ?? [:]
        return try compose()["services"]?.members.mapValues { container in
            #expect(container["extends"]?["file"]?.text == "Shared/Packaging/compose.service.yaml")
            let base = try #require(common[container["extends"]?["service"]?.text ?? ""])
            var merged = base.members.merging(container.members) { base, own in
                own.members.isEmpty ? own : .map(base.members.merging(own.members) { $1 })
            }
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
            #expect(container["healthcheck"]?["test"]?.list == ["CMD", "health-check", service])
            #expect(container["restart"]?.text == "unless-stopped")
        }
        for tool in ["gateway", "operator"] {
            #expect(containers[tool]?["entrypoint"]?.list == ["gateway"])
            #expect(containers[tool]?["profiles"]?.list == ["tools"])
            #expect(containers[tool]?["restart"]?.text == "no")
            #expect(containers[tool]?["healthcheck"]?["test"]?.list == ["NONE"])
        }
        #expect(containers["gateway"]?["depends_on"]?.members.keys.sorted() == Self.services.sorted())
        #expect(GatewayCommands.all.isSuperset(of: ["health", "help", "up"]))
    }

    /// Engines before Docker 25 have no other interval for the start, so it has to be short; the script waits instead.
    @Test func healthIsAskedForAtOnceAndAnsweredWithinTheTimeout() throws {
        let script = Self.repository.text("Shared/Packaging/Container/health-check.sh")
        let pause = try #require(script.firstMatch(of: /sleep (\d+)/).flatMap { Int($0.1) })
        #expect(script.contains(#"gateway health "$@""#))
        for service in Self.services {
            let check = try #require(try Self.containers()[service]?["healthcheck"])
            #expect(check["interval"]?.text == "1s")
            let timeout = try #require(check["timeout"]?.text.flatMap { Int($0.dropLast()) })
            #expect(timeout > pause + 2, "gateway health waits two seconds")
        }
        let image = try #require(Self.dockerfile.stages.last).arguments(of: "HEALTHCHECK")
        #expect(image.count == 1)
        #expect(image.first?.contains("--interval=1s ") == true)
        #expect(image.first?.hasSuffix(#"CMD ["health-check"]"#) == true)
    }

    @Test func oneContainerBuildsTheImageOfAll() throws {
        let containers = try Self.containers()
        #expect(containers.filter { $0.value["build"] != nil }.map(\.key) == ["auth"])
        #expect(containers["auth"]?["build"]?["dockerfile"]?.text == "Shared/Packaging/Dockerfile")
        for (name, container) in containers {
            #expect(container["image"]?.text == "kopilka" && container["pull_policy"]?.text == "never", "\(name)")
        }
    }

    /// A service has its own data and writes its own public key. It sees the public keys of the others and cannot
    /// change them.
    @Test func aServiceSeesItsOwnDataAndThePublicKeysAlone() throws {
        let variables = try #require(Self.dockerfile.stages.last).variables
        let (run, data) = (try #require(variables["KOPILKA_RUN"]), try #require(variables["KOPILKA_DATA"]))
        let signers = Self.services + ["operator"]
        for (name, container) in try Self.containers() where Self.services.contains(name) {
            let mounts =
                ["base:\(data):ro", "run:\(run)", "data-\(name):\(data)/\(name)", "keys-\(name):\(data)/keys/\(name)"]
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
        let publicKeys = signers.map { "keys-\($0):\(data)/keys/\($0):ro" }
        #expect(
            containers["gateway"]?["volumes"]?.list.sorted()
                == (["base:\(data):ro", "run:\(run)", "state:\(state)"] + publicKeys).sorted())
        #expect(
            containers["operator"]?["volumes"]?.list.sorted()
                == (["run:\(run)", "state:\(state)", "data:\(data)"]
                + signers.flatMap { ["data-\($0):\(data)/\($0)", "keys-\($0):\(data)/keys/\($0)"] }).sorted())
        #expect(
            try Self.compose()["volumes"]?.members.keys.sorted()
                == (["base", "data", "run", "state"] + signers.flatMap { ["data-\($0)", "keys-\($0)"] }).sorted())
        // The path of a Unix socket has at most 107 bytes; the longest is that of a service's wake-up socket.
        let longest = Self.services.map(\.utf8.count).max() ?? 0
        #expect(run.utf8.count + 1 + longest + ".events.sock".utf8.count <= 107)
    }

    @Test func containersMayDoNothingBeyondTheirWork() throws {
        let reaching = ["auth", "bonds", "notifications", "scanner"]
        for (name, container) in try Self.containers() {
            let network = reaching.contains(name) ? "${KOPILKA_NETWORK:-none}" : "none"
            #expect(container["network_mode"]?.text == network, "\(name)")
            #expect(container["tmpfs"]?.list == ["/tmp", "/var/tmp"], "\(name)")
            #expect(container["read_only"]?.text == "true", "\(name)")
            #expect(container["cap_drop"]?.list == ["ALL"], "\(name)")
            #expect(container["security_opt"]?.list == ["no-new-privileges:true"], "\(name)")
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

    @Test func theImageHoldsThePackage() throws {
        #expect(Self.dockerfile.stages.count == 2)
        let (build, run) = (try #require(Self.dockerfile.stages.first), try #require(Self.dockerfile.stages.last))
        let steps = build.arguments(of: "RUN").filter { $0.hasPrefix("make ") }.map { $0.prefix { $0 != "&" } }
        #expect(steps == ["make deb-deps", "make build", "make pack "])
        let deb = try #require(Self.repository.text("Makefile").firstMatch(of: /(?m)^deb: (.*?) ##.*\n\t(.*)$/))
        #expect(deb.1 == "deb-deps build" && deb.2 == "@$(MAKE) pack")
        let command = try #require(run.arguments(of: "RUN").first { $0.contains("apt-get install") })
        #expect(command.hasPrefix("--mount=type=bind,from=\(build.name ?? ""),source=/out,target=/out "))
        #expect(command.contains(" /out/kopilka.deb "))
        let control = Self.repository.text("Shared/Packaging/Debian/control")
        // apt leaves out what is only recommended.
        let recommended = try #require(control.firstMatch(of: /(?m)^Recommends: (.+)$/)).1
        for package in recommended.split(separator: ", ") { #expect(command.contains(" \(package) "), "\(package)") }
        // The authorities that libcurl trusts are a separate package.
        #expect(control.contains(/(?m)^Depends: .*ca-certificates/))
        let path = try #require(run.variables["PATH"]).split(separator: ":")
        #expect(path.first == "/usr/libexec/kopilka" && path.contains("/usr/bin"))
        #expect(run.arguments(of: "CMD") == [#"["gateway", "up"]"#])
        #expect(run.arguments(of: "VOLUME") == [try #require(run.variables["KOPILKA_DATA"])])
        #expect(build.image.hasSuffix("-bookworm") && run.image == "docker.io/library/debian:bookworm-slim")
    }

    @Test func theLibrariesOfTheManifestAreInstalledToBuild() throws {
        let makefile = Self.repository.text("Makefile")
        let packages = try #require(makefile.firstMatch(of: /(?m)^PACKAGES := (.+)$/)).1.split(separator: " ")
        let compiled = Self.repository.package.debianPackages
        #expect(compiled.count == 17 && packages.map(String.init).sorted() == compiled.sorted())
    }

    @Test func theImageSaysItsVersion() throws {
        let version = try #require(
            Self.repository.text("Shared/Hosting/Process/Version.swift").firstMatch(of: /static let current = "(.+)"/)
        ).1
        let run = try #require(Self.dockerfile.stages.last)
        #expect(run.arguments(of: "ARG").contains("VERSION=\(version)"))
        #expect(run.arguments(of: "LABEL").contains { $0.contains(#"org.opencontainers.image.version="$VERSION""#) })
    }

    @Test func theToolchainOfTheImageIsNewEnough() throws {
        let image = try #require(Self.dockerfile.stages.first).image
        let built = try #require(image.firstMatch(of: /^docker\.io\/library\/swift:(\d+)\.(\d+)-/))
        let needed = try #require(
            Self.repository.text("Package.swift").firstMatch(of: /swift-tools-version: (\d+)\.(\d+)/))
        let version = { (major: Substring, minor: Substring) in (Int(major) ?? 0) * 1000 + (Int(minor) ?? 0) }
        #expect(version(built.1, built.2) >= version(needed.1, needed.2))
    }

    /// Everything is copied but what .dockerignore names: folders without sources, and no history of them.
    @Test func whatTheImageIsBuiltFromIsNotIgnored() throws {
        let build = try #require(Self.dockerfile.stages.first)
        #expect(build.arguments(of: "COPY").last == ". .")
        let ignored = Self.repository.text(".dockerignore").split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(Set(ignored).isSuperset(of: [".build", ".git"]))
        #expect(ignored.filter { !$0.hasPrefix(".") } == ["backups", "compose*.yaml", "secrets"])
    }

    @Test func theImageRunsAsAUserWhoOwnsItsDirectoriesAlone() throws {
        let run = try #require(Self.dockerfile.stages.last)
        let user = try #require(run.arguments(of: "USER").last)
        #expect(user != "root" && user != "0")
        let commands = run.arguments(of: "RUN").joined(separator: " && ")
        // The same in every image, so that volumes keep their owner; an id of Debian's system users: adduser.conf(5).
        let group = try #require(commands.firstMatch(of: /groupadd --system --gid (\d+) (\w+)/))
        let person = try #require(commands.firstMatch(of: /useradd --system --uid (\d+) --gid (\w+)/))
        #expect(group.1 == person.1 && group.2 == user && person.2 == user)
        #expect((100...999).contains(Int(person.1) ?? 0))
        for document in ["HOUSEKEEPING.md", "Manual/containers.md"] {
            #expect(Self.repository.text("Shared/Docs/\(document)").contains(" 417"), "\(document)")
        }
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
