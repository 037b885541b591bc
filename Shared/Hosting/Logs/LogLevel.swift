/// The importance of a log line, ascending: the seven levels of swift-log.
public enum LogLevel: String, Sendable, CaseIterable, Comparable {
    /// Every step, for following one request.
    case trace
    /// For debugging the program.
    case debug
    /// A normal event.
    case info
    /// A normal event that a person should see: started, stopped.
    case notice
    /// Something is wrong, but no request failed.
    case warning
    /// A request failed.
    case error
    /// The service cannot continue.
    case critical

    private var rank: Int {
        switch self {
        case .trace: 0
        case .debug: 1
        case .info: 2
        case .notice: 3
        case .warning: 4
        case .error: 5
        case .critical: 6
        }
    }

    /// Compares by importance.
    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }
}
