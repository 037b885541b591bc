import GatewayWords

/// The content of the upper right corner: unread notifications, unreachable services, the user.
package struct WindowCorner: Sendable, Hashable {
    /// The number of unread notifications; nil while unknown.
    package var unread: Int?
    /// The services that do not answer now.
    package var lost: [String]
    /// The number of services.
    var services: Int?
    /// The signed-in user.
    package var user: String?

    package init(unread: Int? = nil, lost: [String] = [], services: Int? = nil, user: String? = nil) {
        self.unread = unread
        self.lost = lost
        self.services = services
        self.user = user
    }

    /// A piece of the corner.
    package struct Piece: Sendable, Hashable {
        package let span: Span
        /// The order in which pieces are dropped, the greatest first; nil for a piece that always stays.
        package let rank: Int?
    }

    /// The pieces from left to right.
    package var pieces: [Piece] {
        var pieces: [Piece] = []
        if let unread, unread > 0 {
            pieces.append(Piece(span: Span(Self.news(unread), .waits), rank: lost.count > 2 ? 0 : nil))
        }
        if lost.count > Self.mostNames {
            pieces.append(Piece(span: Span(Self.gone(lost.count), .waits), rank: nil))
        } else if !lost.isEmpty {
            pieces.append(Piece(span: Span(Self.noAnswer(lost.joined(separator: ", ")), .waits), rank: nil))
        } else if let services {
            pieces.append(Piece(span: Span(Self.all(services), .faint), rank: 1))
        }
        if let user { pieces.append(Piece(span: Span(verbatim: user), rank: 2)) }
        return pieces
    }

    private static func news(_ count: Int) -> Text {
        Text("● \(count) new", "● \(count, "новое", "новых", "новых")")
    }

    /// The maximum number of service names to show; more are shown as a number.
    private static let mostNames = 5

    private static func gone(_ count: Int) -> Text {
        Text("! \(count, "service", "services") do not answer", "! не отвечают \(count, "служба", "службы", "служб")")
    }

    private static func noAnswer(_ names: String) -> Text { Text("! no answer: \(names)", "! нет ответа: \(names)") }

    private static func all(_ count: Int) -> Text {
        Text("\(count) of \(count) services", "\(count) из \(count, "службы", "служб", "служб")")
    }
}
