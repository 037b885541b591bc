/// Searches blocks of windows for a line: one for each thread, with memory of its own.
///
/// A cascade, cheap tests first, four windows at a time: the first and last point (Kim), then the points one by one against the
/// pattern's band until they differ too much, then the pattern against the windows' band (``Envelope``). What is left is
/// measured with exactly the numbers of the definition (``WindowBatch``). The tests work with sums that are carried from window
/// to window (``WindowBlock``); what these cost in precision is allowed for with ``allowance``, and where they are not precise
/// enough the window is measured.
struct ChartWorker: ~Copyable {
    /// Starts of windows that are searched together; sums begin anew with each block.
    static let blockLength = 1024
    /// How far the tests may be off, in units of distance. Carried sums are trusted where their error is a tenth of it.
    private static let allowance = 1e-5
    /// A window is measured when its sum of squares is not this many times the rounding of the carried one.
    private static let trust = 1e6 * 0x1p-52

    private let pattern: ChartPattern
    private let points: Int
    /// No sum of squares above it can be a match, in the tests and in the warping.
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

    /// Finds the windows that begin at `starts` and end before `end`, as far as they match; tells how many were looked at.
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

    /// Hands on the windows of one length that match.
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
                // Also what cannot be trusted, as where a number is none, is measured.
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
        // Lanes that are left over repeat one that is not.
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
