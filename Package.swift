// swift-tools-version: 6.2
import PackageDescription

// Every module of the house stands in one of the tables below, after the modules that it lists. A module may import
// what it lists and nothing else: Tests/Architecture checks it against Shared/Docs/ARCHITECTURE.md.

let language: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
]

/// True in releases of the house, which the Makefile builds. A package that others depend on may have no unsafe flags.
let isTuned = Context.environment["KOPILKA_TUNED"] != nil

/// Specialises the generic code of one module for the types of another: a request of ledger takes some 5 % less time.
let settings =
    isTuned ? language + [.unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))] : language

/// The gateway waits for people and services: small code starts sooner, and compiles in three quarters of the time.
let gatewaySettings = isTuned ? language + [.unsafeFlags(["-Osize"], .when(configuration: .release))] : language

/// A library of the ground floors: `Shared/<name>`.
func shared(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Shared/\(name)", swiftSettings: settings)
}

/// A Debian library, visible to nothing but the Swift target that wraps it.
func debianLibrary(_ name: String, apt: String) -> Target {
    .systemLibrary(name: name, path: "Shared/Bindings/\(name)", providers: [.apt([apt])])
}

/// The thin, safe wrapper of a C library: `Shared/Bindings/<name>`.
func binding(_ name: String, of library: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: library, path: "Shared/Bindings/\(name)", swiftSettings: settings)
}

/// What every service stands on.
let serviceFloor: [Target.Dependency] = [
    "Reasons", "Domain", "Coordination", "Signals", "Storage", "Hosting", "Identity", "Transport", "ServiceRuntime",
]

/// A service is two targets that look alike everywhere: a library with all of it and a main of a few lines.
func service(_ name: String, alsoUsing extra: [Target.Dependency] = []) -> [Target] {
    [
        .target(
            name: "\(name)Service", dependencies: serviceFloor + extra,
            path: "Services/\(name)/\(name)Service", swiftSettings: settings),
        .executableTarget(
            name: "\(name)Main", dependencies: [.byName(name: "\(name)Service")], path: "Services/\(name)/Run",
            swiftSettings: settings),
    ]
}

/// Files that become bytes of a module of the gateway: `PackageResources.style_css`. No file lies beside the program.
let embeddedFiles: [String: [String]] = [
    "Commands": ["Assets/client.py", "Assets/client.ts", "Assets/events.ts"],
    "Web": ["style.css", "module.js", "worker.js", "manifest.webmanifest"].map {
        "Assets/\($0)"
    },
]

/// A module of the gateway: `Services/Gateway/Gateway<name>`.
func gateway(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(
        name: "Gateway\(name)", dependencies: dependencies, path: "Services/Gateway/Gateway\(name)",
        resources: embeddedFiles[name]?.map { .embedInCode($0) }, swiftSettings: gatewaySettings)
}

func test(
    _ name: String, at path: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["Reasons", "TestSupport"], path: "Tests/\(path)", exclude: exclude,
        swiftSettings: settings)
}

let services = ["Auth", "Ledger", "History", "Scanner", "Patterns", "Bonds", "Subscriptions", "Notifications"]

