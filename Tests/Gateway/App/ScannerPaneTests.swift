import Coordination
import Domain
import Drawing
import Signals
import Testing

@testable import GatewayScenes
@testable import GatewaySession
@testable import GatewayTerminal
@testable import GatewayWords

/// The panes of a scan: their layout, the effect of Esc, and the outcome of the selected match.
@Suite @MainActor struct ScannerPaneTests {
    private func atSegment(_ services: FakeServices) async throws -> (Scene, ScannerPresenter) {
        let presenter = ScannerPresenter(nil, signals: fakeTree(services), tools: .forTests())
        let scene = Scene(presenter, ScannerView())
        scene.open()
        try await eventuallyOnMain("securities are there") { presenter.state.securities.value != nil }
        presenter.receive(.enter)
        try await eventuallyOnMain("candles are there") { presenter.state.candles.value != nil }
        return (scene, presenter)
    }

    nonisolated private static func services(
        _ scan: @escaping @Sendable () async throws -> ScannerSignal.ScanAnswer = { AppSamples.scan }
    ) -> FakeServices {
        FakeServices { answers in
            answers.answer(
                ScannerSignal.Securities.self, ScannerSignal.SecurityList(securities: [AppSamples.security]))
            answers.answer(ScannerSignal.Chart.self) { signal, _ in
                ScannerSignal.ChartAnswer(ticker: signal.ticker, candles: AppSamples.candles)
            }
            answers.answer(ScannerSignal.Scan.self) { _, _ in try await scan() }
        }
    }

    private func lines(_ screen: Screen, columns: Int = 80, rows: Int = 24) -> [String] {
        GridRenderer(rows: rows, columns: columns, language: .english)
            .grid(of: GridRenderer.Page(path: [screen.title], screen: screen)).lines
    }

    @Test func aSmallWindowShowsAtLeastFiveResultsBelowTheChart() async throws {
        let (scene, presenter) = try await atSegment(Self.services())
        presenter.receive(.enter)
        try await eventuallyOnMain("it is done") { presenter.state.results != nil }
        let seen = lines(scene.screen())
        #expect(seen.count { $0.contains(#/│[▸ ] ?[A-Z]{4} +20[0-9-]+ /#) } >= 5, "\(seen.joined(separator: "\n"))")
        #expect(seen.contains { $0.contains("Results · 1 of 21") && $0.contains("up 70\u{A0}%  +1.2\u{A0}%") })
        #expect(seen.contains { $0.contains("7\u{A0}680") }, "counts are grouped")
        scene.close()
    }

    @Test func bothShapesStandBesideTheResultsFrom110Columns() async throws {
        let (scene, presenter) = try await atSegment(Self.services())
        presenter.receive(.enter)
        try await eventuallyOnMain("the shapes are there") { presenter.state.shapes.value != nil }
        func isPlaced(_ columns: Int) -> Bool {
            PaneLayout.place(scene.screen().panes, focus: nil, columns: columns, rows: 34)
                .contains { $0.pane == ScannerView.shapes }
        }
        #expect(isPlaced(110) && !isPlaced(109))
        #expect(presenter.state.shapes.value?.matches.first?.ticker == "GAZP")
        presenter.receive(.step(.down))
        try await eventuallyOnMain("they follow the choice") {
            presenter.state.shapes.value?.matches.first?.ticker == presenter.state.pair?.match.ticker
        }
        #expect(presenter.state.compared?.match == AppSamples.matches[1])
        scene.close()
    }

    @Test func escTakesBackOneThingAtATimeAndSaysWhich() async throws {
        let (scene, presenter) = try await atSegment(
            Self.services {
                try await Task.sleep(for: .seconds(600))
                return AppSamples.scan
            })
        func says() -> String? { scene.screen().back?.spoken(in: .english) }
        #expect(says() == "another security")
        presenter.receive(.step(.left))
        #expect(says() == "reset segment")
        presenter.receive(.enter)
        #expect(says() == "stop search")
        presenter.show(ScannerView.results)
        #expect(says() == "pane 1")
        #expect(scene.goBack() && presenter.pane == nil)
        #expect(scene.goBack())
        try await eventuallyOnMain("the search is stopped") { presenter.state.progress == nil }
        #expect(presenter.state.isMoved)
        #expect(scene.goBack() && !presenter.state.isMoved && presenter.state.stage == .segment)
        #expect(scene.goBack() && presenter.state.stage == .choosing)
        #expect(!scene.goBack())
        scene.close()
    }

    @Test func theEndThatMovesIsPointedOutInTheAxis() async throws {
        let (scene, presenter) = try await atSegment(Self.services())
        presenter.receive(.perform("earlier"))
        func axis() -> String { lines(scene.screen()).first { $0.contains("└") } ?? "" }
        #expect(axis().contains(#/\[═+▲/#) && !axis().contains("]"))
        presenter.receive(.nextField)
        #expect(axis().contains(#/▲═+\]/#) && !axis().contains("["))
        let dates = lines(scene.screen()).first { $0.contains("2026-10-") } ?? ""
        let days = [presenter.state.segment.lowerBound, presenter.state.segment.upperBound].map {
            AppSamples.candles[$0].date
        }
        #expect(days.allSatisfy { day in lines(scene.screen()).contains { $0.hasPrefix("  ") && $0.contains(day) } })
        #expect(!dates.isEmpty)
        scene.close()
    }

    @Test(arguments: [1, 2, 5, 63])
    func theDaysOfBothEndsStandApartHoweverCloseTheyAre(length: Int) throws {
        let moments = (0..<64).map { AppSamples.today.adding(days: $0).startInUTC }
        let chart = Chart(
            title: "", series: [Series("", .line((0..<64).map { Point(Double($0), Double($0)) }))],
            horizontal: .moments(moments))
        for start in 0..<(64 - length) {
            let segment = ChartSegment(
                from: ChartSegment.End(place: Double(start), name: Text(verbatim: "first-days"), key: "0"),
                to: ChartSegment.End(place: Double(start + length), name: Text(verbatim: "later-days"), key: "1"),
                movesEnd: true, stops: [])
            let lines = TerminalChart.lines(
                try CheckedChart(chart), width: 78, rows: 5, isASCII: false, segment: segment)
            let last = try #require(lines.last).map(\.text).joined()
            #expect(last.contains(#/(^|  )first-days {2,}(.* {2,})?later-days($|  )/#), "\(last)")
            #expect(last.count <= 78)
        }
    }
}
