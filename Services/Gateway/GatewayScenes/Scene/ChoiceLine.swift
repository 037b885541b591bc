import GatewayWords

/// A line of alternatives, of which one in each group is chosen: `[all 3 000]  income 41  expense 2 959   no search`.
package struct ChoiceLine: Sendable, Hashable {
    /// An alternative.
    package struct Choice: Sendable, Hashable {
        package let text: Text
        /// Chooses it.
        package let action: ActionName
        package let isChosen: Bool

        init(_ text: Text, _ action: ActionName, isChosen: Bool) {
            self.text = text
            self.action = action
            self.isChosen = isChosen
        }
    }

    /// The groups from left to right.
    package let groups: [[Choice]]
    /// The rest of the line.
    package let tail: [Span]
    /// The actions that step through the alternatives; faces that show each one as a button need them no more.
    package let replaces: Set<ActionName>

    init(_ groups: [[Choice]], tail: [Span] = [], replacing actions: Set<ActionName> = []) {
        self.groups = groups
        self.tail = tail
        replaces = actions
    }

    /// The line for faces that only write: the chosen ones stand in brackets.
    package var spans: [Span] {
        var spans: [Span] = []
        for (number, group) in groups.enumerated() {
            if number > 0 { spans.append(Span(verbatim: "   ")) }
            for choice in group {
                spans += [
                    choice.isChosen
                        ? Span(Text(verbatim: "[") + choice.text + Text(verbatim: "]"), .here)
                        : Span(choice.text, .faint),
                    Span(verbatim: "  "),
                ]
            }
        }
        return spans + tail
    }
}
