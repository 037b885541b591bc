import StrictJSON
import TestSupport

/// Makes random requests of one person: their ids, those of others, ids that nobody has, and texts that name their
/// writer.
struct CallMaker {
    /// How many ids of each kind the person knows.
    var known: [String: Int] = [:]
    /// The ids of others, of which each house has one half.
    var foreign: Knowledge
    /// What others have written, and their addresses.
    let foreignTexts: [String]
    let foreignLogins: [String]
    /// True to use ids of others, and of nobody.
    let isCurious: Bool
    /// True to use nothing but ids of others, in each place that takes one.
    var isReaching = false

    var generator: SeededGenerator
    var texts: MarkedText
    /// What the person has written, to be named again, by service and parameter.
    private var written: [String: [String]] = [:]
    /// How many percent of the optional members a request has.
    private var optionalShare: UInt64 = 8
    /// How often the password of another was guessed: five are free.
    private var guesses: [String: Int] = [:]

    init(
        seed: UInt64, owner: String, foreign: Knowledge, foreignTexts: [String] = [], foreignLogins: [String] = [],
        isCurious: Bool
    ) {
        generator = SeededGenerator(seed: seed)
        texts = MarkedText(owner: owner)
        (self.foreign, self.foreignTexts, self.foreignLogins) = (foreign, foreignTexts, foreignLogins)
        self.isCurious = isCurious
    }

    /// Returns the parameters of a request of a method.
    mutating func params(of method: DescribedMethod) -> String {
        var members: [String] = []
        optionalShare = generator.chance(40) ? 35 : 8
        for parameter in method.parameters
        where parameter.isRequired || generator.chance(optionalShare)
            || isReaching && !Knowledge.kinds(of: parameter.name, method.name).isEmpty
        {
            guard let value = value(parameter.name, parameter.schema, method.name, parameter.isRequired) else {
                continue
            }
            members.append("\"\(parameter.name)\":\(value)")
        }
        return members.joined(separator: ",")
    }

    private mutating func value(_ name: String, _ schema: JSONNode, _ method: String, _ isRequired: Bool) -> String? {
        switch name {
        case "wait", "base64": return nil
        case "password", "current": return quoted(Placeholder.password)
        case "code":
            if method.hasPrefix("auth.") { return isRequired ? quoted("123456") : nil }
            return generator.chance(70) || isRequired ? quoted(Placeholder.proof) : nil
        case "login": return quoted(login())
        case "after": return "0"
        case "limit": return "\(generator.one(of: [1, 2, 50, 1000]))"
        case "dryRun", "preview": return generator.chance(30) ? "true" : "false"
        default: break
        }
        if let choices = schema.member("enum")?.elements.map({ $0 }), !choices.isEmpty {
            return String(decoding: generator.one(of: choices).rawBytes, as: UTF8.self)
        }
        if let choices = schema.member("oneOf")?.elements.map({ $0 }), !choices.isEmpty {
            return value(name, generator.one(of: choices), method, isRequired)
        }
        switch schema.member("type")?.string {
        case "string": return quoted(text(name, schema, method))
        case "integer": return "\(generator.one(of: [1, 1, 2, 3, 30]))"
        case "number": return generator.one(of: ["1", "2.5", "99.5"])
        case "boolean": return generator.chance(50) ? "true" : "false"
        case "array":
            guard let items = schema.member("items") else { return "[]" }
            let values = (0...generator.below(2)).compactMap { _ in value(name, items, method, true) }
            return "[" + values.joined(separator: ",") + "]"
        case "object": return object(schema, name, method)
        default: return quoted(texts.next(&generator))
        }
    }

