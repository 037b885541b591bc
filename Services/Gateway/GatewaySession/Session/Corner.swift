import Glibc
import Hosting

/// A private temporary directory that exists as long as this value: mkdtemp(3), mode 0700.
package final class Corner: Sendable {
    package let path: String

    /// Creates the directory.
    ///
    /// - Parameter parent: An existing directory.
    package init(in parent: String) throws {
        // mkdtemp(3) replaces the six X by a name that nobody has.
        var template = Array("\(parent)/.kopilka-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw HostingError.system("mkdtemp in \(parent)") }
        path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Creates a corner with a path short enough for sockets.
    package static func short(_ variables: [String: String]) throws -> Corner {
        let temporary = variables["TMPDIR"].flatMap { $0.utf8.count <= 40 && $0.hasPrefix("/") ? $0 : nil }
        return try Corner(in: temporary ?? "/tmp")
    }

    deinit { Self.remove(path) }

    /// Deletes a directory with its content; links are not followed.
    package static func remove(_ path: String) {
        for name in DirectoryList.names(of: path) {
            let item = "\(path)/\(name)"
            var status = stat()
            guard lstat(item, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR { remove(item) } else { unlink(item) }
        }
        rmdir(path)
    }
}
