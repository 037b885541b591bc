/// The allowed imports, layer by layer: deliberately a second copy of the table of Shared/Docs/ARCHITECTURE.md, so that
/// a rule is not changed in passing.
enum Layering {
    /// The system modules that the house may use. Foundation is not among them: a service starts in milliseconds and
    /// stays small.
    static let system: Set<String> = ["Glibc", "Synchronization"]
    /// Dispatch is for one main function that starts no task unless it needs one; all others await.
    static func mayImportDispatch(_ path: String) -> Bool { path == "Services/Gateway/Run/GatewayMain.swift" }
    /// The further modules that tests may use.
    static let testSystem: Set<String> = ["Foundation", "Testing"]

    /// The lowest layers.
    static let shared: [String: Set<String>] = [
        "CZeroMQ": [], "CSQLite": [], "CXXHash": [], "CSodium": [], "COpenSSL": [], "CCurl": [], "CExpat": [],
        "CGMP": [], "CCairo": [],
        "CNcurses": [], "CMimalloc": [], "CQREncode": [], "CPostgreSQL": [], "CMicroHTTPD": [],
        "CSocketGuard": [], "CProcess": [], "CLibArchive": [], "CArchive": ["CLibArchive"],
        "CLibCBOR": [], "CLibFido2": [], "CFido2": ["CLibCBOR", "CLibFido2"],
        "ZeroMQ": ["CZeroMQ", "CSocketGuard"],
        "CPageChecksums": ["CSQLite", "CXXHash"],
        "SQLite": ["CSQLite", "CPageChecksums"],
        "Sodium": ["CSodium"],
        "OpenSSL": ["COpenSSL"],
        "Curl": ["CCurl"],
        "XML": ["CExpat"],
        "GMP": ["CGMP"],
        "Cairo": ["CCairo"],
        "Terminal": ["CNcurses", "CProcess"],
        "Archive": ["CArchive"],
        "Fido2": ["CFido2"],
        "Mimalloc": ["CMimalloc"],
        "QREncode": ["CQREncode"],
        "PostgreSQL": ["CPostgreSQL", "CSocketGuard"],
        "MicroHTTPD": ["CMicroHTTPD"],
        "Reasons": [],
        "StrictJSON": ["Reasons"],
        "Tables": ["Reasons"],
        "Domain": ["Reasons"],
        "Coordination": ["Domain", "Reasons"],
        "Drawing": ["Cairo", "Domain"],
        "Signals": ["Coordination", "Domain", "Reasons", "StrictJSON", "Tables"],
        "Storage": ["Coordination", "Domain", "SQLite", "Reasons", "Sodium", "StrictJSON"],
        "Hosting": ["Coordination", "Domain", "Reasons", "StrictJSON", "CProcess"],
        "Identity": ["Coordination", "Domain", "Reasons", "Sodium", "StrictJSON"],
        "Transport": ["Coordination", "Domain", "Hosting", "Reasons", "Sodium", "StrictJSON", "ZeroMQ"],
        "MarketData": ["Coordination", "Curl", "Domain", "Hosting", "Reasons", "Signals", "StrictJSON", "Tables"],
        "Telegram": ["Curl", "Domain", "Hosting", "Reasons", "Signals", "Sodium", "StrictJSON"],
        "Replication": [
            "Coordination", "Domain", "Hosting", "PostgreSQL", "Reasons", "Sodium", "SQLite", "Storage", "StrictJSON",
        ],
        "ServiceRuntime": [
            "Coordination", "Domain", "Hosting", "Identity", "Reasons", "Replication", "Signals", "Sodium", "Storage",
            "StrictJSON", "Transport",
        ],
        "HouseMain": ["WholeHouse"],
        "WholeHouse": [
            "Coordination", "Hosting", "Identity", "ServiceRuntime", "AuthService", "LedgerService", "HistoryService",
            "ScannerService", "PatternsService", "BondsService", "SubscriptionsService", "NotificationsService",
        ],
    ]

