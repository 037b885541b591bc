import Domain
import Glibc
import PostgreSQL
import Sodium
import Storage

/// The log of a service in PostgreSQL: a row for each commit.
///
/// Two fences refuse the commits of a process that has been replaced: the epoch, which each process raises when it
/// claims the log, and the primary key. A commit counts when the server has confirmed it without a warning.
///
/// After a lost connection, a missed deadline or a warning ("canceling wait for synchronous replication") nobody knows
/// whether the row is there and will stay. The log then looks for the row until it knows: see ``settle(_:)``.
public final class PostgreSQLCommitLog: CommitLog {
    private let access: LogAccess
    private let seal: CommitSeal
    private let connection: LogConnection
    private let clock: WallClock
    private let patience: Duration
    private let meter: LogMeter?
    /// Where the other machines get each commit at once; nil in a house on one machine.
    private let tail: CommitTail?
    private let report: @Sendable (String) -> Void
    /// True when the epoch was taken with a lease.
    private let isGivenEpoch: Bool
    private var epoch: Int64
    /// How often pages took too long lately.
    private var slowPages = 0
    /// The time of the last commit. Times never go back, whatever the clock does.
    private var newestTime = Instant(microseconds: 0)

    /// Creates the log; nothing is connected yet.
    ///
    /// - Parameters:
    ///   - clock: Gives commits their times.
    ///   - patience: The time for one statement. Afterwards it is in doubt.
    ///   - epoch: The epoch in which this process was told to lead; nil when it takes the next one, because it is the
    ///     only one that leads.
    ///   - meter: Is told what happens.
    ///   - tail: Is given each commit for the other machines.
    ///   - report: Receives each doubt and its outcome, for the log of the service.
    public convenience init(
        _ access: LogAccess, clock: WallClock, patience: Duration = .seconds(10), epoch: Int64? = nil,
        meter: LogMeter? = nil, tail: CommitTail? = nil, report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(
            access, LogConnection(access.url, named: "kopilka \(access.service)", meter: meter), clock: clock,
            patience: patience, epoch: epoch, meter: meter, tail: tail, report: report)
    }

    /// Creates the log over a connection that the thread also uses for other things.
    init(
        _ access: LogAccess, _ connection: LogConnection, clock: WallClock, patience: Duration, epoch: Int64? = nil,
        meter: LogMeter? = nil, tail: CommitTail? = nil, report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.access = access
        self.clock = clock
        self.patience = patience
        self.meter = meter
        self.tail = tail
        self.report = report
        isGivenEpoch = epoch != nil
        self.epoch = epoch ?? 0
        seal = CommitSeal(access)
        self.connection = connection
    }

    public var house: String { access.house }

    public func now() -> Instant { clock.now() }

    public func claim() throws(CommitLogError) -> CommitHead {
        do {
            let usable = try connection.usable(mayHurry: true)
            let rows =
                isGivenEpoch
                ? try usable.execute(Self.confirm, place + [.int64(epoch)], within: patience)
                : try usable.execute(Self.claim, place, within: patience)
            guard let row = rows.first else { throw Self.replaced }
            // What the log has must be as safe as what this process will append: a later write without a warning.
            guard rows.notices.isEmpty else {
                throw CommitLogError(.unreachable, "The commit log was claimed with a warning: \(rows.notices).")
            }
            epoch = try row.int64("epoch")
            let newest = try connection.usable().execute(Self.newest, place, within: patience)
            meter?.sees(epoch: epoch, newest: try newest.first?.int64("number"))
            let head =
                try newest.first.map {
                    CommitHead(number: try $0.int64("number"), hash: try $0.bytes("hash"))
                } ?? .none
            tail?.begin(after: head.number)
            return head
        } catch {
            throw Self.unreachable(error)
        }
    }

    /// The time comes from the database of the service: nobody has checked the one in the row of the newest commit.
    public func resume(after time: Instant) { newestTime = max(newestTime, time) }

    public func commits(after head: CommitHead) throws(CommitLogError) -> [LoggedCommit] {
        try page(after: head).commits
    }

