import Domain
import GatewaySession
import Hosting
import Signals
import StrictJSON

/// The manifest of a backup: the first entry of its archive. Everything after it must match it exactly.
package struct BackupManifest: Codable, Hashable, Sendable {
    /// The name of the entry.
    static let name = "kopilka-backup.json"
    /// The format that this gateway writes and reads.
    static let format = 1
    /// A limit far above the manifest of any house.
    static let mostBytes = 1 << 20
    /// A limit far above the number of files of any house.
    package static let mostFiles = 256

    /// A file of the backup.
    package struct File: Codable, Hashable, Sendable {
        /// The path below the data directory: `ledger.db`, `keys/ledger.secret`.
        package let name: String
        package let bytes: Int64
        /// SHA-256 in hexadecimal digits.
        let sha256: String
    }

    /// A service's database as it was copied.
    struct Database: Codable, Hashable, Sendable {
        let service: String
        /// The version of the schema.
        let schema: Int
        /// The sequence of the newest event.
        let newestEvent: Int64
        /// The sequences of the last handled events of other services, by service.
        let followed: [String: Int64]
        /// The number of rows in each table.
        let rows: [String: Int64]
    }

    /// The totals of the copied database, checked by ledger itself.
    struct Books: Codable, Hashable, Sendable {
        let accounts: Int64
        let transfers: Int64
        let records: Int64
        /// The hash of the newest record, which covers all records.
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
    /// The version of the gateway that made the backup.
    let version: String
    let createdAt: Instant
    let databases: [Database]
    /// Absent when ledger was not available for the check.
    let books: Books?
    /// The files in the order of the archive.
    package let files: [File]

    /// The total size of the files.
    package var bytes: Int64 { files.reduce(0) { $0 + $1.bytes } }
}

/// The permitted names of files in a backup. All other names are refused.
enum BackupName {
    /// The directory of the keys, below the data directory.
    static let keys = "keys"

    /// True when a file may have this name: a database of a service or of an extra one, or a key.
    static func isAllowed(_ name: String) -> Bool {
        if name.hasSuffix(".db") {
            let service = String(name.dropLast(3))
            return House.services.contains(service) || ExtraService.mayBeNamed(service)
        }
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
