import Synchronization

/// The books in memory: those of the users who asked last.
///
/// A book is one user's, made from the rows when it is first asked for and brought up to date by each question, so
/// writing rows costs nothing for users who do not ask.
final class BookShelf: Sendable {
    /// About 60 bytes each, see ``UserBook``.
    static let usualRows = 3_000_000
    /// From so many rows on a user's book is made at the start of the service.
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

    /// Where a book stands; one thread at a time has it.
    private final class Slot: Sendable {
        let book = Mutex(UserBook())
    }

    /// How many rows they have together, unless one alone has more.
    let rows: Int
    private let state = Mutex(State())

    init(rows: Int) { self.rows = rows }

    /// Lends the book of a user, empty at first; others who want it wait.
    func withBook<Value: Sendable>(of user: Int64, _ body: (inout UserBook) throws -> Value) throws -> Value {
        let slot = slot(of: user)
        let (value, rows) = try slot.book.withLock { book in
            let value = try body(&book)
            return (value, book.count)
        }
        settle(user, slot, rows)
        return value
    }

    /// The book of a user as it is, empty when it is not in memory. What becomes of the copy nobody else sees.
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

    /// Notes how large a book is, and lets go of those that were not asked for longest when there are too many rows.
    private func settle(_ user: Int64, _ slot: Slot, _ rows: Int) {
        state.withLock { state in
            guard let place = state.places[user], place.slot === slot else { return }
            let cost = rows + Self.rowsOfAnEmptyBook
            state.rows += cost - place.rows
            state.places[user]?.rows = cost
            guard state.rows > self.rows else { return }
            // A quarter at once, so that the search for the oldest is not made by every question.
            let oldest = state.places.filter { $0.key != user }.sorted { $0.value.lastUse < $1.value.lastUse }
            for (other, place) in oldest where state.rows > self.rows / 4 * 3 {
                state.rows -= place.rows
                state.places[other] = nil
            }
        }
    }

    /// What a book costs beside its rows, as if it had so many more.
    private static let rowsOfAnEmptyBook = 20
}
