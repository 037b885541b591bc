import Coordination
import GatewaySession
import GatewayWords
import Glibc
import Hosting
import Identity
import Replication

/// The small files that a new machine needs besides the databases: the keys of all services and of the operator, the
/// token of the bot and the password of the mail server.
///
/// Snapshots have keys, too, but those of their day. What lies elsewhere by a setting is not taken along, because the
/// settings are not.
struct Luggage {
    private let layout: DataLayout

    init(_ layout: DataLayout) { self.layout = layout }

    /// The paths of all files below the data directory. Others are neither packed nor unpacked.
    private static let paths: [String] =
        TokenSigner.allCases.flatMap { signer in
            ["secret", "storage"].map { "\(signer.name)/\(signer.name).\($0)" }
                + ["keys/\(signer.name)/\(signer.name).public"]
        } + ["telegram-token", "smtp-password"]

    private static let mostBytes = 4096

    /// Reads the files that exist. The operator's key is created if it is missing: all machines must have the same.
    func pack() throws -> [Invitation.File] {
        do { _ = try KeyDirectory(dataDirectory: layout.root).operatorKey() } catch {
            throw Fault(
                .permissionDenied,
                "\(Text("The operator's key cannot be had: \(error)", "Ключ хозяина дома недоступен: \(error)"))")
        }
        return try Self.paths.compactMap { path in
            let place = "\(layout.root)/\(path)"
            guard access(place, R_OK) == 0, let content = try readFile(place, limit: Self.mostBytes) else { return nil }
            return Invitation.File(path: path, content: content)
        }
    }

    /// Writes the files into the data directory of a new machine.
    func unpack(_ files: [Invitation.File]) throws {
        for file in files where Self.paths.contains(file.path) {
            try replaceFile("\(layout.root)/\(file.path)", with: file.content)
        }
    }
}