    /// Some commits of the log.
    struct Page {
        let commits: [LoggedCommit]
        /// True when the log had no more.
        let isLast: Bool
    }

    /// Returns the next commits after `head`, as many as fit into a page.
    func page(after head: CommitHead) throws(CommitLogError) -> Page {
        var (head, found): (CommitHead, [LoggedCommit]) = (head, [])
        let (sealed, isLast) = try sealedPage(after: head.number)
        for sealed in sealed {
            guard let commit = try opened(sealed, after: head) else {
                throw CommitLogError(
                    .differs, "Commit \(sealed.number) of the log does not follow commit \(head.number) of this house.")
            }
            head = commit.head
            found.append(commit)
        }
        return Page(commits: found, isLast: isLast)
    }

    /// Returns the next commits, as many as fit into ``pageBytes`` and at least one.
    private func sealedPage(
        after number: Int64
    ) throws(CommitLogError) -> (commits: [SealedCommit], isLast: Bool) {
        do {
            let usable = try connection.usable(mayHurry: true)
            let rows: PostgreSQLRows
            do throws(PostgreSQLError) {
                rows = try usable.execute(
                    Self.page, place + [.int64(number), .int64(Self.pageBytes >> (2 * slowPages))],
                    within: patience * (1 << slowPages))
            } catch {
                // A slow line gets less at a time, and longer for a commit that cannot be divided.
                if case .timedOut = error { slowPages = min(slowPages + 1, Self.mostSlowPages) }
                throw error
            }
            let bytes = try rows.reduce(0) { $0 + (try $1.bytes("body").count) }
            let isLast = rows.count < Self.pageRows && bytes < Self.pageBytes >> (2 * slowPages) / 2
            if isLast { slowPages = max(slowPages - 1, 0) }
            var page: [SealedCommit] = []
            for row in rows {
                page.append(
                    SealedCommit(
                        number: try row.int64("number"), epoch: try row.int64("epoch"),
                        time: Instant(microseconds: try row.int64("time_us")), hash: try row.bytes("hash"),
                        body: try row.bytes("body")))
            }
            return (page, isLast)
        } catch {
            throw Self.unreachable(error)
        }
    }

    private func opened(
        _ commit: SealedCommit, after head: CommitHead
    ) throws(CommitLogError) -> LoggedCommit? {
        do { return try seal.open(commit, after: head) } catch { throw CommitLogError(.differs, "\(error)") }
    }

    public func append(_ changes: [UInt8], after head: CommitHead) throws(CommitLogError) -> LoggedCommit {
        guard changes.count <= Self.mostBytes else {
            throw CommitLogError(.tooLarge, "A commit of \(changes.count) bytes is too large for the log.")
        }
        let began = ContinuousClock.now
        let commit: SealedCommit
        let time = max(clock.now(), Instant(microseconds: newestTime.microseconds + 1))
        do { commit = try seal.seal(changes, after: head, epoch: epoch, time: time) } catch {
            throw CommitLogError(.unreachable, "\(error)")
        }
        do {
            let rows = try connection.usable().execute(
                Self.append, parameters(of: commit, after: head), within: patience(for: commit))
            guard rows.affected == 1 else { throw try refusal(of: commit.number) }
            if let warning = rows.notices.first {
                report("commit \(commit.number): \(warning)")
                try settle(commit, after: head)
            }
        } catch let error as PostgreSQLError {
            if error.sqlState == "23505" { throw Self.replaced }
            guard error.isInDoubt else {
                // It may not be the server that takes writes any more.
                connection.close()
                throw Self.unreachable(error)
            }
            report("commit \(commit.number): \(error)")
            try settle(commit, after: head)
        } catch {
            throw Self.unreachable(error)
        }
        newestTime = commit.time
        meter?.appended(commit.number, took: .now - began)
        // Before the commit here: the others repeat it meanwhile.
        tail?.add(commit)
        return LoggedCommit(
            head: CommitHead(number: commit.number, hash: commit.hash), time: commit.time, changes: changes)
    }

