import CSimulatedMachine
import Synchronization

/// The simulated machine: time, chance, network and disk of this process.
enum World {
    /// The hours since the beginning.
    static var hours: Double { Double(kopilka_world_now()) / 3_600e9 }

    /// Does something on behalf of a process: tasks and threads that it starts belong to that.
    static func act<Value>(as process: Int32, _ body: () throws -> Value) rethrows -> Value {
        let before = kopilka_process_enter(process)
        defer { kopilka_process_leave(before) }
        return try body()
    }

    /// Calls `body` with each process that dies. Set it once, before the world runs.
    static func onDeath(_ body: @escaping @Sendable (Int32) -> Void) {
        deaths.withLock { $0 = body }
        kopilka_world_on_death { process in World.deaths.withLock { $0 }?(process) }
    }

    /// Calls `body` when the machine has lost its power at a change of the disk. Set it once, before the world runs.
    static func onPowerLoss(_ body: @escaping @Sendable () -> Void) {
        powerLoss.withLock { $0 = body }
        kopilka_world_on_power_loss { World.powerLoss.withLock { $0 }?() }
    }

    private static let powerLoss = Mutex<(@Sendable () -> Void)?>(nil)
    private static let deaths = Mutex<(@Sendable (Int32) -> Void)?>(nil)
}
