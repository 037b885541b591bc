import GatewayWords
import Glibc
import Hosting

/// The state of a file at one look: two equal looks at different times show that nobody writes to it.
package struct FileLook: Hashable, Sendable {
    package let name: String
    package let bytes: Int64
    private let node: UInt64
    private let device: UInt64
    private let seconds: Int
    private let nanoseconds: Int

    fileprivate init(_ name: String, _ status: stat) {
        self.name = name
        bytes = Int64(status.st_size)
        node = UInt64(status.st_ino)
        device = UInt64(status.st_dev)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}

/// A folder whose files are imported. Files are opened, examined and moved relative to the open directory, so that
/// another one that takes its path meanwhile is not touched. Symbolic links and special files are never followed.
package final class WatchedFolder: Sendable {
    /// Where a file goes.
    package enum Place: String, Sendable { case done, failed }

    /// Endings of files that another program is still writing.
    private static let unfinished = [
        ".part", ".partial", ".filepart", ".crdownload", ".download", ".tmp", ".temp", ".swp", "~",
    ]
    /// The longest name of a moved file in bytes, so that a number and the ending of the note fit.
    private static let longestName = 230

    package let path: String
    private let directory: Int32

    /// Opens a folder and makes the folders for its files, unless they exist.
    ///
    /// - Throws: ``UsageError`` when it is no folder, when others may write to it, or when another gateway watches it.
    package init(_ path: String) throws(UsageError) {
        self.path = path
        directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw Self.refusal(path, SystemErrorText.of(errno)) }
        var status = stat()
        guard fstat(directory, &status) == 0 else { throw Self.refusal(path, SystemErrorText.of(errno)) }
        guard status.st_mode & S_IWOTH == 0 else {
            throw UsageError(
                Text(
                    "Everybody may write to \(path), and so into your books.",
                    "В \(path) может писать кто угодно, а значит, и в ваши книги."),
                hint: Text(verbatim: "chmod o-w \(path)"), field: "dir")
        }
        guard flock(directory, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
            throw UsageError(
                Text("Another gateway watches \(path).", "За \(path) уже следит другой шлюз."), field: "dir")
        }
        for place in [Place.done, .failed] { try make(place) }
    }

    deinit { if directory >= 0 { close(directory) } }

    private func make(_ place: Place) throws(UsageError) {
        guard mkdirat(directory, place.rawValue, 0o700) == 0 || errno == EEXIST else {
            throw Self.refusal("\(path)/\(place.rawValue)", SystemErrorText.of(errno))
        }
        guard let status = status(of: place.rawValue), status.st_mode & S_IFMT == S_IFDIR else {
            throw UsageError(
                Text("\(path)/\(place.rawValue) is no folder.", "\(path)/\(place.rawValue) — не папка."), field: "dir")
        }
    }

    private static func refusal(_ path: String, _ reason: Text) -> UsageError {
        UsageError(
            Text("The folder \(path) cannot be used: \(reason).", "Папку \(path) не использовать: \(reason)."),
            field: "dir")
    }

    /// Returns the state of what has a name, without following a link.
    private func status(of name: String) -> stat? {
        var status = stat()
        return fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    /// Looks at the files, by name. Hidden files, unfinished downloads and empty files are left out.
    ///
    /// - Returns: The files, and the names of links and special files, which are left alone.
    package func look() -> (files: [FileLook], special: [String]) {
        var (files, special): ([FileLook], [String]) = ([], [])
        for name in DirectoryList.names(of: path) where !name.hasPrefix(".") && Place(rawValue: name) == nil {
            guard !Self.unfinished.contains(where: name.lowercased().hasSuffix), let status = status(of: name)
            else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFREG where status.st_size > 0: files.append(FileLook(name, status))
            case S_IFREG, S_IFDIR: break
            default: special.append(name)
            }
        }
        return (files, special)
    }

    /// True when a file is as it was at a look.
    package func isUnchanged(_ file: FileLook) -> Bool { status(of: file.name).map { FileLook(file.name, $0) } == file }

    /// Reads a file.
    ///
    /// - Parameter limit: The size of the longest file.
    /// - Returns: Nil when it is no longer as it was at the look.
    /// - Throws: ``UsageError`` when it is too long or cannot be read.
    package func content(of file: FileLook) throws(UsageError) -> [UInt8]? {
        guard file.bytes <= Int64(StatementFile.mostBytes) else { throw StatementFile.tooLong }
        let number = openat(directory, file.name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK)
        guard number >= 0 else {
            if errno == ENOENT || errno == ELOOP { return nil }
            throw Self.unreadable(file, errno)
        }
        defer { close(number) }
        func isSame() -> Bool {
            var status = stat()
            return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
                && FileLook(file.name, status) == file
        }
        guard isSame() else { return nil }
        var content = [UInt8](repeating: 0, count: Int(file.bytes) + 1)
        var filled = 0
        while filled < content.count {
            let count = content.withUnsafeMutableBytes { buffer in
                read(number, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.unreadable(file, errno) }
            if count == 0 { break }
            filled += count
        }
        guard filled == Int(file.bytes), isSame() else { return nil }
        return Array(content[..<filled])
    }

    private static func unreadable(_ file: FileLook, _ number: Int32) -> UsageError {
        let reason = SystemErrorText.of(number)
        return UsageError(
            Text("\(file.name) cannot be read: \(reason).", "\(file.name) не прочитать: \(reason)."), field: "file")
    }

    /// Moves a file, and writes a note beside it. Nothing is overwritten: a number is added to a name that is taken.
    ///
    /// - Parameter note: The content of the note.
    /// - Returns: The new name; nil when the file is no longer as it was at the look.
    /// - Throws: ``HostingError``; the file then stays where it was.
    package func move(_ file: FileLook, to place: Place, note: String? = nil) throws(HostingError) -> String? {
        for number in 1...9_999 {
            let target = "\(place.rawValue)/\(Self.name(file.name, number))"
            guard status(of: target) == nil else { continue }
            let noteName = note == nil ? nil : target + ".why.txt"
            if let note, let noteName {
                guard try write(note, to: noteName) else { continue }
            }
            guard isUnchanged(file) else {
                if let noteName { unlinkat(directory, noteName, 0) }
                return nil
            }
            do throws(HostingError) {
                if try moveFile(file.name, to: target, in: directory) {
                    return isMoved(file, target, noteName) ? target : nil
                }
            } catch {
                if let noteName { unlinkat(directory, noteName, 0) }
                throw error
            }
            if let noteName { unlinkat(directory, noteName, 0) }
        }
        throw .system("rename \(path)/\(file.name)", errno: EEXIST)
    }

    /// True when the moved file is the one that was meant. Another one, which took its name a moment before, goes back.
    private func isMoved(_ file: FileLook, _ target: String, _ noteName: String?) -> Bool {
        if let status = status(of: target), FileLook(file.name, status) == file { return true }
        _ = try? moveFile(target, to: file.name, in: directory)
        if let noteName { unlinkat(directory, noteName, 0) }
        return false
    }

    /// Writes a note; false when the name is taken.
    private func write(_ note: String, to name: String) throws(HostingError) -> Bool {
        let number = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard number >= 0 else {
            guard errno == EEXIST else { throw .system("open \(path)/\(name)") }
            return false
        }
        defer { close(number) }
        var rest = Array(note.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let failure = errno
                unlinkat(directory, name, 0)
                throw .system("write \(path)/\(name)", errno: failure)
            }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Returns a name with a number before its ending, shortened so that it fits: `march-2.csv`.
    static func name(_ name: String, _ number: Int) -> String {
        let suffix = number == 1 ? "" : "-\(number)"
        let dot = name.dropFirst().lastIndex(of: ".")
        let ending = dot.map { String(name[$0...]) }.flatMap { $0.utf8.count <= 16 ? $0 : nil } ?? ""
        var stem = name.dropLast(ending.count)
        while stem.utf8.count + ending.utf8.count > longestName { stem.removeLast() }
        return stem + suffix + ending
    }
}
