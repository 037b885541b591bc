import Foundation

/// A cgroup whose processes the kernel freezes without a signal, as `docker pause` does: cgroups(7).
public final class Freezer: Sendable {
    private let path: String
    /// Version 2 has `cgroup.freeze`, version 1 `freezer.state`.
    private let isOfVersion2: Bool

    /// The reason why no cgroup can be created here; nil when it can.
    public static let obstacle: String? = {
        do {
            _ = try Freezer()
            return nil
        } catch {
            return "no cgroup can be made here (\(error)); run as root"
        }
    }()

    /// Creates an empty cgroup.
    public init() throws {
        let name = "kopilka-test-\(UUID().uuidString)"
        for root in ["/sys/fs/cgroup", "/sys/fs/cgroup/unified", "/sys/fs/cgroup/freezer"] {
            let path = "\(root)/\(name)"
            guard mkdir(path, 0o700) == 0 else { continue }
            let isOfVersion2 = FileManager.default.fileExists(atPath: path + "/cgroup.freeze")
            if isOfVersion2 || FileManager.default.fileExists(atPath: path + "/freezer.state") {
                (self.path, self.isOfVersion2) = (path, isOfVersion2)
                return
            }
            rmdir(path)
        }
        throw WaitedInVain(description: "neither version of cgroups has a freezer")
    }

    /// Adds a process.
    public func add(_ process: Int32) throws { try write("\(process)", to: "cgroup.procs") }

    /// Freezes its processes and waits until they stand still.
    public func freeze() async throws {
        try write(isOfVersion2 ? "1" : "FROZEN", to: isOfVersion2 ? "cgroup.freeze" : "freezer.state")
        try await eventually("the kernel says that they stand still") {
            try self.isOfVersion2
                ? self.read("cgroup.events").contains("frozen 1") : self.read("freezer.state").contains("FROZEN")
        }
    }

    /// Thaws its processes.
    public func thaw() throws {
        try write(isOfVersion2 ? "0" : "THAWED", to: isOfVersion2 ? "cgroup.freeze" : "freezer.state")
    }

    /// Moves its processes out and removes the cgroup.
    public func remove() throws {
        try thaw()
        let outside = (path as NSString).deletingLastPathComponent + "/cgroup.procs"
        for process in try read("cgroup.procs").split(separator: "\n") {
            try String(process).write(toFile: outside, atomically: false, encoding: .utf8)
        }
        rmdir(path)
    }

    private func read(_ name: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }

    private func write(_ text: String, to name: String) throws {
        try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
    }

    deinit { rmdir(path) }
}
