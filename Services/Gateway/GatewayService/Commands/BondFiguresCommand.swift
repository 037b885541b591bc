import Coordination
import Domain
import Signals
import StrictJSON

/// `gateway bonds figures`: what a bond yields at a price, or costs at a yield.
struct BondFiguresCommand: Command {
    let words = ["bonds", "figures"]
    let part = CommandPart.market
    let summary: Text = "\(BondsSignal.Figures.summary)"
    let positional = ["isin"]
    let examples = [
        CommandExample("bonds figures RU000A0JW126 --price 98.5 --day 2026-03-02", "what it yields at that price"),
        CommandExample("bonds figures RU000A0JW126 --yield 12.5", "what it costs today at 12.5 % a year"),
        CommandExample(
            "bonds figures --face 1000 --rate 9 --frequency 2 --issued 2024-01-15 --maturity 2029-01-15 --price 101",
            "a bond that nobody imported"),
    ]
    let notes: [Text] = [
        "Yields are effective: compounded yearly, years of 365 days. Prices are percent of the face that is left."
    ]
    let flags = [
        FlagShape("isin", .text, BondCommands.isin),
        FlagShape("price", .decimal, placeholder: "PERCENT", "The price without accrued interest."),
        FlagShape("yield", .text, placeholder: "PERCENT", "Or the yield a year, which may be below zero."),
        FlagShape("day", .text, "The day the money changes hands; today unless said otherwise."),
        FlagShape("face", .decimal, "Without an ISIN: what is paid back."),
        FlagShape("rate", .decimal, placeholder: "PERCENT", "Interest a year, of the face."),
        FlagShape("frequency", .number, "Payments of interest a year: 0, 1, 2, 3, 4, 6 or 12."),
        FlagShape("issued", .text, placeholder: "DAY", "From when interest is earned."),
        FlagShape("maturity", .text, placeholder: "DAY", "When the face is paid back."),
    ]

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let signal = try Self.signal(scene)
        let answer = try await scene.desk.ask(BondsSignal.Figures.self, parameters: try JSONEncoding.encode(signal))
        try scene.show(answer) {
            Self.page(try scene.desk.decode(BondsSignal.FiguresAnswer.self, from: answer), on: signal.settlement)
        }
        return .done
    }

    private static func signal(_ scene: CommandScene) throws(UsageError) -> BondsSignal.Figures {
        let arguments = scene.arguments
        func number(_ field: String) throws(UsageError) -> Double? {
            guard let text = arguments.text(field) else { return nil }
            guard let number = Double(text.replacing(",", with: ".")), number.isFinite else {
                throw UsageError("--\(field) must be a number.", field: field)
            }
            return number
        }
        func day(_ field: String) throws(UsageError) -> CalendarDay? {
            guard let text = arguments.text(field) else { return nil }
            guard let day = CalendarDay(text) else {
                throw UsageError("--\(field) must be a day such as 2026-03-01.", field: field)
            }
            return day
        }
        var isin: ISIN?
        if let text = arguments.text("isin") {
            guard let read = ISIN(text.uppercased()) else {
                throw UsageError("\(text) is no ISIN: its form or its check digit is wrong.", field: "isin")
            }
            isin = read
        }
        var terms: BondsSignal.Terms?
        if isin == nil {
            guard let face = try number("face"), let rate = try number("rate"),
                let frequency = arguments.number("frequency"), let issued = try day("issued"),
                let maturity = try day("maturity")
            else {
                throw UsageError(
                    "bonds figures needs an ISIN, or all of --face, --rate, --frequency, --issued and --maturity.",
                    field: "isin")
            }
            terms = BondsSignal.Terms(
                face: face, ratePercent: rate, frequency: frequency, issued: issued, maturity: maturity)
        }
        return BondsSignal.Figures(
            terms: terms, isin: isin, settlement: try day("day") ?? scene.house.clock.now().dayInUTC,
            cleanPricePercent: try number("price"), effectiveYield: try number("yield").map { $0 / 100 })
    }

    private static func page(_ figures: BondsSignal.FiguresAnswer, on day: CalendarDay) -> Page {
        func text(_ value: Double, _ unit: String, places: Int = 4) -> StyledText {
            StyledText(NumberText.decimal(value, places: places) + unit)
        }
        let percent = ValueText.noBreakSpace + "%"
        var page = Page()
        page.facts([
            ("day", StyledText("\(day)")), ("clean price", text(figures.cleanPricePercent, percent)),
            ("dirty price", text(figures.dirtyPrice, " for one bond")),
            ("accrued interest", text(figures.accruedInterest, " for one bond")),
            ("face left", text(figures.outstandingFace, "", places: 2)),
            ("effective yield", StyledText(NumberText.percent(figures.effectiveYield, places: 4), .bold)),
            ("current yield", StyledText(NumberText.percent(figures.currentYield, places: 4))),
            ("duration", text(figures.macaulayDuration, " years")),
            ("modified duration", text(figures.modifiedDuration, " years")),
            ("convexity", text(figures.convexity, "")),
        ])
        return page
    }
}
