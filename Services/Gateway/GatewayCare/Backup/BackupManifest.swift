import Domain
import GatewaySession
import Signals
import StrictJSON

/// What a backup says of itself; the first entry of its archive. Everything behind it must be exactly as it says.
struct BackupManifest: Codable, Hashable, Sendable {
    /// The name of the entry.
    static let name = "kopilka-backup.json"
    /// The format this gateway writes and reads.
    static let format = 1
    /// More than any house has.
    static let mostBytes = 1 << 20
    /// More than any house has.
    static let mostFiles = 256

    /// A file of the backup.
    struct File: Codable, Hashable, Sendable {
        /// Its path below the directory of data: `ledger.db`, `keys/ledger.secret`.
        let name: String
        /// How long it is.
        let bytes: Int64
        /// SHA-256 in hexadecimal digits.
        let sha256: String
    }

    /// A service's database, as it was copied.
    struct Database: Codable, Hashable, Sendable {
        /// Whose it is.
        let service: String
        /// The version of its schema.
        let schema: Int
        /// The sequence of its newest event.
        let newestEvent: Int64
        /// Up to which event it has followed others, by service.
        let followed: [String: Int64]
        /// How many rows each table has.
        let rows: [String: Int64]
    }

    /// What the books of the copy came to when ledger itself checked it.
    struct Books: Codable, Hashable, Sendable {
        let accounts: Int64
        let transfers: Int64
        let records: Int64
        /// The hash of the newest record, which stands for all of them.
        let head: String
        let imbalance: [Money]

        init(_ answer: LedgerSignal.CheckAnswer) {
            accounts = answer.accounts
            transfers = answer.transfers
            records = answer.records
            head = answer.head
            imbalance = answer.imbalance
        }
    }

    let format: Int
    /// Of the gateway that made it.
    let version: String
    let createdAt: Instant
    let databases: [Database]
    /// Absent when the ledger was not there to check them.
    let books: Books?
    /// In the order of the archive.
    let files: [File]

    /// All bytes of its files.
    var bytes: Int64 { files.reduce(0) { $0 + $1.bytes } }
}

/// Which names a file of a backup may have. Everything else is refused, whatever it would do.
enum BackupName {
    /// The directory of the keys, below that of the data.
    static let keys = "keys"

    /// Whether a file may have this name: a service's database, or a key.
    static func isAllowed(_ name: String) -> Bool {
        if House.services.contains(where: { name == "\($0).db" }) { return true }
        guard name.hasPrefix(keys + "/") else { return false }
        let file = name.dropFirst(keys.count + 1)
        return (1...64).contains(file.utf8.count) && file.utf8.first != UInt8(ascii: ".")
            && file.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
