import Synchronization

/// The books in memory, those of the most recent users.
///
/// A book belongs to one user. It is built from the rows at the first query and brought up to date by each query, so
/// writing rows costs nothing for users who do not query.
final class BookShelf: Sendable {
    /// About 60 bytes each, see ``UserBook``.
    static let usualRows = 3_000_000
    /// The number of rows from which a user's book is built at the start of the service.
    static let largeBook = 20_000

    private struct Place {
        let slot: Slot
        var rows = 0
        var lastUse: UInt64 = 0
    }

    private struct State {
        var places: [Int64: Place] = [:]
        var uses: UInt64 = 0
        var rows = 0
    }

    /// The slot of a book, used by one thread at a time.
    private final class Slot: Sendable {
        let book = Mutex(UserBook())
    }

    /// The limit of rows of all books together. One book alone may exceed it.
    let rows: Int
    private let state = Mutex(State())

    init(rows: Int) { self.rows = rows }

    /// Calls `body` with the book of a user, empty at first. Other threads wait for it.
    func withBook<Value: Sendable>(of user: Int64, _ body: (inout UserBook) throws -> Value) throws -> Value {
        let slot = slot(of: user)
        let (value, rows) = try slot.book.withLock { book in
            let value = try body(&book)
            return (value, book.count)
        }
        settle(user, slot, rows)
        return value
    }

    /// Returns a copy of the book of a user, empty when it is not in memory. Changes to it are not shared.
    func copy(of user: Int64) -> UserBook {
        state.withLock { $0.places[user]?.slot }?.book.withLock { $0 } ?? UserBook()
    }

    private func slot(of user: Int64) -> Slot {
        state.withLock { state in
            state.uses += 1
            var place = state.places[user] ?? Place(slot: Slot())
            place.lastUse = state.uses
            state.places[user] = place
            return place.slot
        }
    }

    /// Notes the size of a book, and evicts the least recently used books when there are too many rows.
    private func settle(_ user: Int64, _ slot: Slot, _ rows: Int) {
        state.withLock { state in
            guard let place = state.places[user], place.slot === slot else { return }
            let cost = rows + Self.rowsOfAnEmptyBook
            state.rows += cost - place.rows
            state.places[user]?.rows = cost
            guard state.rows > self.rows else { return }
            // Evicts a quarter at once, so that not every query searches for the oldest.
            let oldest = state.places.filter { $0.key != user }.sorted { $0.value.lastUse < $1.value.lastUse }
            for (other, place) in oldest where state.rows > self.rows / 4 * 3 {
                state.rows -= place.rows
                state.places[other] = nil
            }
        }
    }

    /// The cost of a book without rows, expressed in rows.
    private static let rowsOfAnEmptyBook = 20
}
