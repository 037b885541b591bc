import Foundation
import Storage
import Synchronization
import TestSupport

/// A service on a disk that fails. It can be killed, and it is opened again when its store asks for that, as the
/// supervisor of a house does.
final class FailingService<Day: CrashDay>: Sendable {
    private struct State {
        var path: String
        var disk: RecordingDisk
        var open: OpenHouse<Day.House>?
        var mustRestart = false
        var hasRestarted = false
    }

    private let day: Day
    private let clock: SteppedClock
    private let state: Mutex<State>

    init(day: Day, path: String, disk: RecordingDisk, clock: SteppedClock) {
        self.day = day
        self.clock = clock
        state = Mutex(State(path: path, disk: disk))
    }

    var path: String { state.withLock { $0.path } }
    var disk: RecordingDisk { state.withLock { $0.disk } }
    var house: Day.House { opened.house }
    var store: Store { opened.store }
    /// True when the store asked for a restart since it was opened.
    var mustRestart: Bool { state.withLock { $0.mustRestart } }
    /// True when a store of this service ever asked for a restart.
    var hasRestarted: Bool { state.withLock { $0.hasRestarted } }

    var opened: OpenHouse<Day.House> {
        guard let open = state.withLock({ $0.open }) else { preconditionFailure("The service is not open.") }
        return open
    }

    func open() async throws {
        let options = Day.options(onRestart: { [weak self] in
            self?.state.withLock { ($0.mustRestart, $0.hasRestarted) = (true, true) }
        })
        let open = try await day.open(at: path, clock: clock, options: options)
        state.withLock { ($0.open, $0.mustRestart) = (open, false) }
    }

    func close() async {
        let open = state.withLock { state in
            defer { state.open = nil }
            return state.open
        }
        await open?.store.close()
    }

    /// Opens the files as they are at this moment, elsewhere: what a process that was killed leaves.
    func kill() async throws {
        let old = URL(fileURLWithPath: path).deletingLastPathComponent()
        let new = old.deletingLastPathComponent().appendingPathComponent("killed")
        let files = FileManager.default
        try files.createDirectory(at: new, withIntermediateDirectories: false)
        for name in try files.contentsOfDirectory(atPath: old.path) where !name.hasSuffix("-shm") {
            try files.copyItem(at: old.appendingPathComponent(name), to: new.appendingPathComponent(name))
        }
        await close()
        state.withLock { state in
            (state.path, state.disk) = (
                new.path + "/day.db", RecordingDisk(in: new.path, isRecorded: false)
            )
        }
        try await open()
    }
}
