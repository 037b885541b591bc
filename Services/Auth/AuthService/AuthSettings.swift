import Hosting
import Sodium

/// Settings of auth.
public struct AuthSettings: ServiceSettings {
    /// The settings that all services share.
    public let common: CommonSettings
    /// Memory of one password hash (`--hash-memory`, `KOPILKA_HASH_MEMORY`): KiB, default 19,456, 8 ... 1,048,576.
    public let hashMemoryKibibytes: Int
    /// Passes over that memory (`--hash-passes`, `KOPILKA_HASH_PASSES`): default 2, 1 ... 32.
    public let hashPasses: Int
    /// Threads that hash passwords (`--hash-threads`, `KOPILKA_HASH_THREADS`): default 1, at most 2.
    public let hashThreads: Int
    /// The most registrations within ten minutes (`--registrations`, `KOPILKA_REGISTRATIONS`): default 500, 1 ...
    /// 1,000,000.
    public let registrations: Int

    /// The domain and the pages of passkeys (`--passkey-id`, `--passkey-origins`).
    let passkeys: PasskeyHouse
    /// Settings of sign-in with Telegram.
    let telegram: TelegramSettings

    static let hashMemory = Setting<Int>(
        "hash-memory", default: 19_456, range: 8...1_048_576, unit: "KiB",
        summary: "Memory for one password hash; after an increase, passwords are rehashed at the next sign-in.")
    static let passes = Setting<Int>(
        "hash-passes", default: 2, range: 1...32, unit: "passes",
        summary: "Passes of a password hash over its memory; an increase rehashes passwords, too.")
    static let threads = Setting<Int>(
        "hash-threads", default: 1, range: 1...2, unit: "threads",
        summary: "How many passwords are hashed at once.")
    static let registrations = Setting<Int>(
        "registrations", default: 500, range: 1...1_000_000, unit: "people",
        summary: "The most registrations in ten minutes; one process may make half of them.")

    static let passkeyDomain = Setting<PasskeyDomain>(
        "passkey-id", default: .local,
        summary: "The domain of the house's page, to which passkeys belong; another domain makes all of them useless.")
    static let passkeyOrigins = Setting<PasskeyOrigins?>(
        "passkey-origins", default: nil,
        summary: "The pages on which passkeys may be used; by default https://<passkey-id>, or http://localhost:*.")

    /// Reads the settings.
    public init(reading reader: SettingsReader) {
        common = CommonSettings(reading: reader)
        hashMemoryKibibytes = reader[Self.hashMemory]
        hashPasses = reader[Self.passes]
        hashThreads = reader[Self.threads]
        registrations = reader[Self.registrations]
        passkeys = PasskeyHouse(reading: reader)
        telegram = TelegramSettings(reading: reader, dataDirectory: common.dataDirectory)
    }

    /// The network access of auth: online only with a bot, for Telegram.
    public var reach: Confinement.Reach { Confinement.Reach(isOnline: telegram.token != nil) }

    /// The cost of one password hash.
    var hashCost: PasswordHash.Cost {
        PasswordHash.Cost(operations: UInt64(hashPasses), memoryBytes: hashMemoryKibibytes << 10)
    }
}