    /// Finds out whether a commit in doubt is in the log, and puts it there if it is not. Waits as long as it takes:
    /// an answer in the meantime could be wrong.
    private func settle(_ commit: SealedCommit, after head: CommitHead) throws(CommitLogError) {
        meter?.doubted()
        var pause = Duration.milliseconds(50)
        while true {
            connection.close()
            do {
                if try isSettled(commit, after: head) { return report("commit \(commit.number) is in the log") }
            } catch let error as CommitLogError where error.code != .unreachable {
                throw error
            } catch {
                // Out of reach, or in doubt once more, or the first attempt has just come through (23505).
            }
            usleep(UInt32(pause / .microseconds(1)))
            pause = min(pause * 2, .seconds(1))
        }
    }

    /// Looks for the row, and appends it when it is absent.
    ///
    /// A row that is there may still be lost: a server that restarts shows rows that no standby has. A later write that
    /// is confirmed without a warning proves that it stays, because the server replicates in order.
    private func isSettled(_ commit: SealedCommit, after head: CommitHead) throws -> Bool {
        let found = try connection.usable(mayHurry: true).execute(
            Self.hash, place + [.int64(commit.number)], within: patience)
        guard let row = found.first else {
            let rows = try connection.usable().execute(
                Self.append, parameters(of: commit, after: head), within: patience(for: commit))
            // The first attempt may have come through after all, and another process may have taken it over.
            guard rows.affected == 1 else { throw Self.claimedInDoubt(commit.number) }
            return rows.notices.isEmpty
        }
        guard try row.bytes("hash") == commit.hash else { throw Self.replaced }
        let rows = try connection.usable().execute(Self.confirm, place + [.int64(epoch)], within: patience)
        guard rows.affected == 1 else { throw Self.claimedInDoubt(commit.number) }
        return rows.notices.isEmpty
    }

    /// Returns why nothing was appended: another process leads, or the database has lost the commit before.
    private func refusal(of number: Int64) throws -> CommitLogError {
        let row = try connection.usable().execute(Self.epoch, place, within: patience).first
        guard try row?.int64("epoch") == epoch else { return Self.replaced }
        return CommitLogError(
            .differs, "The log has not commit \(number - 1), which it had confirmed: its database has lost it.")
    }

    /// Returns true when the log has the last commit of a database; the log never trims its newest commit.
    func has(_ head: CommitHead) throws(CommitLogError) -> Bool {
        guard head.number > 0 else { return true }
        do {
            let rows = try connection.usable().execute(Self.hash, place + [.int64(head.number)], within: patience)
            return try rows.first?.bytes("hash") == head.hash
        } catch {
            throw Self.unreachable(error)
        }
    }

    private static func claimedInDoubt(_ number: Int64) -> CommitLogError {
        CommitLogError(.unknown, "Another process has claimed the log while commit \(number) was in doubt.")
    }

    /// The time for one statement, longer for a long commit: a megabyte takes a second on a slow line.
    private func patience(for commit: SealedCommit) -> Duration {
        patience + .microseconds(commit.body.count)
    }

    private var place: [PostgreSQLValue] { [.text(access.house), .text(access.service)] }

    private func parameters(of commit: SealedCommit, after head: CommitHead) -> [PostgreSQLValue] {
        place + [
            .int64(commit.epoch), .int64(commit.number), .int64(commit.time.microseconds), .bytes(commit.hash),
            .bytes(commit.body), .bytes(head.hash),
        ]
    }

    private static func unreachable(_ error: any Error) -> CommitLogError {
        error as? CommitLogError ?? CommitLogError(.unreachable, "The commit log cannot be used: \(error)")
    }

    private static let replaced = CommitLogError(
        .replaced, "Another process has claimed the commit log; this one must not write any more.")

    /// A page of commits has about this many bytes at most, and this many rows.
    private static let pageBytes: Int64 = 16 << 20
    private static let pageRows = 1024
    private static let mostSlowPages = 5
    /// The largest commit: PostgreSQL's limit of a value is 1 GiB, and it must fit into memory several times.
    private static let mostBytes = 256 << 20
}
