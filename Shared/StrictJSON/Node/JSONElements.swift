/// The elements of an array, in order.
public struct JSONElements: Sequence, IteratorProtocol, Sendable {
    private let array: JSONNode
    private var position: Int
    private let end: Int

    init(array: JSONNode) {
        self.array = array
        position = array.index + 1
        underestimatedCount = array.kind == .array ? array.count : 0
        end = array.kind == .array ? Int(array.entry.next) : position
    }

    public mutating func next() -> JSONNode? {
        guard position < end else { return nil }
        let element = array.sibling(at: position)
        underestimatedCount -= 1
        position = Int(element.entry.next)
        return element
    }

    /// The number of remaining elements.
    ///
    /// The standard library relies on this number and traps if it is too large. It therefore counts only the elements
    /// of this iteration: an object has none.
    public private(set) var underestimatedCount: Int
}
