import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals
import StrictJSON

/// `gateway bonds figures`: the yield of a bond at a price, or its price at a yield.
struct BondFiguresCommand: Command {
    let words = ["bonds", "figures"]
    let part = CommandPart.market
    let summary = SignalSummary.text(of: BondsSignal.Figures.self)
    let positional = ["isin"]
    var examples: [CommandExample] {
        [
            CommandExample(
                "bonds figures RU000A0JW126 --price 98.5 --day 2026-03-02",
                Text("its yield at that price", "какова доходность по этой цене")),
            CommandExample(
                "bonds figures RU000A0JW126",
                Text(
                    "its yield at the last price, on the day of that price",
                    "доходность по последней цене, на её день")),
            CommandExample(
                "bonds figures RU000A0JW126 --yield 12.5",
                Text("its price today at a yield of 12.5 % a year", "сколько стоит сегодня при 12,5 % годовых")),
            CommandExample(
                """
                bonds figures --face 1000 --rate 9 --frequency 2 --issued 2024-01-15 --maturity 2029-01-15 --price 101
                """,
                Text("a bond that is not imported", "облигация, которой никто не загружал")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                """
                Yields are effective: compounded yearly, years of 365 days. Prices are in percent of the outstanding \
                face.
                """,
                "Доходности эффективные: годовое начисление, год 365 дней. Цены — в процентах остатка номинала.")
        ]
    }
    var flags: [FlagShape] {
        [
            FlagShape("isin", .text, BondCommands.isin),
            FlagShape(
                "price", .decimal, placeholder: "PERCENT",
                Text(
                    "The price without accrued interest; by default the last one, on its day.",
                    "Цена без накопленных процентов; по умолчанию последняя, на её день.")),
            FlagShape(
                "yield", .text, placeholder: "PERCENT",
                Text("Or the yield a year, which may be negative.", "Или доходность в год, может быть ниже нуля.")),
            FlagShape(
                "day", .text,
                Text(
                    "The settlement day; by default today, or the day of the last price.",
                    "День расчётов; по умолчанию сегодня или день последней цены.")
            ),
            FlagShape("face", .decimal, Text("Without an ISIN: the face value.", "Без ISIN: номинал.")),
            FlagShape(
                "rate", .decimal, placeholder: "PERCENT",
                Text("The interest a year, in percent of the face.", "Проценты в год, от номинала.")),
            FlagShape(
                "frequency", .number,
                Text(
                    "Interest payments a year: 0, 1, 2, 3, 4, 6 or 12.",
                    "Выплат процентов в год: 0, 1, 2, 3, 4, 6 или 12.")),
            FlagShape(
                "issued", .text, placeholder: "DAY",
                Text("The day from which interest accrues.", "С какого дня идут проценты.")),
            FlagShape(
                "maturity", .text, placeholder: "DAY",
                Text("The day of redemption.", "Когда погашается номинал.")),
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let signal = try await Self.atLastPrice(try Self.signal(scene), scene)
        let answer = try await scene.client.ask(BondsSignal.Figures.self, parameters: try JSONEncoding.encode(signal))
        try scene.show(answer) {
            Self.page(try scene.client.decode(BondsSignal.FiguresAnswer.self, from: answer), on: signal.settlement)
        }
        return .done
    }

    private static func signal(_ scene: CommandScene) throws(UsageError) -> BondsSignal.Figures {
        let arguments = scene.arguments
        func number(_ field: String) throws(UsageError) -> Double? {
            guard let text = arguments.text(field) else { return nil }
            guard let number = Double(try MoneyArgument.quantity(text, flag: field)), number.isFinite else {
                throw UsageError(Text("--\(field) must be a number.", "--\(field) — число."), field: field)
            }
            return number
        }
        func day(_ field: String) throws(UsageError) -> CalendarDay? {
            guard let text = arguments.text(field) else { return nil }
            guard let day = CalendarDay(text) else {
                throw UsageError(
                    Text("--\(field) must be a day such as 2026-03-01.", "--\(field) — день, например 2026-03-01."),
                    field: field)
            }
            return day
        }
        var isin: ISIN?
        if let text = arguments.text("isin") {
            guard let read = ISIN(text.uppercased()) else {
                throw UsageError(
                    Text(
                        "\(text) is no ISIN: its form or its check digit is wrong.",
                        "\(text) — не ISIN: неверны вид или контрольная цифра."), field: "isin")
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
                    Text(
                        "bonds figures needs an ISIN, or all of --face, --rate, --frequency, --issued and --maturity.",
                        "Для bonds figures нужен ISIN или все: --face, --rate, --frequency, --issued и --maturity."),
                    field: "isin")
            }
            terms = BondsSignal.Terms(
                face: face, ratePercent: rate, frequency: frequency, issued: issued, maturity: maturity)
        }
        return BondsSignal.Figures(
            terms: terms, isin: isin, settlement: try day("day") ?? scene.house.clock.now().localDay,
            cleanPricePercent: try number("price"), effectiveYield: try number("yield").map { $0 / 100 })
    }

    /// Returns the figures at the last price, used without a price and a yield. They are calculated for the day of that
    /// price: for another day they would be meaningless.
    private static func atLastPrice(
        _ signal: BondsSignal.Figures, _ scene: CommandScene
    ) async throws -> BondsSignal.Figures {
        guard let isin = signal.isin, signal.cleanPricePercent == nil, signal.effectiveYield == nil else {
            return signal
        }
        let bond = try await scene.client.ask(BondsSignal.GetBond(isin: isin)).bond
        guard let price = bond.lastPrice, let quoted = bond.to?.dayInUTC else { return signal }
        let day = scene.arguments.text("day") == nil ? quoted : signal.settlement
        return BondsSignal.Figures(isin: isin, settlement: day, cleanPricePercent: price)
    }

    private static func page(_ figures: BondsSignal.FiguresAnswer, on day: CalendarDay) -> Page {
        func text(_ value: Double, _ unit: String, places: Int = 4) -> StyledText {
            StyledText(NumberText.decimal(value, places: places) + unit)
        }
        let percent = ValueText.noBreakSpace + "%"
        var page = Page()
        page.facts([
            (Text("day", "день"), StyledText("\(day)")),
            (Text("clean price", "чистая цена"), text(figures.cleanPricePercent, percent)),
            (
                Text("dirty price", "грязная цена"),
                text(figures.dirtyPrice, "\(Text(" for one bond", " на одну облигацию"))")
            ),
            (
                Text("accrued interest", "накопленный доход"),
                text(figures.accruedInterest, "\(Text(" for one bond", " на одну облигацию"))")
            ),
            (Text("face left", "остаток номинала"), text(figures.outstandingFace, "", places: 2)),
            (
                Text("effective yield", "эффективная доходность"),
                StyledText(NumberText.percent(figures.effectiveYield, places: 4), .bold)
            ),
            (
                Text("current yield", "текущая доходность"),
                StyledText(NumberText.percent(figures.currentYield, places: 4))
            ),
            (Text("duration", "дюрация"), text(figures.macaulayDuration, "\(Text(" years", " лет"))")),
            (
                Text("modified duration", "модифицированная дюрация"),
                text(figures.modifiedDuration, "\(Text(" years", " лет"))")
            ),
            (Text("convexity", "выпуклость"), text(figures.convexity, "")),
        ])
        return page
    }
}
