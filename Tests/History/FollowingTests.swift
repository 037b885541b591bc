import Storage
import TestSupport
import Testing

@testable import HistoryService

/// Goal: a follower knows how far the leader has read ledger's events.
@Suite struct FollowingTests {
    private let folder = TemporaryDirectory()
    private let log = LogInMemory()

    @Test func progressFollows() async throws {
        var options = StoreOptions()
        options.commitLog = { [log] in log.connect() }
        let leading = try await Store.open(
            at: folder.file("leader.db"), migrations: HistoryMigrations.all, options: options)
        let leader = SQLiteHistoryStore(leading)
        options.commitLog = nil
        options.followedHouse = log.house
        let database = try await Store.open(
            at: folder.file("follower.db"), migrations: HistoryMigrations.all, options: options)
        let progress = ReadingProgress()
        SQLiteHistoryStore(database).follow(reporting: progress)
        var updates = progress.updates().makeAsyncIterator()

        try await leader.write(deadline: nil, weight: 1) { try $0.setLastSequence(7) }
        try database.follow(log)
        #expect(progress.newestKnown == 7)
        #expect(await updates.next() == 7)
        // Clearing does not lower it.
        try await leader.write(deadline: nil, weight: 1) { try $0.clear() }
        try database.follow(log)
        #expect(progress.newestKnown == 7)
        #expect(await updates.next() == 0)

        try await leader.write(deadline: nil, weight: 1) { try $0.setLastSequence(12) }
        await leading.close()
        try await database.lead(log)
        #expect(progress.newestKnown == 12)
        #expect(await updates.next() == 12)
        await database.close()
    }
}
