import Archive
import Coordination
import GatewayCare
import GatewayWords
import Sodium

extension FuzzTarget {
    /// Backups: the manifest of an archive, and the frame of an encrypted one, whose key the attacker has.
    static let backups = FuzzTarget("backups", maximumLength: 8_192, modules: ["Archive", "GatewayCare", "Sodium"]) {
        bytes in
        try checkArchive(bytes)
        try checkSealed(bytes)
        let name = String(decoding: bytes, as: UTF8.self)
        if let file = BackupFile(name) { try demand(file.name == name, "the name of a backup is read otherwise") }
        if let recipient = BackupRecipient(name) {
            try demand(recipient.description == name, "a recipient has two texts")
        }
    }

    private static func checkArchive(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { whole in
            var rest = whole[...]
            let reader = try ArchiveReader {
                let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(512))
                rest = rest.dropFirst(512)
                return piece
            }
            do {
                let manifest = try BackupReading(tell: { _ in }).manifest(of: reader)
                try demand((1...BackupManifest.mostFiles).contains(manifest.files.count), "a backup of any files")
                try demand(manifest.bytes >= 0, "a backup has \(manifest.bytes) bytes")
                try demand(
                    manifest.files.allSatisfy { !$0.name.contains("..") && !$0.name.hasPrefix("/") },
                    "a file lies outside of the backup")
                while try reader.next() != nil {}
            } catch let fault as Fault {
                try demand(fault.code == .invalidArgument, "a backup is refused by \(fault)")
                try Refusals.bound(fault)
            } catch is ArchiveError {}
        }
    }

    private static func checkSealed(_ bytes: [UInt8]) throws {
        try TemporaryFile.shared.with(bytes) { descriptor in
            do {
                guard let reader = try SealedReader.open(descriptor, name: "a", key: .file(fileKey)) else { return }
                while let piece = reader.next(), !piece.isEmpty {
                    try demand(piece.count <= 65_536, "a chunk has \(piece.count) bytes")
                }
                if let failure = reader.failure { throw failure }
            } catch let fault as Fault {
                try demand(fault.code == .invalidArgument, "an encrypted backup is refused by \(fault)")
            }
        }
    }

    private static let fileKey = SecretBytes.random(count: 32)
}
