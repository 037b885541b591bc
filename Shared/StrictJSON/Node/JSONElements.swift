/// The elements of an array in order.
public struct JSONElements: Sequence, IteratorProtocol, Sendable {
    private let array: JSONNode
    private var position: Int
    private let end: Int

    init(array: JSONNode) {
        self.array = array
        position = array.index + 1
        end = array.kind == .array ? Int(array.entry.next) : position
    }

    /// The next element.
    public mutating func next() -> JSONNode? {
        guard position < end else { return nil }
        let element = array.sibling(at: position)
        position = Int(element.entry.next)
        return element
    }

    /// How many elements there are.
    public var underestimatedCount: Int { array.count }
}
