/// Something that is open already and only wants to be closed in its turn: a database, a tree of coordinators.
public struct ResourceFlow: Flow {
    /// For logs.
    public let name: String
    private let close: @Sendable () async -> Void
    private let closed = AsyncStream.makeStream(of: Never.self)

    /// A member that holds what `close` holds, and closes it when all that was started after it has stopped.
    public init(name: String, close: @escaping @Sendable () async -> Void) {
        self.name = name
        self.close = close
    }

    /// It runs already.
    public func start() async throws {}

    /// Returns when it has been closed.
    public func run() async throws { for await _ in closed.stream {} }

    /// Closes it.
    public func stop() async {
        await close()
        closed.continuation.finish()
    }
}
