import GatewaySession
import Glibc

/// The path of a file as a person types it, and how it may go on.
struct TypedPath: Hashable, Sendable {
    /// How a path may go on.
    struct Completion: Hashable, Sendable {
        /// The path as far as all that fits agrees.
        let text: String
        /// What fits, folders with a slash behind them; at most ``mostNames``.
        let names: [String]
        /// How many fit that are not named.
        let others: Int
    }

    private static let mostNames = 12

    /// The path, as the system knows it.
    let path: String
    private let text: String

    /// - Parameters:
    ///   - typed: Perhaps in quotes, as terminals paste a file that is dropped on them.
    ///   - home: What `~` stands for.
    init(_ typed: String, home: String?) {
        var text = typed.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        if let quote = text.first, quote == "'" || quote == "\"", text.count > 1, text.last == quote {
            text = text.dropFirst().dropLast()
        }
        self.text = String(text)
        path = home.flatMap { text == "~" || text.hasPrefix("~/") ? $0 + text.dropFirst() : nil } ?? String(text)
    }

    /// Whether there is a file; pipes and devices, which may never end, are none.
    var isFile: Bool { DirectoryList.bytes(of: path) != nil }

    /// Whether there is a folder.
    var isFolder: Bool { Self.isFolder(path) }

    /// The same with a slash at its end, so that it goes on inside the folder.
    var asFolder: TypedPath { text.hasSuffix("/") ? self : TypedPath(text + "/", path: path + "/") }

    private init(_ text: String, path: String) { (self.text, self.path) = (text, path) }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// What is there that begins so. Hidden files only where a dot is typed.
    var completion: Completion {
        let beginning = String(path.split(separator: "/", omittingEmptySubsequences: false).last ?? "")
        let folder = String(path.dropLast(beginning.count))
        let fitting = DirectoryList.names(of: folder.isEmpty ? "." : folder).filter {
            $0.hasPrefix(beginning) && (!$0.hasPrefix(".") || beginning.hasPrefix("."))
        }
        let shown = fitting.prefix(Self.mostNames).map { Self.isFolder(folder + $0) ? $0 + "/" : $0 }
        guard var shared = shown.first else { return Completion(text: text, names: [], others: 0) }
        for name in fitting.dropFirst() { shared = shared.commonPrefix(with: name) }
        // `~` alone is a folder whose name is not typed.
        let start = text == "~" ? "" : String(text.dropLast(beginning.count))
        return Completion(text: start + shared, names: shown, others: fitting.count - shown.count)
    }
}

extension String {
    fileprivate func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0 == $1 }.map(\.0))
    }
}