let groundFloor: [Target] = [
    debianLibrary("CZeroMQ", apt: "libzmq3-dev"),
    debianLibrary("CSQLite", apt: "libsqlite3-dev"),
    debianLibrary("CXXHash", apt: "libxxhash-dev"),
    debianLibrary("CSodium", apt: "libsodium-dev"),
    debianLibrary("COpenSSL", apt: "libssl-dev"),
    debianLibrary("CCurl", apt: "libcurl4-openssl-dev"),
    debianLibrary("CExpat", apt: "libexpat1-dev"),
    debianLibrary("CGMP", apt: "libgmp-dev"),
    debianLibrary("CCairo", apt: "libcairo2-dev"),
    debianLibrary("CNcurses", apt: "libncurses-dev"),
    debianLibrary("CLibArchive", apt: "libarchive-dev"),
    debianLibrary("CLibCBOR", apt: "libcbor-dev"),
    debianLibrary("CLibFido2", apt: "libfido2-dev"),
    debianLibrary("CMimalloc", apt: "libmimalloc-dev"),
    debianLibrary("CQREncode", apt: "libqrencode-dev"),
    debianLibrary("CPostgreSQL", apt: "libpq-dev"),
    debianLibrary("CMicroHTTPD", apt: "libmicrohttpd-dev"),
    .target(name: "CSocketGuard", path: "Shared/Bindings/CSocketGuard"),
    .target(name: "CProcess", path: "Shared/Bindings/CProcess"),
    .target(name: "CPageChecksums", dependencies: ["CSQLite", "CXXHash"], path: "Shared/Bindings/CPageChecksums"),
    .target(name: "CArchive", dependencies: ["CLibArchive"], path: "Shared/Bindings/CArchive"),
    .target(name: "CFido2", dependencies: ["CLibCBOR", "CLibFido2"], path: "Shared/Bindings/CFido2"),
    binding("ZeroMQ", of: ["CZeroMQ", "CSocketGuard"]),
    binding("SQLite", of: ["CSQLite", "CPageChecksums"]),
    binding("Sodium", of: ["CSodium"]),
    binding("OpenSSL", of: ["COpenSSL"]),
    binding("Curl", of: ["CCurl"]),
    binding("XML", of: ["CExpat"]),
    binding("GMP", of: ["CGMP"]),
    binding("Cairo", of: ["CCairo"]),
    binding("Terminal", of: ["CNcurses", "CProcess"]),
    binding("Archive", of: ["CArchive"]),
    binding("Fido2", of: ["CFido2"]),
    binding("Mimalloc", of: ["CMimalloc"]),
    binding("QREncode", of: ["CQREncode"]),
    binding("PostgreSQL", of: ["CPostgreSQL", "CSocketGuard"]),
    binding("MicroHTTPD", of: ["CMicroHTTPD"]),
    shared("Reasons"),
    shared("StrictJSON", ["Reasons"]),
    shared("Tables", ["Reasons"]),
    shared("Domain", ["Reasons"]),
    shared("Coordination", ["Domain", "Reasons"]),
    shared("Drawing", ["Cairo", "Domain"]),
    shared("Signals", ["Coordination", "Domain", "Reasons", "StrictJSON", "Tables"]),
    shared("Storage", ["Coordination", "Domain", "SQLite", "Reasons", "Sodium", "StrictJSON"]),
    shared("Hosting", ["Coordination", "Domain", "Reasons", "StrictJSON", "CProcess"]),
    shared("Identity", ["Coordination", "Domain", "Reasons", "Sodium", "StrictJSON"]),
    shared("Transport", ["Coordination", "Domain", "Hosting", "Reasons", "Sodium", "StrictJSON", "ZeroMQ"]),
    shared(
        "MarketData", ["Coordination", "Curl", "Domain", "Hosting", "Reasons", "Signals", "StrictJSON", "Tables"]),
    shared("Telegram", ["Curl", "Domain", "Hosting", "Reasons", "Signals", "Sodium", "StrictJSON"]),
    shared(
        "Replication",
        [
            "Coordination", "Domain", "Hosting", "PostgreSQL", "Reasons", "Sodium", "SQLite", "Storage", "StrictJSON",
        ]),
    shared(
        "ServiceRuntime",
        [
            "Coordination", "Domain", "Hosting", "Identity", "Reasons", "Replication", "Signals", "Sodium", "Storage",
            "StrictJSON", "Transport",
        ]),
]

/// The gateway is one program of several modules, so that its faces can be changed, and compiled, apart.
let gatewayModules: [Target] = [
    gateway("Words", ["Coordination", "Domain", "Drawing", "Hosting", "QREncode", "Reasons", "Signals"]),
    gateway(
        "Session",
        [
            "Coordination", "Domain", "Drawing", "GatewayWords", "Hosting", "Identity", "Reasons", "Signals",
            "StrictJSON", "Transport",
        ]),
    gateway(
        "CommandLine",
        ["Coordination", "Domain", "GatewaySession", "GatewayWords", "Hosting", "Signals", "StrictJSON"]),
    gateway(
        "Commands",
        [
            "Coordination", "Domain", "Drawing", "GatewayCommandLine", "GatewaySession", "GatewayWords", "Hosting",
            "Reasons", "Signals", "StrictJSON", "Tables",
        ]),
    gateway(
        "Care",
        [
            "Archive", "Coordination", "Domain", "GatewayCommandLine", "GatewaySession", "GatewayWords", "Hosting",
            "Identity", "PostgreSQL", "Reasons", "Replication", "Signals", "Sodium", "Storage", "StrictJSON", "ZeroMQ",
        ]),
    gateway(
        "Scenes",
        [
            "Coordination", "Domain", "Drawing", "GatewaySession", "GatewayWords", "Reasons", "Signals", "StrictJSON",
        ]),
    gateway("Terminal", ["Domain", "Drawing", "GatewayScenes", "GatewayWords", "Hosting", "Terminal"]),
    gateway(
        "Web",
        [
            "Cairo", "Coordination", "Domain", "Drawing", "GatewayScenes", "GatewaySession", "GatewayWords", "Hosting",
            "MicroHTTPD", "Reasons", "Signals", "Sodium", "StrictJSON",
        ]),
    gateway(
        "Service",
        [
            "Archive", "Cairo", "Coordination", "Curl", "Domain", "GatewayCare", "GatewayCommandLine",
            "GatewayCommands", "GatewayScenes", "GatewaySession", "GatewayTerminal", "GatewayWeb", "GatewayWords",
            "Hosting", "MicroHTTPD", "PostgreSQL", "Reasons", "SQLite", "Signals", "Sodium", "StrictJSON", "Terminal",
            "ZeroMQ",
        ]),
]

