/// Selects the points of a line that preserve its shape, when there are more than a picture needs.
public enum Downsampling {
    /// Returns the indices of at most `count` points, in order, by "largest triangle three buckets" (LTTB). The first
    /// and the last point are kept; points whose `y` is not finite are dropped.
    ///
    /// Takes linear time.
    /// - Source: Sveinn Steinarsson, "Downsampling Time Series for Visual Representation", 2013. Among equal triangles,
    ///   the first point is taken. The third corner is the mean of the next bucket in both coordinates.
    public static func largestTriangles(
        x: UnsafeBufferPointer<Double>, y: UnsafeBufferPointer<Double>, count: Int
    ) -> [Int] {
        precondition(x.count == y.count, "A point has two coordinates.")
        if y.allSatisfy(\.isFinite) { return chosen(count, of: y.count, x: { x[$0] }, y: { y[$0] }) }
        let finite = y.indices.filter { y[$0].isFinite }
        return chosen(count, of: finite.count, x: { x[finite[$0]] }, y: { y[finite[$0]] }).map { finite[$0] }
    }

    @inline(__always)
    private static func chosen(_ count: Int, of n: Int, x: (Int) -> Double, y: (Int) -> Double) -> [Int] {
        if count >= n { return Array(0..<n) }
        guard count > 2 else { return Array([0, n - 1].prefix(max(0, count))) }
        let every = Double(n - 2) / Double(count - 2)
        func edge(_ bucket: Int) -> Int { Int((Double(bucket) * every).rounded(.down)) + 1 }
        var result = [0]
        result.reserveCapacity(count)
        var last = 0
        for bucket in 0..<(count - 2) {
            let (start, end) = (edge(bucket), edge(bucket + 1))
            let nextEnd = min(edge(bucket + 2), n)
            var (meanX, meanY) = (0.0, 0.0)
            for index in end..<nextEnd {
                meanX += x(index)
                meanY += y(index)
            }
            let size = Double(nextEnd - end)
            (meanX, meanY) = (meanX / size, meanY / size)
            let (lastX, lastY) = (x(last), y(last))
            var best = start
            var largest = -1.0
            for index in start..<end {
                let area = abs((lastX - meanX) * (y(index) - lastY) - (lastX - x(index)) * (meanY - lastY)) / 2
                if area > largest { (largest, best) = (area, index) }
            }
            result.append(best)
            last = best
        }
        result.append(n - 1)
        return result
    }
}
