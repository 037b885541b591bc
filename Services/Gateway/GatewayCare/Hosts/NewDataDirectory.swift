import Coordination
import GatewaySession
import GatewayWords
import Glibc
import Hosting

/// A data directory that is filled whole or not at all.
///
/// Everything is prepared in a directory beside it, which then takes its place in one step. Where that cannot be, as
/// with a volume of a container, the content is prepared inside and moved up entry by entry.
struct NewDataDirectory {
    private let data: String
    private let corner: Corner
    private let isBeside: Bool

    /// The directory to fill.
    var path: String { corner.path }

    /// - Throws: ``Fault`` `conflict` unless the data directory is empty.
    init(_ data: AbsolutePath) throws {
        try PrivateDirectory.prepare(data)
        let path = data.description
        guard DirectoryList.names(of: path).allSatisfy({ $0 == "lost+found" }) else {
            throw Fault(
                .conflict,
                """
                \(Text(
                "\(path) is not empty; a new machine joins with an empty data directory.",
                "\(path) не пуст; новая машина входит в дом с пустым каталогом данных."))
                """, field: "data")
        }
        let parent = path.lastIndex(of: "/").map { String(path[..<$0]) + "/" } ?? "/"
        self.data = path
        isBeside = Self.canReplace(path, from: parent)
        corner = try Corner(in: isBeside ? parent : path)
    }

    /// Tries it with nothing in the directory, because the preparation takes long and must not fail at its end.
    private static func canReplace(_ path: String, from parent: String) -> Bool {
        guard let corner = try? Corner(in: parent) else { return false }
        return rename(corner.path, path) == 0
    }

    /// Puts everything in its place. The operator's files come last: with them the house follows its log.
    func place() throws {
        if isBeside {
            guard rename(path, data) == 0 else { throw HostingError.system("rename \(path) to \(data)") }
        } else {
            let names = DirectoryList.names(of: path)
            for name in names.filter({ $0 != "operator" }) + names.filter({ $0 == "operator" }) {
                guard rename("\(path)/\(name)", "\(data)/\(name)") == 0 else {
                    throw HostingError.system("rename \(path)/\(name)")
                }
            }
        }
        let directory = open(data, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }
}
