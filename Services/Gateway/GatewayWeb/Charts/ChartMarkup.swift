import Domain
import Drawing
import GatewayScenes
import GatewayWords

/// Turns charts into figures of a page.
package enum ChartMarkup {
    /// Returns a chart in both sizes with its legend, or the reason why it cannot be drawn.
    ///
    /// - Parameters:
    ///   - block: The chart.
    ///   - name: The name of the chart, unique on its page.
    ///   - language: The language of the page.
    package static func figure(_ block: ChartBlock, name: String, language: Language) -> HTML {
        let chart: CheckedChart
        do throws(ChartError) {
            chart = try CheckedChart(block.chart(in: language))
        } catch {
            let words = error.code == .empty ? AppTexts.nothingToDraw.spoken(in: language) : error.message
            return .tag(.p, .classes("say", "faint"), text: words)
        }
        do throws(ChartError) {
            return try figure(of: chart, block.segment, name: name, language)
        } catch {
            // Without the drawing library, the chart is read out as in a terminal without pictures.
            return .group(
                ([error.message] + chart.summaries.map(\.sentence)).map {
                    .tag(.p, .classes("say", "faint"), text: $0)
                })
        }
    }

    /// Returns the fields for both ends of a segment and the button that chooses it. They stand in the form of the
    /// chart's pane, and do without JavaScript what the grips do with it.
    package static func spanFields(_ segment: ChartSegment, language: Language) -> HTML {
        SpanFields(segment: segment, language: language).markup
    }

    private static func figure(
        of chart: CheckedChart, _ segment: ChartSegment?, name: String, _ language: Language
    ) throws(ChartError) -> HTML {
        let sizes = try ChartSize.allCases.map { size throws(ChartError) in
            (size: try PictureSize(width: size.width, height: size.height), most: size.mostReadings)
        }
        let figures = try ChartFigure.figures(of: chart, in: sizes)
        let drawings = zip(ChartSize.allCases, figures).map { size, figure in
            ChartDrawing(
                chart: chart, figure: figure, size: size, segment: segment, name: name, language: language
            ).markup
        }
        let key = figures.first.map { KeyMarkup.caption($0.key) } ?? .nothing
        let attributes = [HTMLAttribute.classes("chart"), .data("chart", name)].compactMap { $0 }
        return .element(
            .figure, attributes,
            drawings + [key, .tag(.output, .classes("say"), .text(.ariaLive, "polite"))])
    }
}
