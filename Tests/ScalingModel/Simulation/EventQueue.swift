/// Events in the order of their virtual time; events of the same time keep the order of their scheduling, so a run is
/// the same each time.
struct EventQueue<Event> {
    private struct Entry {
        let time: Int
        let number: Int
        let place: Int
    }

    /// A binary heap: no entry precedes its parent. Events are larger and stay where they are.
    private var heap: [Entry] = []
    private var events: [Event?] = []
    private var freePlaces: [Int] = []
    private var scheduled = 0

    /// Schedules `event`.
    mutating func schedule(_ event: Event, at time: Int) {
        let place = freePlaces.popLast() ?? events.count
        if place == events.count { events.append(event) } else { events[place] = event }
        heap.append(Entry(time: time, number: scheduled, place: place))
        scheduled += 1
        var child = heap.count - 1
        while child > 0, precedes(child, (child - 1) / 2) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Removes the earliest event; nil when there is none.
    mutating func next() -> (time: Int, event: Event)? {
        guard let last = heap.popLast() else { return nil }
        guard let first = heap.first else { return take(last) }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && precedes(child, least) {
                least = child
            }
            if least == parent { return take(first) }
            heap.swapAt(parent, least)
            parent = least
        }
    }

    private mutating func take(_ entry: Entry) -> (time: Int, event: Event)? {
        defer {
            events[entry.place] = nil
            freePlaces.append(entry.place)
        }
        return events[entry.place].map { (entry.time, $0) }
    }

    private func precedes(_ one: Int, _ other: Int) -> Bool {
        (heap[one].time, heap[one].number) < (heap[other].time, heap[other].number)
    }
}
