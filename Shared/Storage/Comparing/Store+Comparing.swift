extension Store {
    /// Commits a mark at which all copies compare their content, and takes the content as of it. For a store that leads
    /// with a log.
    ///
    /// - Parameter done: Called on the writer's thread with the mark; with a ``CommitLogError``, `SQLiteError` or
    ///   ``StorageError`` otherwise.
    public func mark(done: @escaping @Sendable (Result<ContentMark, any Error>) -> Void) {
        state.order { writer in done(Result { try writer.mark() }) }
    }

    /// Calls `body` on the writer's thread when a follower has repeated a mark, with the content as of it; with an
    /// `SQLiteError` when that cannot be read.
    public func onMark(_ body: @escaping @Sendable (Result<ContentMark, any Error>) -> Void) { state.comparer = body }

    /// Keeps in the database of this copy that it differs. Blocks the thread.
    public func keep(_ difference: ContentDifference) throws { try byWriter { try $0.keep(difference) } }

    /// Returns the difference that was found in this copy; nil when none was. Blocks the thread.
    public func keptDifference() throws -> ContentDifference? { try byWriter { try $0.difference() } }
}
