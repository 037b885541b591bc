import Domain
import Signals

/// The usual period of a statement, and the loading of its parts, for all faces.
package enum StatementParts {
    /// Returns the first day of a statement when none is named: the beginning of the month of the last one.
    package static func firstDay(before last: CalendarDay) -> CalendarDay {
        last.adding(days: 1 - last.components.day)
    }

    /// Loads the parts one after another and hands their contents to `take`.
    ///
    /// - Parameters:
    ///   - ask: Loads the part of a cursor, nil for the first.
    ///   - take: Throws to give up.
    /// - Returns: The media type of the whole.
    package static func load(
        isolation: isolated (any Actor)? = #isolation,
        _ ask: (_ cursor: String?) async throws -> HistorySignal.StatementAnswer, take: (String) throws -> Void
    ) async throws -> String {
        var cursor: String?
        while true {
            let part = try await ask(cursor)
            try take(part.content)
            guard let next = part.nextCursor else { return part.mediaType }
            cursor = next
        }
    }
}