    /// The base of every service; `Transport` and `ServiceRuntime` only in its assembly.
    static let service: Set<String> = [
        "Reasons", "Domain", "Coordination", "Signals", "Storage", "Hosting", "Identity", "StrictJSON", "Transport",
        "ServiceRuntime",
    ]

    /// The further modules of a service.
    static let extras: [String: Set<String>] = [
        "AuthService": ["Curl", "Fido2", "Sodium", "OpenSSL", "Telegram"], "ScannerService": ["Curl", "MarketData"],
        "LedgerService": ["Mimalloc", "Sodium", "Tables"],
        "HistoryService": ["Tables", "XML"], "BondsService": ["Curl", "GMP", "MarketData"],
        "NotificationsService": ["Curl", "Sodium", "Telegram"],
        "SubscriptionsService": ["Tables"],
    ]

    /// The modules of the gateway. User interfaces depend on scenes, which know neither terminals nor commands; words
    /// know no other module.
    static let gateway: [String: Set<String>] = [
        "GatewayWords": ["Coordination", "Domain", "Drawing", "Hosting", "QREncode", "Reasons", "Signals"],
        "GatewaySession": [
            "Coordination", "Domain", "Drawing", "GatewayWords", "Hosting", "Identity", "Reasons", "Signals",
            "StrictJSON", "Transport",
        ],
        "GatewayCommandLine": [
            "Coordination", "Domain", "GatewaySession", "GatewayWords", "Hosting", "Signals", "StrictJSON",
        ],
        "GatewayCommands": [
            "Coordination", "Domain", "Drawing", "GatewayCommandLine", "GatewaySession", "GatewayWords", "Hosting",
            "Reasons", "Signals", "StrictJSON", "Tables",
        ],
        "GatewayCare": [
            "Archive", "Coordination", "Domain", "GatewayCommandLine", "GatewaySession", "GatewayWords", "Hosting",
            "Identity", "PostgreSQL", "Reasons", "Replication", "Signals", "Sodium", "Storage", "StrictJSON", "ZeroMQ",
        ],
        "GatewayScenes": [
            "Coordination", "Domain", "Drawing", "GatewaySession", "GatewayWords", "Reasons", "Signals", "StrictJSON",
        ],
        "GatewayWeb": [
            "Cairo", "Coordination", "Domain", "Drawing", "GatewayScenes", "GatewaySession", "GatewayWords", "Hosting",
            "MicroHTTPD", "Reasons", "Signals", "Sodium", "StrictJSON",
        ],
        "GatewayTerminal": ["Domain", "Drawing", "GatewayScenes", "GatewayWords", "Hosting", "Terminal"],
        "GatewayService": [
            "Archive", "Cairo", "Coordination", "Curl", "Domain", "GatewayCare", "GatewayCommandLine",
            "GatewayCommands", "GatewayScenes", "GatewaySession", "GatewayTerminal", "GatewayWeb", "GatewayWords",
            "Hosting", "MicroHTTPD", "PostgreSQL", "Reasons", "SQLite", "Signals", "Sodium", "StrictJSON", "Terminal",
            "ZeroMQ",
        ],
    ]

    /// The files that may import Transport, other than the assemblies.
    static let transportFiles: Set<String> = [
        "Services/Gateway/GatewaySession/Session/LinkedServiceCaller.swift",
        "Services/Gateway/GatewaySession/Session/EventWatch.swift",
        "Services/Gateway/GatewaySession/Session/ContractDocument.swift",
    ]

    /// Returns the allowed imports of a module; nil when the table does not contain the module.
    static func allowed(_ module: String) -> Set<String>? {
        if let exact = shared[module] ?? gateway[module] { return exact }
        if module.hasSuffix("Service") { return service.union(extras[module] ?? []) }
        if module.hasSuffix("Main") { return [module.dropLast("Main".count) + "Service"] }
        return nil
    }

    /// Returns true when a file of a service may import Transport and ServiceRuntime.
    static func mayImportTransport(_ path: String) -> Bool {
        path.hasPrefix("Shared/") || path.hasSuffix("Assembly.swift") || transportFiles.contains(path)
    }
}
