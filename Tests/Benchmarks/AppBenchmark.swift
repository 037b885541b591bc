import Foundation
import Glibc
import TestSupport

/// The interactive app in a pseudo-terminal: the time to its first screen, the time to answer a key, and the cost of
/// an idle app; the time of `gateway --help`, which links the same libraries.
enum AppBenchmark {
    private static let rounds = 20
    private static let idle = Duration.seconds(10)

    static func run() async throws {
        let house = RunningHouse()
        try ProgramRun.finish(house, "gateway", ["up", "--detach"])
        defer { _ = try? ProgramRun.finish(house, "gateway", ["down"]) }
        try ProgramRun.finish(
            house, "gateway", ["register", "--email", "bench@example.org", "--password-stdin"],
            input: "correct horse battery\n")
        for account in ["main", "savings"] {
            try ProgramRun.finish(house, "gateway", ["account", "open", "RUB", "--name", account])
        }
        let first = try (0..<rounds).map { _ in
            let terminal = try AppTerminal(house)
            defer { terminal.end() }
            return terminal.wait(for: "Main")
        }
        Report.time("app, start to first screen, p50", first.quantile(0.5), promised: "<= 50 ms")
        Report.time("app, start to first screen, p99", first.quantile(0.99), promised: "<= 50 ms")

        let terminal = try AppTerminal(house)
        _ = terminal.wait(for: "savings")
        terminal.drain(for: .milliseconds(500))
        let keys = (0..<200).map { number in
            let time = terminal.answer(to: number.isMultiple(of: 2) ? "\u{1B}OB" : "\u{1B}OA")
            terminal.drain(for: .milliseconds(15))
            return time
        }
        Report.time("app, key to answer, p50", keys.quantile(0.5), promised: "<= 16 ms")
        Report.time("app, key to answer, p99", keys.quantile(0.99), promised: "<= 16 ms")
        let before = try terminal.processorTime()
        terminal.drain(for: idle)
        let used = try terminal.processorTime() - before
        Report.figure(
            "app, idle", String(format: "%.2f %% of a core", used / (idle / .seconds(1)) * 100), promised: "< 1 %")
        terminal.end()

        let (ours, bare) = try ProgramRun.beside(house, "gateway", ["--help"], rounds: 50)
        Report.time(
            "gateway --help, start to exit, p50", ours.quantile(0.5), promised: "<= 10 ms",
            baseline: ("/bin/true", bare.quantile(0.5)))
    }
}

/// The app with a pseudo-terminal of 80 x 24 around it: pts(4), ioctl_tty(2).
private final class AppTerminal {
    // TIOCSPTLCK and TIOCGPTN, which Swift does not see.
    private static let setLock = UInt(0x4004_5431)
    private static let getNumber = UInt(0x8004_5430)

    private let descriptor: Int32
    private let process = Process()
    private let began: ContinuousClock.Instant
    private var seen: [UInt8] = []

    init(_ house: RunningHouse) throws {
        descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (locked, number): (Int32, UInt32) = (0, 0)
        precondition(
            descriptor >= 0 && ioctl(descriptor, Self.setLock, &locked) == 0
                && ioctl(descriptor, Self.getNumber, &number) == 0, "there is a terminal")
        let inner = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        precondition(inner >= 0, "its other end opens")
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(inner, UInt(TIOCSWINSZ), &size)
        let handle = FileHandle(fileDescriptor: inner, closeOnDealloc: true)
        process.executableURL = URL(fileURLWithPath: RunningHouse.executable("gateway"))
        process.environment = house.environment.merging(["TERM": "xterm-256color", "LANG": "C.UTF-8"]) { $1 }
        (process.standardInput, process.standardOutput, process.standardError) = (handle, handle, handle)
        began = .now
        try process.run()
    }

    /// Reads what comes within a time. Returns whether anything did.
    @discardableResult
    private func read(within limit: Duration) -> Bool {
        var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&source, 1, Int32(limit / .milliseconds(1))) > 0 else { return false }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return false }
        seen += bytes[..<count]
        return true
    }

    /// How long after the start a word is there.
    func wait(for word: String) -> Duration {
        while !String(decoding: seen, as: UTF8.self).contains(word) {
            precondition(ContinuousClock.now - began < .seconds(30), "\(word) never came")
            read(within: .milliseconds(100))
        }
        return .now - began
    }

    /// How long it takes until a key changes the screen.
    func answer(to key: String) -> Duration {
        let start = ContinuousClock.now
        _ = Glibc.write(descriptor, key, key.utf8.count)
        while !read(within: .seconds(5)) {}
        return .now - start
    }

    /// Reads and forgets for a while.
    func drain(for duration: Duration) {
        let end = ContinuousClock.now + duration
        while ContinuousClock.now < end { read(within: max(.milliseconds(1), end - .now)) }
    }

    /// The seconds of a processor that the app has used: proc(5).
    func processorTime() throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        let ticks = (Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0)
        return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    func end() {
        process.terminate()
        while process.isRunning { read(within: .milliseconds(20)) }
        close(descriptor)
    }
}
