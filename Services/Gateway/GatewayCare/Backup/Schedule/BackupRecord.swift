import Domain
import GatewaySession
import Hosting
import StrictJSON

/// What the runs of scheduled backups have left behind: the last attempt, and the last good backup. One line of JSON
/// in the operator's directory.
struct BackupRecord: Codable, Hashable, Sendable {
    /// A backup that was made and verified.
    struct Good: Codable, Hashable, Sendable {
        /// When its making began.
        let at: Instant
        let file: String
        let bytes: Int64
        let isEncrypted: Bool
    }

    /// A run that failed.
    struct Failure: Codable, Hashable, Sendable {
        let at: Instant
        let fault: String
    }

    /// The last good backup; nil if there was none.
    var good: Good?
    /// The last run, if it failed.
    var failure: Failure?

    /// A limit far above any record.
    private static let mostBytes = 1 << 16

    /// Reads the record of a house; empty if there is none, or none that can be read.
    static func read(data: String) -> BackupRecord {
        guard let bytes = try? readFile(path(data), limit: mostBytes),
            let record = try? JSONDocument.read(BackupRecord.self, from: bytes)
        else { return BackupRecord() }
        return record
    }

    /// Replaces the record of a house.
    func write(data: String) throws {
        try replaceFile(Self.path(data), with: try JSONEncoding.encode(self) + [UInt8(ascii: "\n")])
    }

    private static func path(_ data: String) -> String {
        "\(DataLayout(root: data).directory(of: "operator"))/backups.json"
    }
}
