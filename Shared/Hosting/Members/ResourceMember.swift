/// An open resource that only needs to be closed in its turn: a database, a tree of coordinators.
public struct ResourceMember: ProcessMember {
    public let name: String
    private let close: @Sendable () async -> Void
    private let closed = AsyncStream.makeStream(of: Never.self)

    /// Creates a member that keeps the captures of `close` alive and calls it after all later members have stopped.
    public init(name: String, close: @escaping @Sendable () async -> Void) {
        self.name = name
        self.close = close
    }

    /// Does nothing: the resource is open already.
    public func start() async throws {}

    /// Returns when the resource has been closed.
    public func run() async throws { for await _ in closed.stream {} }

    /// Closes the resource.
    public func stop() async {
        await close()
        closed.continuation.finish()
    }
}
