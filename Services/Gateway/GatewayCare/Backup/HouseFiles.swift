import GatewaySession
import Glibc
import Hosting
import Identity

/// The places of a backup's files in a house, by their names in the backup: `ledger.db`, `keys/ledger.secret`.
///
/// A backup uses the names of the former layout, from before each service had its own directory, so backups of both
/// layouts are alike.
struct HouseFiles {
    let layout: DataLayout

    init(_ data: String) { layout = DataLayout(root: data) }

    /// The services: those of Kopilka, and extra ones that have a database here.
    var services: [String] { House.services + extraServices }
    /// The names of all files that a backup may have.
    var names: [String] { services.map(Self.databaseName) + keyNames }
    /// The names of all keys.
    var keyNames: [String] {
        (Self.signers + extraServices).flatMap { signer in
            ["public", "secret", "storage"].map { "\(BackupName.keys)/\(signer).\($0)" }
        }
    }
    private static let signers = TokenSigner.allCases.map(\.name)

    private var extraServices: [String] {
        DirectoryList.names(of: layout.root).sorted().filter { name in
            ExtraService.mayBeNamed(name) && DirectoryList.bytes(of: layout.database(of: name)) != nil
        }
    }

    /// Returns the name of a service's database.
    static func databaseName(_ service: String) -> String { "\(service).db" }

    /// Returns the path where services expect a file; nil for a file of no service.
    func place(of name: String) -> String? {
        let file = name.hasPrefix(BackupName.keys + "/") ? String(name.dropFirst(BackupName.keys.count + 1)) : name
        let owner = String(file.prefix { $0 != "." })
        guard Self.signers.contains(owner) || ExtraService.mayBeNamed(owner) else { return nil }
        return file == "\(owner).public"
            ? "\(layout.publicKeys(of: owner))/\(file)" : "\(layout.directory(of: owner))/\(file)"
    }

    /// Returns the path of a file: its place, or its place in the former layout until a service of the present one has
    /// started.
    func found(_ name: String) -> String? {
        [place(of: name), "\(layout.root)/\(name)"].compactMap { $0 }.first { DirectoryList.bytes(of: $0) != nil }
    }

    /// Returns the database of a service in either layout; nil without one.
    func database(of service: String) -> String? { found(Self.databaseName(service)) }
}
