/// The labels below the plot: dates, numbers or names.
struct HorizontalLabels {
    private enum Labels {
        case ticks(HorizontalTicks)
        case names([(position: Double, text: String)], isUpright: Bool)
    }

    /// The height that they need below the plot.
    let height: Double
    private let labels: Labels

    private static let line = ChartLayout.textSize * TextRun.lineHeight
    /// The distance between the plot and the labels.
    private static let distance = 9.0

    /// - Parameter most: The largest height.
    init(_ layout: ChartLayout, plot: Box, most: Double) {
        if case .names(let names) = layout.chart.horizontal {
            let (shown, isUpright) = Self.fit(names, layout, plot, most: most)
            labels = .names(shown, isUpright: isUpright)
            let widest = shown.map { layout.width(of: $0.text) }.max() ?? 0
            height = Self.distance + (isUpright ? widest : Self.line)
            return
        }
        let ticks = HorizontalTicks(
            of: layout.chart,
            in: HorizontalTicks.Room(
                width: plot.width, before: plot.left - layout.margin, after: layout.margin / 2,
                gap: ChartLayout.gap * 1.5)
        ) { layout.width(of: $0) }
        labels = .ticks(ticks)
        let hasSecondLine = ticks.ticks.contains { $0.context != nil } || ticks.title?.isEmpty == false
        height = Self.distance + Self.line * (hasSecondLine ? 2.15 : 1)
    }

    /// Fits names below their places: unchanged, slightly shortened, vertical, or only every n-th name.
    private static func fit(
        _ names: [String], _ layout: ChartLayout, _ plot: Box, most: Double
    ) -> (shown: [(position: Double, text: String)], isUpright: Bool) {
        let slot = plot.width / Double(names.count)
        func middle(_ index: Int) -> Double { (Double(index) + 0.5) * slot }
        let room = slot - ChartLayout.gap / 2
        let widths = names.map { layout.width(of: $0) }
        let isWide = widths.allSatisfy { $0 <= room } || room >= 64
        if isWide {
            return (
                names.indices.map { index in
                    (middle(index), layout.ruler.shortened(names[index], to: room, size: ChartLayout.textSize))
                }, false
            )
        }
        let every = max(1, Int((line + 2) / slot) + (line + 2 > slot ? 1 : 0))
        let longest = min(110, most - distance)
        return (
            stride(from: 0, to: names.count, by: every).map { index in
                (middle(index), layout.ruler.shortened(names[index], to: longest, size: ChartLayout.textSize))
            }, true
        )
    }

    func grid(_ layout: ChartLayout, _ plot: Box) -> [Shape] {
        guard case .ticks(let ticks) = labels else { return [] }
        return ticks.ticks.map { tick in
            let x = (plot.left + tick.position).rounded() + 0.5
            return .path(
                .line(from: (x, plot.top), to: (x, plot.bottom), Path.Stroke(colour: layout.theme.grid, width: 1)))
        }
    }

    /// Returns the anchor of a label that was moved from below its tick where it would leave the picture.
    private static func anchor(_ width: Double, from start: Double, at position: Double) -> TextRun.Anchor {
        let aside = start + width / 2 - position
        return abs(aside) < 0.01 ? .middle : aside < 0 ? .end : .start
    }

    func shapes(_ layout: ChartLayout, _ plot: Box) -> [Shape] {
        let theme = layout.theme
        let size = ChartLayout.textSize
        let bottom = plot.bottom.rounded() + 0.5
        var shapes: [Shape] = [
            .path(
                .line(from: (plot.left, bottom), to: (plot.right, bottom), Path.Stroke(colour: theme.axis, width: 1)))
        ]
        let first = plot.bottom + Self.distance + TextRun.ascent * size
        let second = first + Self.line * 1.15
        switch labels {
        case .names(let names, let isUpright):
            for (position, text) in names where !text.isEmpty {
                let width = layout.width(of: text)
                let x = plot.left + position
                shapes.append(
                    isUpright
                        ? layout.text(
                            text, x: x + (TextRun.ascent - TextRun.lineHeight / 2) * size,
                            y: plot.bottom + Self.distance + width, colour: theme.faintText, isUpright: true,
                            anchor: .end)
                        : layout.text(text, x: x - width / 2, y: first, colour: theme.faintText, anchor: .middle))
            }
        case .ticks(let ticks):
            for tick in ticks.ticks {
                if let label = tick.label {
                    shapes.append(
                        layout.text(
                            label, x: plot.left + tick.start, y: first, colour: theme.faintText,
                            anchor: Self.anchor(layout.width(of: label), from: tick.start, at: tick.position)))
                }
                if let context = tick.context {
                    shapes.append(
                        layout.text(
                            context, x: plot.left + tick.contextStart, y: second, colour: theme.text,
                            anchor: Self.anchor(layout.width(of: context), from: tick.contextStart, at: tick.position)))
                }
            }
            if let title = ticks.title, !title.isEmpty {
                let text = layout.ruler.shortened(title, to: plot.width, size: size)
                shapes.append(
                    layout.text(
                        text, x: plot.right - layout.width(of: text), y: second, colour: theme.faintText, anchor: .end))
            }
        }
        return shapes
    }
}
