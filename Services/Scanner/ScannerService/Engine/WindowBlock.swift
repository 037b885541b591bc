/// Closes of a block of windows, and what is carried from one window to the next: their sums and those of their squares, where
/// each run of equal closes began, and the greatest and least of the closes that follow each other (the data's envelope).
///
/// Closes count from the first of the block on, so that little of them is lost where they are squared.
struct WindowBlock: ~Copyable {
    /// How many places behind the last are read, and not used, by those who read several at a time.
    private static let behind = 8

    private let room: Int
    let closes: Scratch<Double>
    /// Entry n is the sum of the first n.
    let sums: Scratch<Double>
    let squares: Scratch<Double>
    private let runStarts: Scratch<Int32>
    /// Of each close and those after it that the envelope covers.
    let greatest: Scratch<Double>
    let least: Scratch<Double>
    /// How many closes the envelope covers.
    private var width = 0
    private var count = 0

    init(room: Int) {
        self.room = room
        closes = Scratch(count: room + Self.behind, of: 0)
        sums = Scratch(count: room + Self.behind, of: 0)
        squares = Scratch(count: room + Self.behind, of: 0)
        runStarts = Scratch(count: room, of: 0)
        greatest = Scratch(count: room + Self.behind, of: 0)
        least = Scratch(count: room + Self.behind, of: 0)
    }

    /// Takes the closes of the next block, at most as many as there is room for and at least one.
    mutating func take(_ block: UnsafePointer<Double>, count: Int) {
        precondition(count <= room && count > 0, "A block has room for its windows.")
        let base = block[0]
        var (sum, square) = (0.0, 0.0)
        sums.base[0] = 0
        squares.base[0] = 0
        runStarts.base[0] = 0
        for index in 0..<count {
            let close = block[index] - base
            closes.base[index] = close
            sum += close
            square += close * close
            sums.base[index + 1] = sum
            squares.base[index + 1] = square
            if index > 0 {
                runStarts.base[index] =
                    block[index] == block[index - 1] ? runStarts.base[index - 1] : Int32(truncatingIfNeeded: index)
            }
        }
        greatest.base.update(from: closes.base, count: count)
        least.base.update(from: closes.base, count: count)
        self.count = count
        width = 1
    }

    /// Whether the window of `length` closes from `start` on stands still.
    @inline(__always)
    borrowing func standsStill(_ start: Int, length: Int) -> Bool {
        Int(runStarts.base[start + length - 1]) <= start
    }

    /// Widens the envelope until it covers `needed` closes; it does not get narrower within a block. As the length of windows
    /// grows it widens by one now and then, which costs one pass over the block.
    ///
    /// - Returns: How many it covers.
    mutating func widenEnvelope(to needed: Int) -> Int {
        while width < needed {
            let step = min(width, needed - width)
            // The last ones stay as they are: no window has that many closes from there on.
            var index = 0
            while index < count - step {
                greatest.base[index] = max(greatest.base[index], greatest.base[index + step])
                least.base[index] = min(least.base[index], least.base[index + step])
                index += 1
            }
            width += step
        }
        return width
    }
}
