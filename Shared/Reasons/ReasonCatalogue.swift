/// Reasons by name.
public struct ReasonCatalogue: Sendable {
    /// Every reason, in the order of the documentation.
    public let all: [Reason]
    private let byName: [String: Reason]

    /// Creates a catalogue of topics.
    ///
    /// - Precondition: No name stands twice.
    public init(_ topics: [[Reason]]) {
        all = topics.flatMap(\.self)
        byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    }

    /// The reason of a name; nil for one of another version.
    public subscript(name: String) -> Reason? { byName[name] }
}
