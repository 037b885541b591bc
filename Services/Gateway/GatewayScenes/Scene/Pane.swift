import Domain
import GatewayWords

/// A part of a screen with a name, blocks of content and keys of its own.
package struct Pane: Sendable {
    /// The role of a pane in its scene.
    package enum Role: Sendable, Hashable {
        /// Takes the focus when the scene opens.
        case main
        /// Shows the selection of another pane and follows it.
        case companion
        /// Independent of the other panes.
        case aside
    }

    /// Identifies the pane to presenters and layouts; constant while the scene lives.
    package let name: PaneName
    /// A short name; the path says the rest. Empty where the title of the scene is the name.
    package var title: Text
    package var role: Role
    /// The state in a word: `● 2 new`, `past due`, `possible`.
    package var badge: Badge?
    /// The total, as wordings from the longest to the shortest.
    package var totals: [Text]
    /// The room that the pane needs.
    var room: Room
    /// Places in order of preference; the first one that fits the window is used.
    var places: [Place]
    package var blocks: [Block]
    /// Actions of the pane, the most usual first.
    package var actions: [SceneAction]
    /// True for panes that can take the focus; these have a number.
    package var takesKeys: Bool
    /// The services that the content comes from. The content is out of date while one of them is down.
    var sources: [String]
    /// The time since which the content could not be refreshed. Stale content is faint, with this time in the rule.
    package var staleSince: Instant?

    init(
        _ name: PaneName, _ title: Text, _ role: Role = .main, badge: Badge? = nil, totals: [Text] = [],
        room: Room = .whole, places: [Place] = [.beside], blocks: [Block] = [], actions: [SceneAction] = [],
        takesKeys: Bool = true, sources: [String] = []
    ) {
        self.name = name
        self.title = title
        self.role = role
        self.badge = badge
        self.totals = totals
        self.room = room
        self.places = places
        self.blocks = blocks
        self.actions = actions
        self.takesKeys = takesKeys
        self.sources = sources
    }

    /// The list of the pane, if any.
    package var list: ListBlock? {
        for case .list(let list) in blocks { return list }
        return nil
    }

    /// The form of the pane, if any.
    package var form: Form? {
        for case .form(let form) in blocks { return form }
        return nil
    }
}

extension Pane {
    /// A word in the rule of a pane.
    package struct Badge: Sendable, Hashable {
        package let text: Text
        package let tone: Tone

        init(_ text: Text, _ tone: Tone = .plain) { (self.text, self.tone) = (text, tone) }
    }

    /// The minimum and the preferred size in columns and rows. Rows do not include the rule.
    struct Room: Sendable, Hashable {
        let columns: ClosedRange<Int>
        let rows: ClosedRange<Int>

        init(columns: ClosedRange<Int>, rows: ClosedRange<Int>) { (self.columns, self.rows) = (columns, rows) }

        /// Takes all the room there is.
        static let whole = Room(columns: 40...1000, rows: 4...1000)
    }

    /// The place of a pane.
    struct Place: Sendable, Hashable {
        enum Side: Sendable, Hashable {
            /// A column of its own, to the right of the previous one.
            case beside
            /// Below the previous pane, in its column.
            case below
            /// At the bottom of the column of another pane.
            case under(PaneName)
            /// As wide as the window, below all previous panes.
            case across
        }

        let side: Side
        /// The smallest window that this place is used in.
        let fromColumns: Int
        let fromRows: Int

        static let beside = Place(side: .beside, fromColumns: 0, fromRows: 0)
        static let below = Place(side: .below, fromColumns: 0, fromRows: 0)
        static let across = Place(side: .across, fromColumns: 0, fromRows: 0)
        static func under(_ name: PaneName) -> Place { Place(side: .under(name), fromColumns: 0, fromRows: 0) }

        /// The same place, for windows of at least this size.
        func from(columns: Int = 0, rows: Int = 0) -> Place { Place(side: side, fromColumns: columns, fromRows: rows) }
    }
}

/// The name of a pane.
package struct PaneName: Hashable, Sendable, ExpressibleByStringLiteral {
    package let name: String

    package init(stringLiteral name: String) { self.name = name }

    /// The only pane of most scenes, and the first one of the others.
    static let main: PaneName = "main"
}
