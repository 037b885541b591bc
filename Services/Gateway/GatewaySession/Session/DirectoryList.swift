import Glibc

/// Reads directories with readdir(3).
package enum DirectoryList {
    /// Returns the sorted names, without `.` and `..`; an empty list for an unreadable directory.
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

    /// Returns the free bytes of the file system at a path, as available to users other than root: statvfs(3).
    package static func freeBytes(at path: String) -> (free: Int64, all: Int64)? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let block = Int64(status.f_frsize)
        return (Int64(status.f_bavail) * block, Int64(status.f_blocks) * block)
    }

    /// Returns the size of a file; nil when it does not exist.
    package static func bytes(of path: String) -> Int64? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_size)
    }

    /// True when nothing has that name.
    package static func isMissing(_ path: String) -> Bool { access(path, F_OK) != 0 && errno == ENOENT }
}
