import GatewayWords

/// Something that can be done in a scene.
package struct SceneAction: Sendable, Hashable {
    /// In which of the two rows of keys it stands.
    package enum Group: Sendable, Hashable {
        /// What is done.
        case act
        /// What is seen, and where to go.
        case view
    }

    /// What goes first where there is little room.
    package enum Rank: Int, Sendable, Hashable, Comparable {
        /// Never left out: Enter, yes, no, stop, retry.
        case must
        case often
        case seldom

        package static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
    }

    /// What the presenter knows it by.
    package let name: ActionName
    /// What triggers it; nil where only Enter, the palette or a line does.
    package let key: SceneKey?
    /// What it does.
    package let title: Text
    /// Why it cannot be done now; nil when it can.
    package var obstacle: Text?
    /// Whether it stands in the rows of keys, as far as there is room.
    package var isHinted = true
    /// The same in fewer letters.
    package var short: Text?
    package var group = Group.act
    package var rank: Rank
    /// What stands for the key in the rows of keys, where two keys belong together: `[ ]`, `← →`.
    package var keys: Text?

    init(
        _ name: ActionName, _ key: SceneKey?, _ title: Text, obstacle: Text? = nil, isHinted: Bool = true,
        short: Text? = nil, _ group: Group = .act, _ rank: Rank? = nil, keys: Text? = nil
    ) {
        self.name = name
        self.key = key
        self.title = title
        self.obstacle = obstacle
        self.isHinted = isHinted
        self.short = short
        self.group = group
        let isMust = key == .enter || name == .enter || name == .retry
        self.rank = rank ?? (isMust ? .must : .often)
        self.keys = keys
    }

    /// Asks again after a fault.
    static let retry = SceneAction(.retry, .character("r"), AppTexts.retry)
}

/// The name of an action.
package struct ActionName: Hashable, Sendable, ExpressibleByStringLiteral {
    package let name: String

    init(_ name: String) { self.name = name }
    package init(stringLiteral name: String) { self.init(name) }

    /// What Enter does, where a scene lists it.
    package static let enter: ActionName = "enter"
    /// Asks again after a fault.
    static let retry: ActionName = "retry"
}
