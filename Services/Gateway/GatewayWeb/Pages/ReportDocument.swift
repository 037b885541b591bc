import Domain
import Drawing
import GatewayWords

/// A report as a page of its own, with a chart for each currency.
package struct ReportDocument {
    /// The levels that the style tells apart; deeper ones look the same.
    private static let mostLevels = 4

    private let sheet: ReportSheet
    private let charts: [Chart]
    private let language: Language

    /// - Parameter charts: One for each part of the sheet.
    package init(_ sheet: ReportSheet, charts: [Chart], language: Language) {
        self.sheet = sheet
        self.charts = charts
        self.language = language
    }

    package var bytes: [UInt8] {
        let title = sheet.title.spoken(in: language)
        var content: [HTML] = [
            .tag(.h1, text: title), .tag(.p, text: sheet.days.spoken(in: language)),
        ]
        if let note = sheet.note { content.append(.tag(.p, text: note.spoken(in: language))) }
        if sheet.parts.isEmpty { content.append(.tag(.p, text: ReportTexts.nothing.spoken(in: language))) }
        for (number, part) in sheet.parts.enumerated() {
            content.append(.tag(.h2, text: Text.unit(part.currency).spoken(in: language)))
            if charts.indices.contains(number) { content.append(drawing(charts[number])) }
            content.append(.tag(.div, .classes("wide"), content: [table(of: part)]))
        }
        return HTMLFile(language: language, title: title, content: [.tag(.main, content: content)]).bytes
    }

    /// Returns the chart; nothing where it cannot be drawn, because the table says the same.
    private func drawing(_ chart: Chart) -> HTML {
        guard let picture = try? ChartPicture.layout(of: CheckedChart(chart)) else { return .nothing }
        let (width, height) = (Int(picture.width), Int(picture.height))
        return .tag(
            .svg, .text(.viewBox, "0 0 \(width) \(height)"), .text(.width, "\(width)"), .text(.height, "\(height)"),
            .text(.role, "img"), .text(.ariaLabel, picture.description),
            .text(.fontSize, SVGFormat.compact.number(LayerMarkup.usualSize)),
            content: picture.layers.map(LayerMarkup.group))
    }

    private func table(of part: ReportSheet.Part) -> HTML {
        let titles = [ReportTexts.name] + sheet.columns.map(\.title)
        let head = HTML.tag(
            .thead,
            content: [
                .tag(.tr, content: titles.map { .tag(.th, .text(.scope, "col"), text: $0.spoken(in: language)) })
            ])
        return .tag(.table, content: [head, .tag(.tbody, content: part.rows.map(row))])
    }

    private func row(_ row: ReportSheet.Row) -> HTML {
        let level = min(row.depth, Self.mostLevels)
        let name = HTML.element(
            .th, [.text(.scope, "row")] + (level > 0 ? [.classes("l\(level)")] : []),
            [.text(row.name.spoken(in: language))])
        let cells = row.cells.map { HTML.tag(.td, text: $0?.spoken(in: language) ?? "") }
        let attributes: [HTMLAttribute] =
            switch row.look {
            case .plain: []
            case .heading: [.classes("heading")]
            case .sum: [.classes("sum")]
            }
        return .element(.tr, attributes, [name] + cells)
    }
}
