import GatewaySession
import GatewayWords
import Glibc
import Hosting

/// Checks the disk of the data: its free space, its kind, and how long it takes until a change is safe on it.
struct DiskExamination {
    private static let leastFree: Int64 = 200 << 20
    private static let comfortableFree: Int64 = 2 << 30
    /// From here on people notice it: each confirmed change waits for a sync.
    private static let slowSync = Duration.milliseconds(30)

    /// The directory of databases and keys.
    let data: String

    func findings() -> [Finding] { [room(), disk()].compactMap(\.self) }

    private func room() -> Finding {
        guard let (free, all) = DirectoryList.freeBytes(at: data) else {
            return Finding("room", nil, .skipped, Text("cannot be told", "узнать нельзя"))
        }
        let seen = Text(
            "\(SizeText.bytes(free)) of \(SizeText.bytes(all)) free",
            "свободно \(SizeText.bytes(free)) из \(SizeText.bytes(all))")
        let cure = Text(
            "make room where \(data) lies; the services stop writing when it is full",
            "освободите место там, где \(data); когда оно кончится, службы перестанут писать")
        if free < Self.leastFree { return Finding("room", nil, .bad, seen, cure: cure) }
        return Finding(
            "room", nil, free < Self.comfortableFree ? .warning : .good, seen,
            cure: free < Self.comfortableFree ? cure : nil)
    }

    /// Nil when nothing can be written there, which another finding tells.
    private func disk() -> Finding? {
        DiskSpeed.sync(in: data).map { Self.disk(FileSystemKind(at: data), sync: $0) }
    }

    /// Returns the finding for a kind of file system and the time of a sync.
    static func disk(_ kind: FileSystemKind, sync: Duration) -> Finding {
        switch kind {
        case .memory:
            return Finding(
                "disk", nil, .warning,
                Text("it is memory: the data are gone with it", "это память: с ней пропадут и данные"),
                cure: Text("set KOPILKA_DATA to a directory on a disk", "задайте KOPILKA_DATA на диске"))
        case .container:
            return Finding(
                "disk", nil, .warning,
                Text("the data are gone with the container", "данные пропадут вместе с контейнером"),
                cure: Text("put them on a volume", "храните их в томе"))
        case .network:
            return Finding(
                "disk", nil, .bad,
                Text(
                    "it is on a network, where SQLite's locks do not hold",
                    "он сетевой, а там блокировки SQLite не действуют"),
                cure: Text(
                    "keep the data on a disk of this machine, and backups on the network",
                    "держите данные на диске этой машины, а в сети — резервные копии"))
        case .local:
            let time = ShortTime.text(microseconds: Int(sync / .microseconds(1)))
            let seen = Text("a change is safe after \(time)", "изменение сохранно через \(time)")
            guard sync >= slowSync else { return Finding("disk", nil, .good, seen) }
            return Finding(
                "disk", nil, .warning, seen,
                cure: Text(
                    "each confirmed change waits for that; an SSD takes 1 ms",
                    "столько ждёт каждое подтверждённое изменение; SSD хватает 1 мс"))
        }
    }
}

/// What of a file system matters for databases.
enum FileSystemKind {
    case local
    case memory
    /// The layer of a container that is not a volume.
    case container
    case network

    /// Returns the kind of what is mounted at a directory. proc_pid_mountinfo(5)
    init(at directory: String) {
        var status = stat()
        let mounts = try? readFile("/proc/self/mountinfo", limit: 1 << 20)
        guard let mounts, stat(directory, &status) == 0 else {
            self = .local
            return
        }
        self.init(device: status.st_dev, mounts: String(decoding: mounts, as: UTF8.self))
    }

    /// - Parameter mounts: Lines such as `36 35 98:0 / /mnt rw,noatime master:1 - ext3 /dev/root rw`.
    init(device: dev_t, mounts: String) {
        // makedev(3)
        let major = (device >> 8 & 0xfff) | (device >> 32 & ~0xfff)
        let minor = (device & 0xff) | (device >> 12 & ~0xff)
        let mount = mounts.split(separator: "\n").last { line in
            line.split(separator: " ").dropFirst(2).first == "\(major):\(minor)"
        }
        let type = mount?.firstRange(of: " - ").flatMap { mount?[$0.upperBound...].prefix { $0 != " " } }
        switch type {
        case "tmpfs", "ramfs": self = .memory
        case "overlay": self = .container
        // SQLite's log needs shared memory: https://sqlite.org/wal.html
        case "nfs", "nfs4", "cifs", "smb3", "9p", "ceph", "fuse.sshfs": self = .network
        default: self = .local
        }
    }
}

/// The time that a disk takes.
enum DiskSpeed {
    private static let rounds = 9
    private static let mostTime = Duration.milliseconds(500)

    /// Returns the median time of writing 4 KiB until they are safe; nil when nothing can be written. fdatasync(2)
    static func sync(in directory: String) -> Duration? {
        let path = "\(directory)/.doctor-\(getpid())"
        let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard number >= 0 else { return nil }
        let file = OwnedDescriptor(owning: number)
        // Without a name nothing stays, however this process ends.
        unlink(path)
        let page = [UInt8](repeating: 0x5a, count: 4096)
        let start = ContinuousClock.now
        var times: [Duration] = []
        while times.count < rounds, ContinuousClock.now - start < mostTime || times.isEmpty {
            let before = ContinuousClock.now
            guard write(file.rawValue, page, page.count) == page.count, fdatasync(file.rawValue) == 0 else {
                return nil
            }
            times.append(ContinuousClock.now - before)
        }
        return times.sorted()[times.count / 2]
    }
}