let house: [Target] =
    service("Auth", alsoUsing: ["Curl", "Fido2", "Sodium", "OpenSSL", "StrictJSON", "Telegram"])
    + service("Ledger", alsoUsing: ["Mimalloc", "Sodium", "StrictJSON", "Tables"])
    + service("History", alsoUsing: ["StrictJSON", "Tables", "XML"])
    + service("Scanner", alsoUsing: ["Curl", "MarketData", "StrictJSON"])
    + service("Patterns", alsoUsing: ["StrictJSON"])
    + service("Bonds", alsoUsing: ["Curl", "GMP", "MarketData", "StrictJSON"])
    + service("Subscriptions", alsoUsing: ["StrictJSON", "Tables"])
    + service("Notifications", alsoUsing: ["Curl", "Sodium", "StrictJSON", "Telegram"])
    + gatewayModules
    + [
        .executableTarget(
            name: "GatewayMain", dependencies: ["GatewayService"], path: "Services/Gateway/Run",
            swiftSettings: settings,
            // No names for others: 15,000 to look among would slow down each start, which people wait for.
            linkerSettings: isTuned
                ? [
                    .unsafeFlags(
                        ["-Xlinker", "--no-export-dynamic"], .when(platforms: [.linux], configuration: .release))
                ] : [])
    ]

/// All services in one process, for small machines. Only this library imports more than one service.
let wholeHouse: [Target] = [
    .target(
        name: "WholeHouse",
        dependencies: [
            "Coordination", "Hosting", "Identity", "ServiceRuntime", "AuthService", "LedgerService", "HistoryService",
            "ScannerService", "PatternsService", "BondsService", "SubscriptionsService", "NotificationsService",
        ],
        path: "Shared/WholeHouse", exclude: ["Run"], swiftSettings: settings),
    .executableTarget(
        name: "HouseMain", dependencies: ["WholeHouse"], path: "Shared/WholeHouse/Run", swiftSettings: settings),
]

