/// A catalogue of reasons by name.
public struct ReasonCatalogue: Sendable {
    /// All reasons, in the order of the documentation.
    public let all: [Reason]
    private let byName: [String: Reason]

    /// Creates a catalogue of topics.
    ///
    /// - Precondition: Names are unique.
    public init(_ topics: [[Reason]]) {
        all = topics.flatMap(\.self)
        byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    }

    /// The reason with this name; nil for a reason of another version.
    public subscript(name: String) -> Reason? { byName[name] }
}
