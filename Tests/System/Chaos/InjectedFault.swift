import TestSupport

/// A fault that a run of chaos injects into a service, or into all of them.
enum InjectedFault: String, CaseIterable, Sendable {
    case killed
    /// Asked to stop; it has to end with 0.
    case stopped
    /// Stands still for a moment.
    case frozen
    /// All services get the processor only now and then.
    case starved
    /// The disk is full for a moment.
    case fullDisk
    /// Its files cannot grow for a moment, as if the disk were read-only.
    case readOnlyDisk
    /// It is started with a clock that is seconds off.
    case clockStepped
    /// Its sockets are deleted, and it is started again a moment later.
    case socketsLost
    /// It is started with few descriptors, and more strangers connect than it has descriptors for.
    case fewDescriptors
    /// It gets no more memory, which may end it.
    case noMemory

    /// How often it comes, beside the others.
    private var weight: Int {
        switch self {
        case .killed: 20
        case .stopped, .frozen: 3
        case .starved, .fullDisk, .readOnlyDisk, .clockStepped, .socketsLost, .fewDescriptors, .noMemory: 1
        }
    }

    /// False for the full disk without root, who alone may mount disks.
    var isPossible: Bool { self != .fullDisk || MountedDisk.obstacle == nil }

    /// Returns one of them by chance.
    static func next(_ random: inout SeededGenerator) -> InjectedFault {
        let possible = allCases.filter(\.isPossible)
        return random.one(of: possible.flatMap { Array(repeating: $0, count: $0.weight) })
    }
}
