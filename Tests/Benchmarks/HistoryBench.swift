import Coordination
import Domain
import HistoryService
import Signals
import Storage
import StrictJSON
import TestSupport

/// A history without sockets.
struct HistoryBench {
    private let history: HistoryForMeasuring

    init(path: String) async throws { history = try await HistoryForMeasuring(path: path) }

    func close() async { await history.close() }
    func warmUp() async throws { try await history.warmUp() }

    func send<S: Signal>(_ signal: S, as user: String) async throws -> S.Answer {
        guard let handler = history.service.handler(for: S.self) else {
            preconditionFailure("History knows \(S.method).")
        }
        let session = UserSession(userID: user, sessionID: "s", expiresAt: Instant(microseconds: .max))
        return try await handler(signal, SignalContext(caller: .user(session)))
    }

    /// Hands in events in pages, as the subscriber does.
    func follow(_ events: HistoryEvents, transfers: Int) async throws {
        try await history.follow(events.openings)
        var random = SeededGenerator(seed: 7)
        for start in stride(from: 0, to: transfers, by: 500) {
            let page = (start..<min(start + 500, transfers)).map { events.transfer($0, of: transfers, &random) }
            try await history.follow(page)
        }
    }
}

/// Events as ledger writes them.
struct HistoryEvents {
    let users: Int
    let accountsOfUser: Int
    private static let words = [
        "Coffee", "Кофе с собой", "Taxi to the office", "Продукты", "Аптека", "Rent", "Зарплата", "Cinema", "Books",
    ]

    func user(_ index: Int) -> String { "user-\(index)" }
    func account(_ index: Int) -> String { "account-\(index)" }

    var openings: [Event] {
        (0..<(users * accountsOfUser)).map { index in
            let account =
                #"{"account":{"id":"\#(account(index))","userId":"\#(user(index / accountsOfUser))","#
                + #""name":"a","currency":"RUB"}}"#
            return event(index + 1, "ledger.accountOpened", account, time: Self.begin)
        }
    }

    /// One of `count` transfers, spread over two years.
    func transfer(_ number: Int, of count: Int, _ random: inout SeededGenerator) -> Event {
        let account = Int(random.next() % UInt64(users * accountsOfUser))
        let minor = Int64(random.next() % 1_000_000 + 1)
        let amount = Money(minorUnits: minor, currency: Self.rubles).decimalText
        let word = random.one(of: Self.words)
        let text = random.chance(50) ? word : "\(word) \(number)"
        let isIncome = random.chance(30)
        let (owned, world) = (self.account(account), "world-RUB")
        let (from, to) = isIncome ? (world, owned) : (owned, world)
        let time = Instant(
            microseconds: Self.begin.microseconds + Int64(number) * (63_000_000_000_000 / Int64(count)))
        let sign = isIncome ? "" : "-"
        let category = random.chance(20) ? #","category":"\#(random.one(of: ["food", "home", "fun"]))""# : ""
        let data = """
            {"transfer":{"id":"01j9x3k4m5n6p7q8\(number)","from":"\(from)","to":"\(to)",\
            "amount":{"amount":"\(amount)","currency":"RUB"},"description":"\(text)","status":"posted",\
            "createdAt":"\(time)","sequence":\(number + 1)}\(category),"entries":[{"account":"\(owned)",\
            "userId":"\(user(account / accountsOfUser))","accountSequence":1,"amount":{"amount":"\(sign)\(amount)",\
            "currency":"RUB"},"balanceAfter":{"amount":"0.00","currency":"RUB"}}]}
            """
        return event(users * accountsOfUser + number + 1, "ledger.transferPosted", data, time: time)
    }

    private func event(_ sequence: Int, _ type: String, _ data: String, time: Instant) -> Event {
        Event(sequence: Int64(sequence), type: type, subject: "", time: time, data: Array(data.utf8))
    }

    private static let begin = CalendarDay(daysSince1970: 20_089).startInUTC
    private static var rubles: Currency {
        guard let rubles = Currency(code: "RUB") else { preconditionFailure("RUB is a currency.") }
        return rubles
    }
}

/// A filter of history, and the same for a table.
struct HistoryQuestion {
    let name: String
    let condition: String
    private let make: @Sendable (_ to: String?, _ cursor: String?) -> HistorySignal.Transactions

    func filter(to: String?, cursor: String? = nil) -> HistorySignal.Transactions { make(to, cursor) }

    static func all(account: String) -> [HistoryQuestion] {
        [
            HistoryQuestion(name: "everything", condition: "1") { .init(to: $0, cursor: $1) },
            HistoryQuestion(name: "account and type", condition: "account = 0 AND income = 0") {
                .init(account: account, type: .expense, to: $0, cursor: $1)
            },
            HistoryQuestion(name: "period of a year", condition: "time > 1735689600000000") {
                .init(from: "2025-01-01", to: $0 ?? "2025-12-31", cursor: $1)
            },
            HistoryQuestion(name: "without one's own and what was taken back", condition: "account IN (0, 1, 2)") {
                .init(to: $0, cursor: $1, own: false, undone: false)
            },
            HistoryQuestion(name: "amount range", condition: "amount BETWEEN 12300 AND 45600") {
                .init(to: $0, minAmount: "123", maxAmount: "456", cursor: $1)
            },
            HistoryQuestion(name: "category, of makers and rules", condition: "text LIKE 'coffee%'") {
                .init(to: $0, category: "coffees", cursor: $1)
            },
            HistoryQuestion(name: "text, one word", condition: "text LIKE '%Кофе%'") {
                .init(to: $0, text: "кофе", cursor: $1)
            },
            HistoryQuestion(name: "text, the start of a word", condition: "text LIKE '%tax%'") {
                .init(to: $0, text: "tax", cursor: $1)
            },
            HistoryQuestion(name: "text, a phrase", condition: "text LIKE '%to the office%'") {
                .init(to: $0, text: "\"the office\"", cursor: $1)
            },
            HistoryQuestion(name: "text found once", condition: "text LIKE '%77777%'") {
                .init(to: $0, text: "77777", cursor: $1)
            },
            HistoryQuestion(
                name: "all at once", condition: "account = 0 AND income = 0 AND amount > 10000 AND text LIKE '%coffee%'"
            ) {
                .init(
                    account: account, type: .expense, to: $0, text: "coffee", minAmount: "100", category: "coffees",
                    cursor: $1)
            },
        ]
    }
}
