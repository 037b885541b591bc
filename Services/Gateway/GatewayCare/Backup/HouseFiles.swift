import GatewaySession
import Glibc
import Hosting
import Identity

/// Where the files of a backup lie in a house, by the names that they have in it: `ledger.db`, `keys/ledger.secret`.
///
/// A backup names them as houses laid them out before each service had a directory of its own, so backups of both kinds of
/// houses are alike.
struct HouseFiles {
    let layout: DataLayout

    init(_ data: String) { layout = DataLayout(root: data) }

    /// The names of all files that a backup of a house may have.
    static let names = House.services.map(databaseName) + keyNames
    /// The names of all keys.
    static let keyNames = signers.flatMap { signer in
        ["public", "secret", "storage"].map { "\(BackupName.keys)/\(signer).\($0)" }
    }
    private static let signers = TokenSigner.allCases.map(\.name)

    /// The name of a database.
    static func databaseName(_ service: String) -> String { "\(service).db" }

    /// Where services look for a file; nil for one of nobody here.
    func place(of name: String) -> String? {
        let file = name.hasPrefix(BackupName.keys + "/") ? String(name.dropFirst(BackupName.keys.count + 1)) : name
        guard let owner = Self.signers.first(where: { file.hasPrefix($0 + ".") }) else { return nil }
        return file == "\(owner).public"
            ? "\(layout.publicKeys(of: owner))/\(file)" : "\(layout.directory(of: owner))/\(file)"
    }

    /// Where a file is: in its place, or where services of before had it, as long as none of now has started.
    func found(_ name: String) -> String? {
        [place(of: name), "\(layout.root)/\(name)"].compactMap { $0 }.first { DirectoryList.bytes(of: $0) != nil }
    }

    /// The database of a service, wherever it is; nil when there is none.
    func database(of service: String) -> String? { found(Self.databaseName(service)) }
}
