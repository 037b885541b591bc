/// The closes of a block of windows, with running values: sums of closes and of their squares, the beginning of each
/// run of equal closes, and the maximum and minimum of consecutive closes (the envelope of the data).
///
/// Closes are relative to the first of the block, which keeps the precision of their squares.
struct WindowBlock: ~Copyable {
    /// The number of places after the last one that vector loads may read but do not use.
    private static let behind = 8

    private let room: Int
    let closes: Scratch<Double>
    /// Entry n is the sum of the first n closes.
    let sums: Scratch<Double>
    let squares: Scratch<Double>
    private let runStarts: Scratch<Int32>
    /// The extremes of each close and the following ones that the envelope covers.
    let greatest: Scratch<Double>
    let least: Scratch<Double>
    /// The number of closes that the envelope covers.
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

    /// Loads the closes of the next block: at least one, at most as many as there is room for.
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

    /// True when the closes of the window of `length` closes from `start` on are constant.
    @inline(__always)
    borrowing func standsStill(_ start: Int, length: Int) -> Bool {
        Int(runStarts.base[start + length - 1]) <= start
    }

    /// Widens the envelope until it covers `needed` closes; within a block it never narrows. As the length of windows
    /// grows, it occasionally widens by one, at the cost of one pass over the block.
    ///
    /// - Returns: The number of closes that it covers.
    mutating func widenEnvelope(to needed: Int) -> Int {
        while width < needed {
            let step = min(width, needed - width)
            // The last entries stay unchanged: no window has that many closes from there on.
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