let tests: [Target] = [
    // Keys of authenticators, by libcrypto: the services only verify.
    .systemLibrary(name: "CTestKeys", path: "Tests/CTestKeys"),
    .target(
        name: "TestSupport",
        dependencies: [
            "Coordination", "Domain", "Reasons", "Signals", "Storage", "Transport", "StrictJSON", "ZeroMQ", "Hosting",
            "OpenSSL", "Drawing", "CTestKeys",
        ],
        path: "Tests/TestSupport", swiftSettings: settings),
    // A disk that records what SQLite writes, and the crashes that are made from the record.
    .target(name: "CRecordingDisk", dependencies: ["CPageChecksums", "CSQLite"], path: "Tests/CRecordingDisk"),
    .target(
        name: "CrashPoints",
        dependencies: [
            "Coordination", "CRecordingDisk", "Domain", "Reasons", "SQLite", "Storage", "StrictJSON", "TestSupport",
        ],
        path: "Tests/CrashPoints", swiftSettings: settings),
    test(
        "BindingsTests", at: "Shared/Bindings",
        [
            "ZeroMQ", "CSQLite", "SQLite", "Sodium", "OpenSSL", "Curl", "Hosting", "XML", "Cairo", "Terminal",
            "Archive", "Mimalloc", "QREncode", "PostgreSQL", "Fido2", "MicroHTTPD",
        ]),
    test("DrawingTests", at: "Drawing", ["Drawing", "Domain", "XML"]),
    test(
        "SharedUnitTests", at: "Shared/Unit",
        ["Coordination", "Domain", "Signals", "StrictJSON", "Tables", "Identity", "Sodium", "Hosting"]),
    test(
        "SharedIntegrationTests", at: "Shared/Integration",
        [
            "Storage", "CSQLite", "SQLite", "Transport", "ZeroMQ", "Hosting", "Coordination", "CrashPoints", "Domain",
            "Signals", "StrictJSON", "Identity", "PostgreSQL", "Replication", "ServiceRuntime", "Sodium",
        ]),
    test(
        "AuthTests", at: "Auth",
        [
            "AuthService", "Storage", "Identity", "Sodium", "Coordination", "CrashPoints", "Domain", "Signals",
            "StrictJSON", "Hosting", "Curl", "Telegram",
        ]),
    test(
        "LedgerTests", at: "Ledger",
        [
            "LedgerService", "Hosting", "Storage", "Identity", "Coordination", "CrashPoints", "Domain", "Signals",
            "StrictJSON",
        ]),
    test(
        "HistoryTests", at: "History",
        [
            "HistoryService", "Storage", "Identity", "Coordination", "CrashPoints", "Domain", "Signals", "StrictJSON",
            "Tables",
        ]),
    test(
        "ScannerTests", at: "Scanner",
        [
            "ScannerService", "Curl", "MarketData", "Storage", "Coordination", "CrashPoints", "Domain", "Signals",
            "StrictJSON", "Hosting",
        ]),
    test(
        "PatternsTests", at: "Patterns",
        ["PatternsService", "Storage", "Coordination", "CrashPoints", "Domain", "Signals", "StrictJSON", "Hosting"]),
    test(
        "BondsTests", at: "Bonds",
        [
            "BondsService", "Curl", "GMP", "MarketData", "Storage", "Coordination", "CrashPoints", "Domain",
            "Signals", "StrictJSON", "Hosting",
        ]),
    test(
        "SubscriptionsTests", at: "Subscriptions",
        [
            "SubscriptionsService", "Storage", "Coordination", "CrashPoints", "Domain", "Signals", "StrictJSON",
            "Tables", "Hosting",
        ]),
    test(
        "NotificationsTests", at: "Notifications",
        [
            "NotificationsService", "Curl", "Storage", "Sodium", "Coordination", "CrashPoints", "Domain", "Signals",
            "StrictJSON", "Hosting", "Telegram",
        ]),
    test(
        "GatewayTests", at: "Gateway",
        [
            "Archive", "Coordination", "Domain", "Drawing", "GatewayCare", "GatewayCommandLine", "GatewayCommands",
            "GatewayScenes", "GatewayService", "GatewaySession", "GatewayTerminal", "GatewayWeb", "GatewayWords",
            "Hosting", "MicroHTTPD", "Replication", "Signals", "Sodium", "StrictJSON", "Storage", "Terminal",
        ], exclude: ["Screens", "Pages"]),
    test(
        "SystemTests", at: "System",
        [
            "Coordination", "Domain", "Signals", "StrictJSON", "Transport", "ZeroMQ", "Hosting", "Identity",
            "AuthService", "LedgerService", "GatewayCare", "GatewayCommandLine", "GatewayService", "GatewaySession",
            "GatewayWords", "Drawing",
            "NotificationsService", "SubscriptionsService", "Storage", "ServiceRuntime", "WholeHouse", "Sodium",
            "PostgreSQL", "Replication", "SQLite", "HouseMain", "AuthMain", "LedgerMain", "HistoryMain", "ScannerMain",
            "PatternsMain", "BondsMain", "SubscriptionsMain", "NotificationsMain", "GatewayMain",
        ]),
    test(
        "ArchitectureTests", at: "Architecture",
        ["Coordination", "Hosting", "Identity", "ServiceRuntime", "Signals", "Transport"]),
    // The kernel's epoll, which Swift's Glibc has not: the client that puts a load on services costs little.
    .systemLibrary(name: "CEpoll", path: "Tests/CEpoll"),
    // The readers that are fuzzed, with the properties that hold for every input.
    .target(
        name: "FuzzTargets",
        dependencies: [
            "Archive", "AuthService", "BondsService", "Coordination", "Curl", "Domain", "GatewayCare",
            "GatewayCommandLine", "GatewayScenes", "GatewayService", "GatewaySession", "GatewayTerminal", "GatewayWeb",
            "GatewayWords", "HistoryService", "Hosting", "Identity", "LedgerService", "MarketData", "MicroHTTPD",
            "NotificationsService", "PatternsService", "PostgreSQL", "Reasons", "Replication", "ScannerService",
            "Signals", "Sodium", "Storage", "StrictJSON", "SubscriptionsService", "Tables", "Telegram", "Terminal",
            "Transport",
        ],
        path: "Tests/Fuzz/Targets", swiftSettings: settings),
    .executableTarget(name: "Fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Run", swiftSettings: settings),
    test(
        "FuzzTests", at: "Fuzz",
        [
            "Coordination", "Domain", "Fido2", "FuzzTargets", "Hosting", "Signals", "StrictJSON", "Tables",
        ], exclude: ["Targets", "Run", "Counters", "Corpora", "Dictionaries", "executions"]),
    // A machine in one process, whose time, chance, network and disk are decided by a seed, and a house in it.
    .target(
        name: "CSimulatedMachine", dependencies: ["CSQLite", "CSodium", "CZeroMQ"],
        path: "Tests/Simulation/CSimulatedMachine"),
    .executableTarget(
        name: "Simulate",
        dependencies: [
            "AuthService", "BondsService", "CSimulatedMachine", "Coordination", "Domain", "HistoryService", "Hosting",
            "Identity", "LedgerService", "NotificationsService", "PatternsService", "Reasons", "ScannerService",
            "ServiceRuntime", "Signals", "SQLite", "StrictJSON", "SubscriptionsService", "TestSupport", "Transport",
        ],
        path: "Tests/Simulation/Run", swiftSettings: settings),
    // The plan for several ledgers, as formulas and as a simulation: Shared/Docs/SCALING.md.
    .target(
        name: "ScalingModel", dependencies: ["TestSupport"], path: "Tests/ScalingModel", swiftSettings: settings),
    test("ScalingTests", at: "Scaling", ["ScalingModel"]),
    .executableTarget(
        name: "Benchmarks",
        dependencies: [
            "CEpoll", "ZeroMQ", "SQLite", "StrictJSON", "Reasons", "Domain", "Coordination", "Signals", "Transport",
            "Hosting", "Identity", "TestSupport", "LedgerService", "HistoryService", "ScannerService",
            "PatternsService", "BondsService", "SubscriptionsService", "NotificationsService", "Storage", "PostgreSQL",
            "Replication", "Sodium", "ScalingModel", "MicroHTTPD",
        ],
        path: "Tests/Benchmarks", exclude: ["quantlib-yields.py", "Web/first-paint.py"], swiftSettings: settings),
    .executableTarget(
        name: "ContactSheet", dependencies: ["Drawing", "TestSupport"], path: "Tests/ContactSheet",
        swiftSettings: settings),
]

