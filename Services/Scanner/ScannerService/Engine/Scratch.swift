/// Memory of one worker for one purpose, taken once and used for every window. Not shared between threads.
struct Scratch<Element>: ~Copyable {
    /// The first element; valid as long as this lives.
    let base: UnsafeMutablePointer<Element>

    init(count: Int, of value: Element) {
        base = .allocate(capacity: max(1, count))
        base.initialize(repeating: value, count: max(1, count))
        self.count = max(1, count)
    }

    /// A copy of an array that has elements.
    init(_ elements: [Element]) {
        base = .allocate(capacity: elements.count)
        _ = UnsafeMutableBufferPointer(start: base, count: elements.count).initialize(from: elements)
        count = elements.count
    }

    private let count: Int

    deinit {
        base.deinitialize(count: count)
        base.deallocate()
    }
}
