/// How much a log line matters, from least to most: the seven levels of swift-log.
public enum LogLevel: String, Sendable, CaseIterable, Comparable {
    /// Each step; for following one request.
    case trace
    /// For whoever debugs the program.
    case debug
    /// Something happened as it should.
    case info
    /// As `info`, but a person should see it: started, stopped.
    case notice
    /// Something is wrong, yet nobody was failed.
    case warning
    /// Somebody was failed.
    case error
    /// The service can not go on.
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

    /// By importance.
    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }
}
