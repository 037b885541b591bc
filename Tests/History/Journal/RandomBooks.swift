import Domain
import Signals
import TestSupport

/// The books of a person with every kind of operation, from a seed: pay and expenses, transfers between own accounts
/// and with others, posted holds, exchanges, imports, withdrawn imports and reversals, in currencies of 0, 2 and 3
/// decimals.
struct RandomBooks {
    private(set) var script = LedgerScript()
    /// Anna's accounts, the closed one last.
    let accounts = ["r1", "r2", "r3", "j1", "k1"]
    let currencies: [String: Currency] = ["r1": .rubles, "r2": .rubles, "r3": .rubles, "j1": .yen, "k1": .dinars]
    private var random: SeededGenerator
    /// Transfers of anna's that may be reversed: their sides and amounts.
    private var reversible: [(id: String, from: String, to: String, amount: Int64)] = []

    static let names = [
        "main", "Main", "main", "  (x) [y]; z  \t::", "Касса №2", "现金", "assets:main", "-", "", "ǆ", "a\"b\\c", "日 本",
        "12", "e\u{301}te\u{301}", "  ", "Équity", "a|b", "*", "; type:X", "ß", "х\u{A0}\u{A0}y",
    ]
    static let texts = [
        "", "coffee", "a \"quoted\" word", "semi;colon", "(code) text", "* star", "! bang", "= equals", "pipe | pipe",
        "back\\slash\\", "tag: value, date:2020-01-01", "[2020-01-01]", "😀 emoji", "Кофе", "@@ 5 RUB", "#tag ^link",
        "  spaces   inside  ", "tab\tline\nbreak\u{2028}x\u{85}y", "x\u{FFFE}y", "2026-01-01 open", "\"", "\\\"",
        "comment here", "%include", "~ monthly",
    ]
    static let categories = [
        "food", "Food", "food:кафе", "food : кафе", "a;b", "::", "salary", "Uncategorized", "uncategorized", "-",
        "现金", "tax,fees", "(x)", "A-B", "a b", "a  b", "e|f\"g\\",
    ]

    init(seed: UInt64, steps: Int) throws {
        random = SeededGenerator(seed: seed)
        for id in accounts {
            try script.openAccount(id, of: "anna", currencies[id] ?? .rubles, name: random.one(of: Self.names))
        }
        try script.openAccount("b1", of: "boris", name: "secret")
        for _ in 0..<steps { try step() }
    }

    private static let start = Instant(milliseconds: 1_767_225_600_000)  // 2026-01-01T00:00:00Z

    private mutating func step() throws {
        let time = Self.start + .seconds(random.below(120 * 86_400)) + .microseconds(random.below(1_000_000))
        let amount = Int64(random.below(random.chance(5) ? 1_000_000_000_000_000 : 1_000_000) + 1)
        let text = random.one(of: Self.texts)
        let category = random.chance(60) ? random.one(of: Self.categories) : nil
        let account = random.one(of: accounts)
        let world = "world-\(currencies[account] ?? .rubles)"
        let isIncome = random.chance(45)
        switch random.below(10) {
        case 0, 1, 2:
            // An order, or a hold that was posted later.
            let more: KeyValuePairs<String, String> = random.chance(30) ? ["settledAt": time.description] : [:]
            let (from, to) = isIncome ? (world, account) : (account, world)
            try move(amount, from, to, time, text, category, more: more)
        case 3, 4:
            let rubles = ["r1", "r2", "r3"]
            let from = random.one(of: rubles)
            try move(amount, from, random.one(of: rubles.filter { $0 != from }), time, text, category)
        case 5:
            let (from, to) = isIncome ? ("b1", "r1") : ("r1", "b1")
            try move(amount, from, to, time, text, category)
        case 6:
            let others = accounts.filter { currencies[$0] != currencies[account] }
            let other = random.one(of: others)
            let paid = try script.move(
                amount, from: account, to: world, at: time, "Exchange", more: ["exchange": "next"])
            try script.move(
                Int64(random.below(1_000) + 1), from: "world-\(currencies[other] ?? .rubles)", to: other,
                at: time + .microseconds(1), "Exchange", more: ["exchange": paid])
        case 7:
            // A row of a bank's file, which may be withdrawn.
            let (from, to) = isIncome ? (world, account) : (account, world)
            let row = try script.move(
                amount, from: from, to: to, at: Self.start + .seconds(200 * 86_400), text, category: category,
                more: ["occurredAt": time.description, "import": "i"])
            guard random.chance(40) else { break }
            try script.move(
                amount, from: to, to: from, at: Self.start + .seconds(200 * 86_400), text, category: category,
                more: ["occurredAt": time.description, "import": "i", "reverses": row])
        case 8:
            guard !reversible.isEmpty else { break }
            let made = reversible.remove(at: random.below(reversible.count))
            try script.move(made.amount, from: made.to, to: made.from, at: time, text, more: ["reverses": made.id])
        default:
            script.mumble()
        }
    }

    private mutating func move(
        _ amount: Int64, _ from: String, _ to: String, _ time: Instant, _ text: String, _ category: String?,
        more: KeyValuePairs<String, String> = [:]
    ) throws {
        let id = try script.move(amount, from: from, to: to, at: time, text, category: category, more: more)
        reversible.append((id, from, to, amount))
    }
}
