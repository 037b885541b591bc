import Domain
import MarketData
import Reasons
import Signals
import TestSupport
import Testing

@testable import ScannerService

/// Files of candles from different sources.
@Suite struct CandleFileTests {
    private static let today = CalendarDay(daysSince1970: 20_000)

    private static func read(
        _ text: String, timeframe: ScannerSignal.Timeframe? = nil, order: ScannerSignal.DateOrder? = nil
    ) throws -> CandleFile {
        try CandleFile(text, options: CandleFile.Options(timeframe: timeframe, dateOrder: order, today: today))
    }

    /// Each contains the same two candles: 2 and 3 October 2023.
    static let families = [
        """
        \u{FEFF}OPEN,CLOSE,HIGH,LOW,VALUE,VOLUME,BEGIN,END,SECID\n\
        250.1,251.4,252,249.9,1.5,493000,2023-10-02 00:00:00,2023-10-02 23:59:59,SBER\n\
        251.4,250,253,249,2.5,500000,2023-10-03 00:00:00,2023-10-03 23:59:59,SBER\n
        """,
        """
        \u{FEFF}open,close,high,low,VALUE,volume,date,END,ticker\r\n\
        250.1,251.4,252,249.9,1.5,493000,2023-10-02 00:00:00,2023-10-02 23:59:59,SBER\r\n\
        251.4,250,253,249,2.5,500000,2023-10-03 00:00:00,2023-10-03 23:59:59,SBER\r\n
        """,
        """
        candles\n\nopen;close;high;low;value;volume;begin;end\n\
        250.1;251.4;252;249.9;1.5;493000;2023-10-02 00:00:00;2023-10-02 23:59:59\n\
        251.4;250;253;249;2.5;500000;2023-10-03 00:00:00;2023-10-03 23:59:59\n
        """,
        """
        BOARDID;TRADEDATE;SHORTNAME;SECID;NUMTRADES;VALUE;OPEN;LOW;HIGH;LEGALCLOSEPRICE;WAPRICE;CLOSE;VOLUME\n\
        TQBR;2023-10-02;X;SBER;1;1.5;250.1;249.9;252;1;1;251.4;493000\n\
        TQBR;2023-10-03;X;SBER;1;1.5;251.4;249;253;1;1;250;500000\n\nhistory.cursor\n\nINDEX;TOTAL;PAGESIZE\n0;2;100\n
        """,
        """
        Date,Open,High,Low,Close,Adj Close,Volume\n2023-10-02,250.1,252,249.9,251.4,240,493000\n\
        2023-10-03,251.4,253,249,250,240,500000\n
        """,
        """
        Date,Open,High,Low,Close,Volume\n2023-10-02,250.1,252,249.9,251.4,493000\n2023-10-03,251.4,253,249,250,500000\n
        """,
        """
        <TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>\n\
        SBER,D,20231002,000000,250.1,252,249.9,251.4,493000,0\nSBER,D,20231003,000000,251.4,253,249,250,500000,0\n
        """,
        """
        <TICKER>;<PER>;<DATE>;<TIME>;<OPEN>;<HIGH>;<LOW>;<CLOSE>;<VOL>\n\
        SBER;D;02.10.2023;00:00;250.1;252;249.9;251.4;493000\nSBER;D;03.10.2023;00:00;251.4;253;249;250;500000\n
        """,
        """
        timestamp,open,high,low,close,volume\n2023-10-03,251.4,253,249,250,500000\n\
        2023-10-02,250.1,252,249.9,251.4,493000\n
        """,
        """
        "Дата","Цена","Откр.","Макс.","Мин.","Объём","Изм. %"\n\
        "03.10.2023","250,00","251,40","253,00","249,00","500K","-0,56%"\n\
        "02.10.2023","251,40","250,10","252,00","249,90","493K","0,52%"\n
        """,
        "t|o|h|l|c|v\n1696204800|250.1|252|249.9|251.4|493000\n1696291200|251.4|253|249|250|500000\n",
        """
        quote_date\tpaper\texch\topen\thigh\tlow\tclose\tvolume\tvalue\n\
        20231002\tSBER\tM\t250.1\t252\t249.9\t251.4\t493000\t1\n20231003\tSBER\tM\t251.4\t253\t249\t250\t500000\t1\n
        """,
    ]

