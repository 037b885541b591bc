/// A line chart one character high.
package enum Sparkline {
    private static let blocks = Array("▁▂▃▄▅▆▇█")
    private static let columns = 16

    /// Returns one character per value; its height shows the value.
    package static func of(_ values: [Double]) -> String {
        guard let least = values.min(), let greatest = values.max() else { return "" }
        let columns = min(Self.columns, values.count)
        return String(
            (0..<columns).map { column in
                let value = values[columns == 1 ? 0 : column * (values.count - 1) / (columns - 1)]
                guard greatest > least else { return blocks[0] }
                return blocks[min(blocks.count - 1, Int((value - least) / (greatest - least) * Double(blocks.count)))]
            })
    }
}
