import GatewayWords

/// An action of a scene.
package struct SceneAction: Sendable, Hashable {
    /// The row of keys in which the action is shown.
    package enum Group: Sendable, Hashable {
        /// Changes something.
        case act
        /// Changes the view, or leads elsewhere.
        case view
    }

    /// The order in which actions are dropped when space is scarce.
    package enum Rank: Int, Sendable, Hashable, Comparable {
        /// Never dropped: Enter, yes, no, stop, retry.
        case must
        case often
        case seldom

        package static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
    }

    /// The name for the presenter.
    package let name: ActionName
    /// The key that triggers it; nil where only Enter, the palette or a line does.
    package let key: SceneKey?
    /// The title.
    package let title: Text
    /// The reason why it is not possible now; nil when it is.
    package var obstacle: Text?
    /// True when it is shown in the rows of keys, as far as there is room.
    package var isHinted = true
    /// The short title.
    package var short: Text?
    package var group = Group.act
    package var rank: Rank
    /// True when it acts on the selected row; faces with room show it beside the row.
    package var actsOnRow = false
    /// True when it sends a form from any of its fields, where Enter leads from one to the next.
    package var sendsForm = false
    /// The keys to show, where two keys belong together: `[ ]`, `← →`.
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

    /// The same action, for the selected row.
    var onRow: SceneAction {
        var action = self
        action.actsOnRow = true
        return action
    }

    /// Returns the action that sends a form from any of its fields.
    ///
    /// - Parameter isHinted: False where Enter does the same now.
    static func sendForm(_ name: ActionName, _ title: Text, isHinted: Bool = true) -> SceneAction {
        var action = SceneAction(name, .function(2), title, isHinted: isHinted)
        action.sendsForm = true
        return action
    }

    /// Retries after a fault.
    static let retry = SceneAction(.retry, .character("r"), AppTexts.retry)
}

package struct ActionName: Hashable, Sendable, ExpressibleByStringLiteral {
    package let name: String

    init(_ name: String) { self.name = name }
    package init(stringLiteral name: String) { self.init(name) }

    /// The action of Enter, where a scene lists it.
    package static let enter: ActionName = "enter"
    /// Retries after a fault.
    static let retry: ActionName = "retry"
}
