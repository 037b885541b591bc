import Coordination
import Domain
import Storage
import StrictJSON
import TestSupport

/// A service with an open database.
public struct OpenHouse<House: Sendable>: Sendable {
    /// What a script asks.
    public let house: House
    /// The database.
    public let store: Store

    /// Creates it.
    public init(_ house: House, over store: Store) {
        self.house = house
        self.store = store
    }
}

/// A scripted day of a service: what a crash sweep needs to know of it.
public protocol CrashDay: Sendable {
    /// The service with its production store and use cases.
    associatedtype House: Sendable

    /// The name of the service.
    static var name: String { get }
    /// The changes of the day, at least one of every kind.
    static var steps: [CrashStep<House>] { get }

    /// Opens the service over a database, as its assembly does. Everything that is not in the database is the same at
    /// each opening, or made anew.
    ///
    /// - Parameters:
    ///   - path: The database file, which may not exist.
    ///   - clock: Shows the time of the script.
    ///   - options: The options of the store.
    func open(at path: String, clock: SteppedClock, options: StoreOptions) async throws -> OpenHouse<House>

    /// Returns what must never be the case, in sentences; none when all is well. It changes nothing.
    func problems(of house: House, _ store: Store) async throws -> [String]
}

extension CrashDay {
    /// The name of the service.
    public var name: String { Self.name }
}

/// A step of a scripted day.
public struct CrashStep<House: Sendable>: Sendable {
    /// What is done with the outcome of a step.
    enum Kind: Sendable {
        /// A request with an idempotency key: the same answer as often as it is asked.
        case request
        /// A change that is acknowledged and has no key: a page of events, work of the clock.
        case change
        /// The process ends in good order and starts again.
        case restart
        /// Nothing of the database: the clock, a neighbour.
        case surroundings
    }

    /// Unique in the day.
    let name: String
    let kind: Kind
    /// The most commits that it may take. A crash between two leaves a part of it.
    let commits: Int
    private let body: @Sendable (House, Notes, _ key: String) async throws -> [UInt8]

    /// Takes the step, with the same key each time.
    ///
    /// - Returns: The JSON of the answer to a request.
    func run(_ house: House, _ notes: Notes) async throws -> [UInt8] {
        try await body(house, notes, String(name.map { $0 == " " ? "-" : $0 }))
    }

    /// A request, whose key is the last argument of `send`.
    public static func ask<Answer: Encodable & SendableMetatype>(
        _ name: String, commits: Int = 1, _ send: @escaping @Sendable (House, Notes, String) async throws -> Answer
    ) -> Self {
        Self(name: name, kind: .request, commits: commits) {
            try JSONEncoding.encode(try await send($0, $1, $2))
        }
    }

    /// A change without a key.
    ///
    /// - Parameter commits: The most commits that it may take.
    public static func change(
        _ name: String, commits: Int = 1, _ body: @escaping @Sendable (House, Notes) async throws -> Void
    ) -> Self {
        Self(name: name, kind: .change, commits: commits) { house, notes, _ in
            try await body(house, notes)
            return []
        }
    }

    /// A stop in good order and a start.
    public static func restart(_ name: String) -> Self {
        Self(name: name, kind: .restart, commits: 0) { _, _, _ in [] }
    }

    /// Something around the service: it changes nothing of the database.
    public static func around(
        _ name: String, _ body: @escaping @Sendable (House, Notes) async throws -> Void
    ) -> Self {
        Self(name: name, kind: .surroundings, commits: 0) { house, notes, _ in
            try await body(house, notes)
            return []
        }
    }
}

extension CrashDay {
    /// Options with which the log is moved, and keys go to the disk, several times in a short day.
    static func options(onRestart: @escaping @Sendable () -> Void = {}) -> StoreOptions {
        var options = StoreOptions()
        options.checkpointPages = 40
        options.keysInMemory = 8
        options.readers = 1
        options.mustRestart = { _ in onRestart() }
        return options
    }

    /// Returns what is wrong in any service: damage, gaps in the events, and what the service itself knows.
    func allProblems(of open: OpenHouse<House>, at path: String) async throws -> [String] {
        try integrityProblems(at: path) + (try await eventProblems(of: open.store))
            + (try await problems(of: open.house, open.store))
    }

    func integrityProblems(at path: String) throws -> [String] {
        try Connection.withConnection(path: path, options: .reader) { try $0.integrityProblems() }
    }

    private func eventProblems(of store: Store) async throws -> [String] {
        var last: Int64 = 0
        while true {
            let page = try await store.events(after: last, limit: 500)
            if page.isEmpty { break }
            for event in page {
                guard event.sequence == last + 1 else { return ["event \(event.sequence) comes after \(last)"] }
                last = event.sequence
            }
        }
        let newest = store.newestSequence()
        return newest == last ? [] : ["event \(newest) is the newest, but \(last) is the last that can be read"]
    }
}
