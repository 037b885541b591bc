import Domain

/// The labels and grid lines of the vertical axis.
struct VerticalAxis {
    /// The range from the lowest to the highest line.
    let range: ClosedRange<Double>
    /// The width of the widest label.
    let labelWidth: Double
    private let ticks: [(value: Double, label: String)]

    /// - Parameters:
    ///   - height: The height of the plot; the labels of the other axis may reduce it.
    ///   - room: The room beyond the highest and the lowest value, for the values of bars.
    init(_ layout: ChartLayout, height: Double, room: Double = 0) {
        let values = Self.widened(layout.chart.values, by: room / max(1, height - 2 * room))
        let steps = NumberSteps(over: values, most: max(2, min(10, Int(height / 44))))
        range = steps.ticks.count > 1 ? steps.range : values
        let widest = steps.labels.map { layout.width(of: $0) }.max() ?? 0
        // Long labels leave no room for the plot; scientific notation is shorter.
        let isShort = widest <= layout.width * 0.25
        let labels = (isShort ? steps.labels : steps.ticks.map { NumberLabel.scientific($0) }).map {
            AmountText.decimals($0, in: layout.chart.language)
        }
        ticks = Array(zip(steps.ticks, labels))
        labelWidth = labels.map { layout.width(of: $0) }.max() ?? 0
    }

    /// Returns the range extended above by a share of its length, and below when it goes below zero.
    private static func widened(_ values: ClosedRange<Double>, by share: Double) -> ClosedRange<Double> {
        guard share > 0 else { return values }
        let more = (values.upperBound / 2 - values.lowerBound / 2) * 2 * share
        guard more.isFinite else { return values }
        return
            (values.lowerBound < 0 ? values.lowerBound - more : values.lowerBound)...max(
                values.upperBound > 0 ? values.upperBound + more : values.upperBound, values.lowerBound)
    }

    func grid(_ layout: ChartLayout, _ scale: PlotScale) -> [Shape] {
        ticks.map { tick in
            let isZero = tick.value == 0
            let y = scale.y(tick.value).rounded() + 0.5
            return .path(
                .line(
                    from: (scale.plot.left, y), to: (scale.plot.right, y),
                    Path.Stroke(colour: isZero ? layout.theme.axis : layout.theme.grid, width: 1)))
        }
    }

    func labels(_ layout: ChartLayout, _ scale: PlotScale) -> Layer {
        var layer = Layer(.axis)
        let size = ChartLayout.textSize
        let apart = ticks.count > 1 ? abs(scale.y(ticks[1].value) - scale.y(ticks[0].value)) : scale.plot.height
        // When the plot is lower than estimated, only every n-th label is shown.
        let every = max(1, Int(((size * TextRun.lineHeight + 3) / max(1, apart)).rounded(.up)))
        for (index, tick) in ticks.enumerated() where index % every == 0 {
            let middle = scale.y(tick.value)
            layer.add(
                layout.text(
                    tick.label, x: scale.plot.left - 10 - layout.width(of: tick.label),
                    y: middle + (TextRun.ascent - TextRun.lineHeight / 2) * size, colour: layout.theme.faintText,
                    anchor: .end))
        }
        return layer
    }
}
