/// Memory of one worker for one purpose, allocated once and reused for every window. Not shared between threads.
struct Scratch<Element>: ~Copyable {
    /// The first element; valid for the lifetime of this value.
    let base: UnsafeMutablePointer<Element>

    init(count: Int, of value: Element) {
        base = .allocate(capacity: max(1, count))
        base.initialize(repeating: value, count: max(1, count))
        self.count = max(1, count)
    }

    /// Creates a copy of a non-empty array.
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