    @Test(arguments: families) func readsTheFilesOfManyHouses(text: String) throws {
        let file = try Self.read(text)
        #expect(file.bad.lines == [])
        #expect(file.timeframe == .oneDay)
        #expect(file.candles.map { $0.time.text(in: .oneDay) } == ["2023-10-02", "2023-10-03"])
        let first = try #require(file.candles.first)
        #expect(
            [first.open, first.high, first.low, first.close, first.volume ?? 0] == [250.1, 252, 249.9, 251.4, 493_000])
        #expect(file.candles.map(\.close) == [251.4, 250])
        #expect(file.candles.allSatisfy { $0.isFinished })
        #expect(file.ticker == nil || file.ticker == "SBER")
    }

    @Test func namesEveryBadLineAndWhy() throws {
        let file = try Self.read(
            """
            Date,Open,High,Low,Close,Volume
            2023-10-02,10,12,9,11,5
            2023-10-03,10,12,10.5,11,5
            2023-10-04,10,10.5,9,11,5
            2023-10-05,-1,12,9,11,5
            2023-10-06,nan,12,9,11,5
            2023-10-02,10,12,9,11,5
            2023-10-09,10,12,9
            2023-02-30,10,12,9,11,5
            2023-10-10,10,12,9,11,5
            2023-10-11,null,null,null,null,null
            """)
        #expect(file.bad.lines.map(\.number) == [3, 4, 5, 6, 7, 8, 9])
        #expect(
            zip(
                file.bad.lines,
                [
                    "low must", "high must", "open must be above", "not a number", "of line 2", "4 fields",
                    "invalid date",
                ]
            )
            .allSatisfy { $0.refusal.description.contains($1) }, "\(file.bad.lines)")
        #expect(file.candles.count == 2)
    }

    @Test func aDateThatCanBeMeantBothWaysIsRefusedUntilSomebodySays() throws {
        let text = "Date,Open,High,Low,Close\n01/02/2023,10,12,9,11\n"
        #expect(try Self.read(text).bad.lines.first?.refusal.reason == .dateIsAmbiguous)
        #expect(try Self.read(text, order: .dayMonthYear).candles.first?.time.text(in: .oneDay) == "2023-02-01")
        #expect(try Self.read(text, order: .monthDayYear).candles.first?.time.text(in: .oneDay) == "2023-01-02")
        let told = "Date,Open,High,Low,Close\n01/02/2023,10,12,9,11\n01/13/2023,10,12,9,11\n"
        #expect(try Self.read(told).candles.map { $0.time.text(in: .oneDay) } == ["2023-01-02", "2023-01-13"])
    }

    @Test func theLastCandleIsNotOverWhenItEndsBeforeTheOthers() throws {
        let header = "open,close,high,low,volume,begin,end\n"
        let whole = "1,1,1,1,1,2023-10-02 00:00:00,2023-10-02 23:59:59\n"
        let part = "1,1,1,1,1,2023-10-03 00:00:00,2023-10-03 15:39:45\n"
        #expect(try Self.read(header + whole + part).candles.map(\.isFinished) == [true, false])
        #expect(try Self.read(header + whole).candles.map(\.isFinished) == [true])
        let day = "Date,Open,High,Low,Close\n\(Self.today.adding(days: -1)),1,1,1,1\n\(Self.today),1,1,1,1\n"
        #expect(try Self.read(day).candles.map(\.isFinished) == [true, false])
    }

    @Test func findsTheTimeframeFromThePeriodOrTheGaps() throws {
        let finam =
            "<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>\nSBER,60,20231002,100000,1,1,1,1,1\n"
        #expect(try Self.read(finam).timeframe == .oneHour)
        let ten =
            "Date,Open,High,Low,Close\n2023-10-02 10:00,1,1,1,1\n2023-10-02 10:10,1,1,1,1\n2023-10-03 10:00,1,1,1,1\n"
        let file = try Self.read(ten)
        #expect(file.timeframe == .tenMinutes)
        #expect(file.candles.map { $0.time.text(in: .tenMinutes) }.first == "2023-10-02T10:00")
    }

    @Test(arguments: ["", "Exceeded the daily hits limit", "a,b,c\n1,2,3\n", "Date,Open,High,Low\n2023-10-02,1,1,1\n"])
    func whatHasNoHeaderIsRefused(text: String) {
        #expect(throws: CandleFile.Unreadable.self) { try Self.read(text) }
    }

    @Test(arguments: ReferenceResults.tickers) func readsTheTenShares(ticker: String) throws {
        let file = try CandleFile(
            ReferenceResults.candles(of: ticker), options: CandleFile.Options(today: Self.today.adding(days: 1000)))
        #expect(file.bad.lines == [])
        #expect(file.ticker == ticker)
        #expect(file.candles.count == (ticker == "YNDX" ? 2172 : file.candles.count) && file.candles.count >= 2172)
        #expect(file.candles.dropLast().allSatisfy { $0.isFinished })
        #expect(file.candles.last?.isFinished == (ticker == "YNDX"))
    }
}
