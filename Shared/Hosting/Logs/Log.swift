import Domain

/// The log of a service. It is passed in, never global. Copies are cheap and write to the same sink.
///
/// The message is a constant; variable data goes into the metadata. The fields of a signal are never logged, only its
/// kind and id. Metadata is evaluated only when the level is enabled.
public struct Log: Sendable {
    /// The lowest level that is written.
    public let level: LogLevel
    private let service: String
    private let clock: WallClock
    private let sink: any LogSink
    private var traceID: String?

    /// Creates a log that writes lines of `level` and above.
    public init(
        service: String, level: LogLevel = .info, clock: WallClock, sink: any LogSink = DescriptorLogSink()
    ) {
        self.service = service
        self.level = level
        self.clock = clock
        self.sink = sink
    }

    /// Returns the same log for the work of one request: each line carries its W3C trace id.
    public func traced(by traceID: String?) -> Log {
        var copy = self
        copy.traceID = traceID
        return copy
    }

    /// Returns the same log for another service of the process.
    public func named(_ service: String) -> Log {
        Log(service: service, level: level, clock: clock, sink: sink)
    }

    /// Writes a line at any level.
    ///
    /// - Precondition: Metadata does not use the keys `time`, `level`, `service`, `message`, `trace`.
    public func log(_ level: LogLevel, _ message: StaticString, _ metadata: @autoclosure () -> LogMetadata = [:]) {
        guard level >= self.level else { return }
        let values = metadata()
        for (key, _) in values { precondition(!LogRecord.ownKeys.contains(key), "the key \(key) is the line's own") }
        sink.write(
            LogRecord(
                time: clock.now(), level: level, service: service, message: message.description, trace: traceID,
                metadata: values))
    }

    /// Writes at `trace`.
    public func trace(_ message: StaticString, _ metadata: @autoclosure () -> LogMetadata = [:]) {
        log(.trace, message, metadata())
    }

    /// Writes at `debug`.
    public func debug(_ message: StaticString, _ metadata: @autoclosure () -> LogMetadata = [:]) {
        log(.debug, message, metadata())
    }

    /// Writes at `info`.
    public func info(_ message: StaticString, _ metadata: @autoclosure () -> LogMetadata = [:]) {
        log(.info, message, metadata())
    }

    /// Writes at `notice`.
    public func notice(_ message: StaticString, _ metadata: @autoclosure () -> LogMetadata = [:]) {
        log(.notice, message, metadata())
    }

    /// Writes at `warning`.
    public func warning(_ message: StaticString, _ metadata: @autoclosure () -> LogMetadata = [:]) {
        log(.warning, message, metadata())
    }

    /// Writes at `error`.
    public func error(_ message: StaticString, _ metadata: @autoclosure () -> LogMetadata = [:]) {
        log(.error, message, metadata())
    }

    /// Writes at `critical`.
    public func critical(_ message: StaticString, _ metadata: @autoclosure () -> LogMetadata = [:]) {
        log(.critical, message, metadata())
    }
}
