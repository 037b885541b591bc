import Foundation
import TestSupport

/// A small disk in memory, mounted for one test: mount(2), which only root may use.
final class MountedDisk: Sendable {
    let path: String

    /// The reason why disks cannot be mounted here; nil when they can.
    static let obstacle: String? = {
        let directory = TemporaryDirectory()
        guard mount("tmpfs", directory.path, "tmpfs", 0, "size=1m") == 0 else {
            return "mount(2) of a tmpfs is not permitted here (\(String(cString: strerror(errno)))); run as root"
        }
        umount2(directory.path, Int32(MNT_DETACH))
        return nil
    }()

    /// Mounts a disk of this size in MiB at `path`.
    init(at path: String, mebibytes: Int) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(mebibytes)m,mode=0700") == 0 else {
            throw WaitedInVain(description: "mount \(path): \(String(cString: strerror(errno)))")
        }
    }

    private var filler: String { path + "/filler" }

    /// Writes until the disk is full.
    func fill() throws {
        let descriptor = open(filler, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw WaitedInVain(description: "open \(filler): error \(errno)") }
        defer { close(descriptor) }
        let chunk = [UInt8](repeating: 0x78, count: 4096)
        while write(descriptor, chunk, chunk.count) > 0 {}
    }

    /// Frees the space.
    func clear() { unlink(filler) }

    /// Makes the disk read-only, or writable again. The kernel refuses that while a file is open for writing.
    func remount(isReadOnly: Bool) throws {
        let flags = UInt(MS_REMOUNT) | (isReadOnly ? UInt(MS_RDONLY) : 0)
        guard mount("tmpfs", path, "tmpfs", flags, nil) == 0 else {
            throw WaitedInVain(description: "remount \(path): \(String(cString: strerror(errno)))")
        }
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }
}
