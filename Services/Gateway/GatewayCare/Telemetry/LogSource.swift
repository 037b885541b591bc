import Domain
import GatewaySession
import GatewayWords
import Glibc
import Hosting
import Synchronization

/// The new log lines of a house.
protocol LogSource: Sendable {
    /// Returns what was written since the last call, and how many lines were passed over because there were too many.
    func news(at now: Instant) -> (records: [ExportedLogRecord], dropped: Int)
}

/// The log files that `gateway up` keeps. What was in them before is left out.
final class LogFiles: LogSource {
    private let tails: Mutex<[(service: String, tail: LogTail)]>

    init(of house: House) {
        let writers = house.allServices + [House.wholeName] + House.companions + ["supervisor"]
        var tails = writers.compactMap { name in house.logPath(of: name).map { (name, LogTail(path: $0)) } }
        for index in tails.indices { _ = tails[index].1.last(0) }
        self.tails = Mutex(tails)
    }

    func news(at now: Instant) -> (records: [ExportedLogRecord], dropped: Int) {
        let records = tails.withLock { tails in
            tails.indices.flatMap { index in
                tails[index].tail.news().map { line in
                    ExportedLogRecord(line: line, of: tails[index].service, observed: now)
                }
            }
        }
        return (records, 0)
    }
}

/// The journal of the machine, for a house that systemd runs: journalctl(1), for as long as this object lives.
final class JournalFollower: LogSource {
    /// The most lines that wait.
    private static let capacity = 4_096
    private static let pause = Duration.seconds(5)
    private static let executable = "/usr/bin/journalctl"

    private struct State {
        var lines = Backlog<[UInt8]>(capacity: JournalFollower.capacity)
        var child: ChildProcess?
        var isEnding = false
    }

    /// Shared with the thread, which may outlive the follower by a moment.
    private final class Shared: Sendable {
        let state = Mutex(State())
        let ending = WakeUp()
    }

    private let shared = Shared()

    /// Starts to read.
    init(_ variables: [String: String], log: Log) {
        // Alone, --follow looks for entries of this boot, and a confined process in a container may see another boot's
        // id. With --merge it shows those of every boot, and of other machines that are collected here.
        let machine = (try? readFile("/etc/machine-id", limit: 64)).flatMap { $0 }.map { bytes in
            "_MACHINE_ID=" + String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
        let units = (House.services.map { "kopilka@\($0)" } + House.companions.map { "kopilka-\($0)" }).map {
            "--unit=\($0).service"
        }
        let arguments =
            ["--output=json", "--follow", "--merge", "--lines=0", "--quiet", "--no-pager"] + units
            + (machine.map { [$0] } ?? [])
        BackgroundThread.start(named: "journal") { [shared] in
            while !shared.state.withLock({ $0.isEnding }) {
                do {
                    let ended = try Self.follow(arguments, variables, shared)
                    if shared.state.withLock({ $0.isEnding }) { return }
                    log.warning("journalctl ended", ["process.end": .string(ended.description)])
                } catch {
                    log.warning("journalctl did not start", ["telemetry.error": .error(error)])
                }
                shared.ending.wait(atMost: Self.pause)
            }
        }
    }

    deinit {
        shared.state.withLock { state in
            state.isEnding = true
            state.child?.terminate()
        }
        shared.ending.wake()
    }

    func news(at now: Instant) -> (records: [ExportedLogRecord], dropped: Int) {
        let (lines, dropped) = shared.state.withLock { ($0.lines.take($0.lines.count), $0.lines.forgetDropped()) }
        return (lines.compactMap { ExportedLogRecord(journal: $0, observed: now) }, dropped)
    }

    /// Runs journalctl to its end.
    private static func follow(
        _ arguments: [String], _ variables: [String: String], _ shared: Shared
    ) throws(HostingError) -> ChildProcess.Status {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .system("pipe") }
        let readEnd = OwnedDescriptor(owning: ends[0])
        let writeEnd = ends[1]
        // What we start inherits no descriptors but those that it is given.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let child: ChildProcess
        do throws(HostingError) {
            child = try ChildProcess.spawn(
                executable: executable, arguments: arguments, environment: variables, standardOutput: writeEnd,
                parentDeathSignal: .terminate)
        } catch {
            close(writeEnd)
            throw error
        }
        close(writeEnd)
        let mustEnd = shared.state.withLock { state in
            state.child = child
            return state.isEnding
        }
        if mustEnd { child.terminate() }
        var reader = LineReader(longest: ExportedLogRecord.longestLine)
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(readEnd.rawValue, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            let lines = reader.lines(adding: chunk[..<count])
            shared.state.withLock { $0.lines.add(lines) }
        }
        shared.state.withLock { $0.child = nil }
        return child.wait()
    }
}

/// Cuts a stream of bytes into lines. A line that is too long is left out.
struct LineReader {
    let longest: Int
    private var unfinished: [UInt8] = []
    private var isTooLong = false

    init(longest: Int) { self.longest = longest }

    mutating func lines(adding bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var rest = bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            keep(rest[..<end])
            if !isTooLong, !unfinished.isEmpty { lines.append(unfinished) }
            (unfinished, isTooLong) = ([], false)
            rest = rest[(end + 1)...]
        }
        keep(rest)
        return lines
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        if unfinished.count + bytes.count > longest { (unfinished, isTooLong) = ([], true) }
        if !isTooLong { unfinished += bytes }
    }
}
