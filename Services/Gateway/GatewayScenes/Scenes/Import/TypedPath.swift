import GatewaySession
import Glibc

/// The typed path of a file, and its completions.
struct TypedPath: Hashable, Sendable {
    /// The completion of a path.
    struct Completion: Hashable, Sendable {
        /// The path, extended by the common prefix of all candidates.
        let text: String
        /// The candidates, folders with a trailing slash; at most ``mostNames``.
        let names: [String]
        /// The number of further candidates.
        let others: Int
    }

    private static let mostNames = 12

    /// The path for the system.
    let path: String
    private let text: String

    /// Creates a path.
    ///
    /// - Parameters:
    ///   - typed: The text, perhaps in quotes: terminals paste the path of a dropped file so.
    ///   - home: The directory that `~` stands for.
    init(_ typed: String, home: String?) {
        var text = typed.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        if let quote = text.first, quote == "'" || quote == "\"", text.count > 1, text.last == quote {
            text = text.dropFirst().dropLast()
        }
        self.text = String(text)
        path = home.flatMap { text == "~" || text.hasPrefix("~/") ? $0 + text.dropFirst() : nil } ?? String(text)
    }

    /// True for a regular file. Pipes and devices are excluded, because they may never end.
    var isFile: Bool { DirectoryList.bytes(of: path) != nil }

    /// True for an existing folder.
    var isFolder: Bool { Self.isFolder(path) }

    /// The path with a trailing slash, so that it continues inside the folder.
    var asFolder: TypedPath { text.hasSuffix("/") ? self : TypedPath(text + "/", path: path + "/") }

    private init(_ text: String, path: String) { (self.text, self.path) = (text, path) }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The existing names that begin with the typed text. Hidden files are included only after a typed dot.
    var completion: Completion {
        let beginning = String(path.split(separator: "/", omittingEmptySubsequences: false).last ?? "")
        let folder = String(path.dropLast(beginning.count))
        let fitting = DirectoryList.names(of: folder.isEmpty ? "." : folder).filter {
            $0.hasPrefix(beginning) && (!$0.hasPrefix(".") || beginning.hasPrefix("."))
        }
        let shown = fitting.prefix(Self.mostNames).map { Self.isFolder(folder + $0) ? $0 + "/" : $0 }
        guard var shared = shown.first else { return Completion(text: text, names: [], others: 0) }
        for name in fitting.dropFirst() { shared = shared.commonPrefix(with: name) }
        // `~` alone is a folder without a typed name.
        let start = text == "~" ? "" : String(text.dropLast(beginning.count))
        return Completion(text: start + shared, names: shown, others: fitting.count - shown.count)
    }
}

extension String {
    fileprivate func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0 == $1 }.map(\.0))
    }
}
