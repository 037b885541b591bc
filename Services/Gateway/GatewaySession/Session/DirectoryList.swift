import Glibc

/// What is in a directory: readdir(3).
package enum DirectoryList {
    /// The names, sorted, without `.` and `..`; nothing for what cannot be read.
    package static func names(of path: String) -> [String] {
        guard let list = opendir(path) else { return [] }
        defer { closedir(list) }
        var names: [String] = []
        while let entry = readdir(list) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Free bytes where a path lies, for somebody who is not root: statvfs(3).
    package static func freeBytes(at path: String) -> (free: Int64, all: Int64)? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let block = Int64(status.f_frsize)
        return (Int64(status.f_bavail) * block, Int64(status.f_blocks) * block)
    }

    /// How long a file is; nil when there is none.
    package static func bytes(of path: String) -> Int64? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_size)
    }
}