/// Makes each target depend on everything below it, not only on the modules that it may import.
///
/// SwiftPM runs a target's compiler only when the module of one of its dependencies has changed. The size of a struct
/// two floors below is compiled into a target as well, so that target must depend on it: see
/// Shared/Docs/Decisions/0020-targets-depend-on-everything-below-them.md.
///
/// - Parameter targets: Each stands after those that it lists.
func dependingOnEverythingBelow(_ targets: [Target]) -> [Target] {
    var below: [String: Set<String>] = [:]
    for target in targets {
        var names: Set<String> = []
        for case .byNameItem(let name, _) in target.dependencies {
            // A manifest has no other way to refuse a table in the wrong order.
            guard let further = below[name] else { fatalError("\(name) stands after \(target.name), which lists it") }
            names.formUnion(further.union([name]))
        }
        below[target.name] = names
        target.dependencies = names.sorted().map { .byName(name: $0) }
    }
    return targets
}

/// The modules that a service from elsewhere is written with; Shared/Docs/TUTORIAL.md writes one.
let kit = [
    "Reasons", "StrictJSON", "Domain", "Coordination", "Signals", "Storage", "Hosting", "Identity", "Transport",
    "ServiceRuntime",
]

let package = Package(
    name: "kopilka",
    platforms: [.macOS(.v15)],
    products: [.library(name: "KopilkaKit", targets: kit), .library(name: "KopilkaSignals", targets: ["Signals"])]
        + kit.map { .library(name: $0, targets: [$0]) }
        + (services + ["Gateway", "House"]).map { .executable(name: $0.lowercased(), targets: ["\($0)Main"]) }
        + [
            .executable(name: "benchmarks", targets: ["Benchmarks"]),
            .executable(name: "charts", targets: ["ContactSheet"]),
            .executable(name: "fuzz", targets: ["Fuzz"]),
            .executable(name: "simulate", targets: ["Simulate"]),
        ],
    targets: dependingOnEverythingBelow(groundFloor + house + wholeHouse + tests)
)
