import Synchronization

extension Store {
    /// True while the store follows a log and refuses writes.
    public var isFollowing: Bool { state.isFollowing.load(ordering: .acquiring) }

    /// True when the database has the schema of the program, so that the program can read it. A follower has the schema
    /// of the leader, which may be older or newer.
    public var isSchemaOwn: Bool { state.isSchemaOwn.load(ordering: .acquiring) }

    /// Returns the last commit of a follower's database; nil for one with content that never followed a log and can
    /// only begin one. Blocks the thread.
    public func followedHead() throws -> CommitHead? { try byWriter { try $0.followedHead() } }

    /// Repeats commits of the log in the database of a follower. Blocks the thread until they can be read.
    ///
    /// - Parameter done: Called on the writer's thread as soon as they can be read.
    /// - Returns: The last commit of the database.
    /// - Throws: `SQLiteError`; ``StorageError`` `newerThanProgram` when the leader has a newer schema. The commits
    ///   before the one that failed are kept.
    public func follow(
        _ commits: [LoggedCommit], done: @escaping @Sendable (CommitHead) -> Void = { _ in }
    ) throws -> CommitHead {
        try byWriter { writer in
            let head = try writer.follow(commits)
            done(head)
            return head
        }
    }

    /// Calls `body` on the writer's thread after commits of the log were repeated, and once more when the store begins
    /// to lead, before anybody is told of their events. An error stops the follower.
    ///
    /// It is not called while the database has another schema than the program, so `body` can read all tables. Do the
    /// same once after opening, when ``isSchemaOwn``. `body` must not retain the store.
    public func onFollow(_ body: @escaping @Sendable (Connection) throws -> Void) { state.addFollower(body) }

    /// Makes a follower lead: it claims the log, repeats what is missing, migrates the database, and takes writes from
    /// now on.
    ///
    /// - Parameters:
    ///   - connect: Connects to the log. Called on the writer's thread.
    ///   - done: Called on the writer's thread with the outcome. After a ``StorageError`` the process has to end.
    public func lead(
        _ connect: @escaping CommitLogConnector, done: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        state.order { writer in done(Result { try writer.lead(connect) }) }
    }

    /// Returns when the writer has had its turn: it works. A follower can do this, too.
    public func probe() async throws {
        guard isFollowing else { return try await write { _ in } }
        await withCheckedContinuation { continuation in state.order { _ in continuation.resume() } }
    }

    func byWriter<Value: Sendable>(_ body: @escaping @Sendable (Writer) throws -> Value) throws -> Value {
        let result = Mutex<Result<Value, any Error>?>(nil)
        let wakeUp = ThreadWakeUp()
        state.order { writer in
            let outcome = Result { try body(writer) }
            result.withLock { $0 = outcome }
            wakeUp.wake()
        }
        wakeUp.wait()
        guard let result = result.withLock({ $0 }) else { throw StorageError(.system, "The store is closed.") }
        return try result.get()
    }
}
