/// A bounded queue: the oldest elements give way to new ones, and are counted.
struct Backlog<Element> {
    let capacity: Int
    private var elements: [Element] = []
    /// How many elements gave way since the last ``forgetDropped()``.
    private(set) var dropped = 0

    init(capacity: Int) { self.capacity = capacity }

    /// The number of elements that wait.
    var count: Int { elements.count }

    mutating func add(_ more: [Element]) {
        elements += more
        let surplus = elements.count - capacity
        guard surplus > 0 else { return }
        elements.removeFirst(surplus)
        dropped += surplus
    }

    /// Removes and returns the oldest elements, at most `limit`.
    mutating func take(_ limit: Int) -> [Element] {
        let taken = Array(elements.prefix(limit))
        elements.removeFirst(taken.count)
        return taken
    }

    /// Returns how many elements gave way, and counts from zero again.
    mutating func forgetDropped() -> Int {
        defer { dropped = 0 }
        return dropped
    }
}
