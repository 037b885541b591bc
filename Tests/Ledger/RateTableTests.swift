import Coordination
import Domain
import Reasons
import Testing

@testable import LedgerService

@Suite struct RateTableTests {
    private static let now = Instant(microseconds: 1_795_000_000_000_000)

    private func read(_ text: String) throws -> [ExchangeRate] { try RateTable.read(text, now: Self.now) }

    @Test func linesOfATableAreRates() throws {
        let rates = try read(
            "\u{FEFF}to,from,rate,asOf,source\r\nRUB,USD,92.45,2026-11-01,\"Central Bank, \"\"daily\"\"\"\r\n\r\n"
                + "JPY,USD, 155.1 ,2026-11-02T10:00:00Z,cbr.ru\nUSD,RUB,0.0108,,mine")
        #expect(rates.count == 3)
        #expect(rates.map { "\($0.from)\($0.to) \($0.rate)" } == ["USDRUB 92.45", "USDJPY 155.1", "RUBUSD 0.0108"])
        #expect(rates[0].source == "Central Bank, \"daily\"")
        #expect(rates[0].asOf == CalendarDay("2026-11-01")?.startInUTC)
        #expect(rates[1].asOf == Instant("2026-11-02T10:00:00Z"))
        #expect(rates[2].asOf == Self.now)
    }

    @Test(arguments: [
        ("from,to,rate,source\nUSD,RUB,92,a\nUSD,RUB,93,b", 3), ("from,to,rate,source\nUSD,RUB,92", 2),
        ("from,to,rate,source\nUSD,RUB,-1,a", 2), ("from,to,rate,source\n\nUSD,XXX,1,a", 3),
        ("from,to,rate,source\nUSD,USD,1,a", 2), ("from,to,rate,source,asOf\nUSD,RUB,1,a,yesterday", 2),
        ("from,to,rate,source,asOf\nUSD,RUB,1,a,2999-01-01", 2), ("from,to,rate,source\nUSD,RUB,1,", 2),
        ("from,to,rate,colour\nUSD,RUB,1,a", 1), ("from,to,rate\nUSD,RUB,1", 1), ("from,from,to,rate,source\n", 1),
        ("from,to,rate,source\nUSD,RUB,1,\"a", 2), ("from,to,rate,source\nUSD,RUB,1,\"a\"b", 2),
        ("from,to,rate,source\nUSD,JPY,1,\"a\nb\"\nUSD,RUB,0,a", 2),
        ("from,to,rate,source\nUSD,JPY,1,a\nUSD,RUB,0,a", 3),
    ])
    func aWrongLineIsNamed(text: String, line: Int) {
        let fault = #expect(throws: Fault.self) { try read(text) }
        #expect(fault?.code == .invalidArgument)
        #expect(fault?.field == "csv")
        #expect(fault?.details["line"] == .number(line), "\(String(describing: fault))")
    }

    @Test func emptyAndHugeTablesAreRefused() {
        let many = String(repeating: "USD,RUB,1,a\n", count: LedgerLimits.ratesPerUser + 1)
        for text in [
            "", "\n\n", "from,to,rate,source\n", "from,to,rate,source\n" + many, String(repeating: "x", count: 300_000),
        ] {
            #expect(throws: Fault.self) { try read(text) }
        }
    }
}
