/// A worker that searches blocks of windows for a chart pattern. Each thread has one, with its own memory.
///
/// A cascade with cheap tests first, four windows at a time: the first and last point (LB_Kim), then each point against
/// the pattern's band with early abandoning, then the pattern against the windows' band (``Envelope``). The remaining
/// windows are measured exactly as defined (``WindowBatch``). The tests use running sums (``WindowBlock``).
/// ``allowance`` covers the loss of precision of running sums. A window for which they are too imprecise is measured.
struct ChartWorker: ~Copyable {
    /// The number of windows per block; running sums restart with each block.
    static let blockLength = 1024
    /// The tolerated error of the tests, in units of distance. Running sums are trusted while their error is below a
    /// tenth of it.
    private static let allowance = 1e-5
    /// The threshold of trust: a window is measured when its sum of squares is not at least this multiple of the
    /// rounding error of the running sum.
    private static let trust = 1e6 * 0x1p-52

    private let pattern: ChartPattern
    private let points: Int
    /// The limit for sums of squares, in the tests and in the warping. No match is above it.
    private let looseLimit: Double
    private let room: Int
    private var block: WindowBlock
    private let envelope: Envelope
    private let batch: WindowBatch
    /// The windows that wait to be measured together, by their first closes.
    private var waiting = SIMD8<Int>(repeating: 0)
    private var waitingCount = 0

    init(_ pattern: ChartPattern) {
        self.pattern = pattern
        points = pattern.shape.count
        let distance = pattern.tolerance + Self.allowance
        looseLimit = distance * distance * Double(points)
        room = Self.blockLength + pattern.lengths.upperBound
        block = WindowBlock(room: room)
        envelope = Envelope(pattern, limit: looseLimit)
        batch = WindowBatch(pattern, looseLimit: looseLimit)
    }

    /// Reports the matching windows that begin at `starts` and end before `end`, and the number of windows examined.
    mutating func search(
        _ all: UnsafePointer<Double>, starts: Range<Int>, end: Int, stop: StopFlag,
        found: (_ distance: Double, _ first: Int, _ length: Int) -> Void, done: (_ windows: Int) -> Void
    ) {
        let first = starts.lowerBound
        let count = min(end - first, starts.count + pattern.lengths.upperBound - 1)
        guard count >= pattern.lengths.lowerBound else { return }
        block.take(all + first, count: count)
        for length in pattern.lengths {
            guard length <= count, !stop.isSet else { return }
            envelope.place(length: length, in: &block)
            let windows = min(starts.count, count - length + 1)
            searchLength(all + first, length, windows: windows, stop: stop) { found($0, first + $1, length) }
            done(windows)
        }
    }

    // MARK: The tests

    private typealias Four = SIMD4<Double>

    /// Reports the matching windows of one length.
    @inline(__always)
    private mutating func searchLength(
        _ closes: UnsafePointer<Double>, _ length: Int, windows: Int, stop: StopFlag, _ found: (Double, Int) -> Void
    ) {
        let share = Four(repeating: 1 / Double(length))
        let size = Four(repeating: Double(length))
        let firstPoint = Four(repeating: pattern.shape[0])
        let lastPoint = Four(repeating: pattern.shape[points - 1])
        let limit = Four(repeating: looseLimit)
        let trust = Four(repeating: Self.trust * Double(room))
        var start = 0
        while start < windows {
            let sum = four(block.sums.base, start + length) - four(block.sums.base, start)
            let before = four(block.squares.base, start + length)
            let mean = sum * share
            let spread = before - four(block.squares.base, start) - sum * mean
            let scale = (size / spread).squareRoot()
            let left = (four(block.closes.base, start) - mean) * scale - firstPoint
            let right = (four(block.closes.base, start + length - 1) - mean) * scale - lastPoint
            let trusted = spread .> before * trust
            let ruledOut = (left * left + right * right .> limit) .& trusted
            if !all(ruledOut) {
                var passed = .!ruledOut .& trusted
                if any(passed) {
                    passed = envelope.mayMatch(block, start, mean: mean, scale: scale, wanted: passed)
                    if any(passed) {
                        passed = envelope.mayBeMatched(block, start, mean: mean, scale: scale, wanted: passed)
                    }
                }
                // Windows with untrusted sums, including NaN, are measured, too.
                passed .|= .!trusted
                for lane in 0..<min(4, windows - start) where passed[lane] {
                    measure(start + lane, closes, length, stop: stop, found)
                }
            }
            start += 4
        }
        measureWaiting(closes, length, stop: stop, found)
    }

    @inline(__always)
    private func four(_ base: UnsafeMutablePointer<Double>, _ index: Int) -> Four {
        UnsafeRawPointer(base + index).loadUnaligned(as: Four.self)
    }

    // MARK: The last word

    private mutating func measure(
        _ start: Int, _ closes: UnsafePointer<Double>, _ length: Int, stop: StopFlag, _ found: (Double, Int) -> Void
    ) {
        if block.standsStill(start, length: length) {
            if pattern.flatDistance <= pattern.tolerance { found(pattern.flatDistance, start) }
            return
        }
        // Unused lanes repeat a window in use.
        if waitingCount == 0 { waiting = SIMD8(repeating: start) }
        waiting[waitingCount] = start
        waitingCount += 1
        if waitingCount == WindowBatch.size { measureWaiting(closes, length, stop: stop, found) }
    }

    private mutating func measureWaiting(
        _ closes: UnsafePointer<Double>, _ length: Int, stop: StopFlag, _ found: (Double, Int) -> Void
    ) {
        guard waitingCount > 0 else { return }
        defer { waitingCount = 0 }
        guard !stop.isSet else { return }
        let distances = batch.distances(closes, starts: waiting, length: length, stop: stop)
        for lane in 0..<waitingCount where distances[lane] <= pattern.tolerance {
            found(distances[lane], waiting[lane])
        }
    }
}
