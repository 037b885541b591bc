import Domain
import Sodium
import Storage
import StrictJSON

/// The description of a snapshot, sealed with it.
struct SnapshotContent: Codable, Sendable, Equatable {
    /// A file of a snapshot.
    struct File: Codable, Sendable, Equatable {
        /// Its name, without a directory.
        let name: String
        let bytes: Int64
        /// SHA-256 of its content, in hexadecimal digits.
        let hash: String
    }

    /// The hash of the chain at the number of the snapshot, in Base64URL.
    let head: String
    /// The series of its parts.
    let series: Int64
    let files: [File]
}

/// Seals the snapshots of a service, as ``CommitSeal`` seals its commits.
struct SnapshotSeal: Sendable {
    let house: String
    let service: String
    let key: SecretBytes

    init(_ access: LogAccess) {
        house = access.house
        service = access.service
        key = access.key
    }

    func seal(_ content: [UInt8], number: Int64, time: Instant) throws(SodiumError) -> [UInt8] {
        try SecretBox.seal(content, key: key, context: context("snapshot", number, time.microseconds, 0))
    }

    func open(_ box: [UInt8], number: Int64, time: Instant) throws(SodiumError) -> [UInt8]? {
        try SecretBox.openData(box, key: key, context: context("snapshot", number, time.microseconds, 0))
    }

    /// Seals a part of a file. Files and parts count from 0; parts with one series belong together.
    func seal(part content: [UInt8], series: Int64, file: Int64, part: Int64) throws(SodiumError) -> [UInt8] {
        try SecretBox.seal(content, key: key, context: context("part", series, file, part))
    }

    func open(part box: [UInt8], series: Int64, file: Int64, part: Int64) throws(SodiumError) -> [UInt8]? {
        try SecretBox.openData(box, key: key, context: context("part", series, file, part))
    }

    private func context(_ kind: String, _ values: Int64...) -> [UInt8] {
        var bytes: [UInt8] = []
        for name in [kind, house, service] {
            bytes.append(contentsOf: name.utf8)
            bytes.append(0)
        }
        for value in values { withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) } }
        return bytes
    }
}
