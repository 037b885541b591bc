import Domain

/// One thing to look at, with a name, its blocks, and keys of its own.
struct Pane: Sendable {
    /// What it is to the scene.
    enum Role: Sendable, Hashable {
        /// Keys go there first.
        case main
        /// Shows what is chosen in another pane and follows it.
        case companion
        /// Something of its own.
        case aside
    }

    /// What presenters and layouts know it by; alike as long as the scene lives.
    let name: PaneName
    /// Short: the path says the rest. Empty for the title of the scene.
    var title: Text
    var role: Role
    /// In a word what is up: `● 2 new`, `past due`, `possible`.
    var badge: Badge?
    /// One sum, the longest wording first.
    var totals: [Text]
    /// How much room it needs.
    var room: Room
    /// Where it stands; the first of these that the window has room for.
    var places: [Place]
    var blocks: [Block]
    /// What can be done in it, the most usual first.
    var actions: [SceneAction]
    /// Whether it can have the focus; it has a number then.
    var takesKeys: Bool
    /// The services that what is shown came from; while one of them is gone it is out of date.
    var sources: [String]
    /// Since when it could not be asked for again; it is shown faint, with the time in its rule.
    var staleSince: Instant?

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

    /// The list, where there is one.
    var list: ListBlock? {
        for case .list(let list) in blocks { return list }
        return nil
    }

    /// The form, where there is one.
    var form: Form? {
        for case .form(let form) in blocks { return form }
        return nil
    }
}

extension Pane {
    /// A word in the rule of a pane.
    struct Badge: Sendable, Hashable {
        let text: Text
        let tone: Tone

        init(_ text: Text, _ tone: Tone = .plain) { (self.text, self.tone) = (text, tone) }
    }

    /// The least and the wanted columns and rows; rows without the rule.
    struct Room: Sendable, Hashable {
        let columns: ClosedRange<Int>
        let rows: ClosedRange<Int>

        init(columns: ClosedRange<Int>, rows: ClosedRange<Int>) { (self.columns, self.rows) = (columns, rows) }

        /// As much as there is.
        static let whole = Room(columns: 40...1000, rows: 4...1000)
    }

    /// Where a pane stands.
    struct Place: Sendable, Hashable {
        enum Side: Sendable, Hashable {
            /// A column of its own beside the one before.
            case beside
            /// In the column of the one before, below it.
            case below
            /// In the column of another, below what stands there.
            case under(PaneName)
            /// As wide as the window, below all before.
            case across
        }

        let side: Side
        /// The least columns and rows of a window where it stands there.
        let fromColumns: Int
        let fromRows: Int

        static let beside = Place(side: .beside, fromColumns: 0, fromRows: 0)
        static let below = Place(side: .below, fromColumns: 0, fromRows: 0)
        static let across = Place(side: .across, fromColumns: 0, fromRows: 0)
        static func under(_ name: PaneName) -> Place { Place(side: .under(name), fromColumns: 0, fromRows: 0) }

        /// The same in windows of so many columns and rows or more.
        func from(columns: Int = 0, rows: Int = 0) -> Place { Place(side: side, fromColumns: columns, fromRows: rows) }
    }
}

/// The name of a pane.
struct PaneName: Hashable, Sendable, ExpressibleByStringLiteral {
    let name: String

    init(stringLiteral name: String) { self.name = name }

    /// The only pane of most scenes, the first of the others.
    static let main: PaneName = "main"
}