    private mutating func object(_ schema: JSONNode, _ name: String, _ method: String) -> String {
        if schema.member("format")?.string == "money" {
            let amount = generator.one(of: ["0.01", "1", "2.50", "10", "99.90", "100", "100", "1000000"])
            return #"{"amount":"\#(amount)","currency":"\#(generator.chance(90) ? "RUB" : "USD")"}"#
        }
        let required = Set(schema.member("required")?.elements.compactMap(\.string) ?? [])
        var members: [String] = []
        for member in schema.member("properties")?.members.map({ $0 }) ?? []
        where required.contains(member.name) || generator.chance(optionalShare) {
            guard let value = value(member.name, member.node, method, required.contains(member.name)) else { continue }
            members.append("\"\(member.name)\":\(value)")
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    private mutating func text(_ name: String, _ schema: JSONNode, _ method: String) -> String {
        switch schema.member("format")?.string {
        case "date":
            // What begins, begins later: nothing is due while a plan runs.
            switch name {
            case "from", "day", "date", "paidOn": return generator.one(of: ["2020-01-01", "2026-01-15", "2099-01-31"])
            case "to": return generator.one(of: ["2026-12-31", "2020-01-01"])
            case "until": return "2027-01-31"
            default: return generator.one(of: ["2031-02-28", "2099-01-31"])
            }
        case "date-time": return generator.one(of: ["2031-05-01T12:00:00Z", "2020-01-15T10:00:00Z"])
        case "currency": return generator.chance(80) ? "RUB" : "USD"
        default: break
        }
        let kinds = Knowledge.kinds(of: name, method)
        if !kinds.isEmpty { return id(generator.one(of: kinds), isPayee: isPayee(name, method)) }
        if let special = special(name, method) { return special }
        if let pattern = schema.member("pattern"), pattern.string != nil,
            let example = schema.member("examples")?.elements.first(where: { _ in true })?.string
        {
            return example
        }
        // Names are named again, so that something is found.
        if isCurious, !foreignTexts.isEmpty, generator.chance(12) { return generator.one(of: foreignTexts) }
        let place = Self.place(name, method)
        if let known = written[place], generator.chance(50) { return generator.one(of: known.suffix(4)) }
        let text = texts.next(&generator)
        written[place, default: []].append(text)
        return text
    }

    /// Remembers the texts of a request that the person has sent.
    mutating func noteWritten(_ method: String, _ params: String) {
        for match in params.matches(of: /"([A-Za-z]+)":\[?"(zil[a-z0-9]+liz)"/.ignoresCase()) {
            written[Self.place(String(match.1), method), default: []].append(String(match.2))
        }
    }

    private static func place(_ name: String, _ method: String) -> String {
        "\(method.prefix { $0 != "." }).\(name == "filter" ? "name" : name)"
    }

    private mutating func special(_ name: String, _ method: String) -> String? {
        switch name {
        case "reference": "id:\(texts.next(&generator))"
        case "isin": generator.one(of: [WatchedMarket.isin, "RU000A0JX0J2"])
        case "ticker", "tickers": ticker(method)
        case "zone", "timeZone": generator.one(of: ["Europe/Moscow", "Asia/Kathmandu", "UTC"])
        case "email", "address": texts.next(&generator) + "@example.org"
        case "url":
            // Webhooks take any URL, servers of ntfy and Gotify have no query.
            "https://\(texts.next(&generator)).example"
                + (generator.chance(50) ? "/hook?key=\(texts.next(&generator))" : "")
        case "new": texts.next(&generator)
        case "content", "csv":
            "Date,Amount,Description\\n2026-01-05,-12.50,\(texts.next(&generator))"
        default: nil
        }
    }

    private mutating func ticker(_ method: String) -> String {
        if generator.chance(40) { return WatchedMarket.ticker }
        if let known = written[Self.place("tickers", method)], generator.chance(50) {
            return generator.one(of: known).uppercased()
        }
        return texts.next(&generator).uppercased()
    }

    private func isPayee(_ name: String, _ method: String) -> Bool {
        DeclaredDifferences.payees.contains("\(method) \(name)")
    }

    private mutating func id(_ kind: String, isPayee: Bool) -> String {
        let roll = generator.below(100)
        if isPayee, roll < 35, isCurious { return Placeholder.friendsAccount }
        let others = foreign.ids[kind] ?? []
        if isCurious, !isPayee, isReaching || roll < 30, !others.isEmpty { return generator.one(of: others) }
        if isCurious, roll < 34 { return nobodys() }
        let count = known[kind, default: 0]
        return count > 0 ? Placeholder.own(kind, generator.below(count)) : nobodys()
    }

    /// Returns an id that nobody has.
    private mutating func nobodys() -> String {
        String((0..<12).map { _ in generator.one(of: Array("0123456789abcdefgh")) })
    }

    private mutating func login() -> String {
        if isCurious, generator.chance(40) { return Placeholder.email }
        let login = foreignLogins.isEmpty ? "nobody@example.org" : generator.one(of: foreignLogins)
        guard guesses[login, default: 0] < 4 else { return nobodys() + "@example.org" }
        guesses[login, default: 0] += 1
        return login
    }

    private func quoted(_ text: String) -> String { "\"\(text)\"" }
}
