import Coordination
import Domain
import GatewaySession
import GatewayWords
import Signals

/// The source of the values that a shell may propose for a flag or a word.
enum ValueSource: Hashable, Sendable {
    /// One of these words.
    case words([String])
    /// Codes of ISO 4217.
    case currencies
    /// File names, which the shell completes itself.
    case files
    /// The securities of scanner.
    case tickers
    /// The bonds of the service bonds.
    case bonds
    /// Things with an id or a title.
    case things(NamedThing)
    /// Accounts that money may go to: own ones, payees, and recent recipients.
    case receivers
    /// The categories of transactions.
    case categories
    case zones
    /// Days in words.
    case days(field: String, command: [String])
    /// The newest transactions.
    case transactions
    /// The newest traces of this gateway.
    case traces
    /// The services of the house.
    case services
    /// The methods of services.
    case methods
    /// Commands, for help.
    case commands
    /// The keys of queries of transactions.
    case queryKeys

    /// Returns the source of a flag's values; nil where there is nothing to propose.
    static func of(_ flag: FlagShape, of command: any Command) -> ValueSource? {
        switch flag.kind {
        case .choice(let words): return .words(words)
        case .currency: return .currencies
        case .toggle, .number, .sum, .decimal, .duration, .money: return nil
        case .text, .words, .list: break
        }
        if flag.placeholder.contains("FILE") || flag.placeholder.contains("DIR") { return .files }
        if flag.field == "services" || flag.placeholder == "SERVICE" { return .services }
        if flag.field == "to", PayeeReference.commands.contains(command.words.first ?? "") { return .receivers }
        if accountFields.contains(flag.field), command.part != .market,
            !TypedDay.isDay(flag.field, of: command.words)
        {
            return .things(.account)
        }
        if flag.placeholder.hasPrefix("TICKER") || flag.field == "ticker" { return .tickers }
        if let thing = NamedThing.meant(by: flag.field, in: command.words) { return .things(thing) }
        if TypedDay.isDay(flag.field, of: command.words) { return .days(field: flag.field, command: command.words) }
        switch (flag.field, command.words.first) {
        case ("zone", _), ("timeZone", _): return .zones
        case ("isin", _): return .bonds
        case ("transfer", _), ("id", "history"), ("id", "category"): return .transactions
        case ("id", "trace"): return .traces
        case ("category", _): return .categories
        case ("query", "history"), ("query", "filter"), ("query", "report"): return .queryKeys
        case ("rhythm", _): return .words(Recurrence.Unit.allCases.map(\.rawValue))
        case ("method", "call"): return .methods
        case ("topic", "help"): return .commands
        default: return nil
        }
    }

    private static let accountFields: Set<String> = ["account", "from", "to", "payFrom"]
}

extension QueryTerms.Key {
    /// A few words beside the key.
    fileprivate var meaning: Text {
        switch self {
        case .category: Text("category", "категория")
        case .amount: Text("amount", "сумма")
        case .date: Text("day, month or year", "день, месяц или год")
        case .account: Text("account", "счёт")
        case .counterparty: Text("account on the other side", "счёт на другой стороне")
        case .type: Text("income or expense", "приход или расход")
        case .currency: Text("currency", "валюта")
        case .property: Text("own, reversed or undone", "own, reversed или undone")
        }
    }
}

/// A proposal: the word to insert, and its meaning.
struct Proposal: Hashable, Sendable {
    let value: String
    /// A few words beside it, for shells that show them.
    let meaning: String

    init(_ value: String, _ meaning: String = "") {
        self.value = value
        self.meaning = meaning
    }
}

/// Loads values from services, within a short time limit; nothing is cached.
struct ValueFetch {
    let client: ServiceClient
    let today: CalendarDay
    /// The names of the services.
    var services = House.services
    /// The newest runs of this user's gateway; nil if they are not stored.
    var traces: TraceFile?

    /// Returns the values of a source; none when nobody is signed in or the services do not answer in time.
    func proposals(_ source: ValueSource) async -> [Proposal] {
        do {
            return try await values(source)
        } catch {
            return []
        }
    }

    private func values(_ source: ValueSource) async throws -> [Proposal] {
        switch source {
        case .words(let words): return ChoiceWords.proposals(words)
        case .zones: return ZoneNames.all.map { Proposal($0) }
        case .days(let field, let words):
            return TypedDay.proposals(for: field, of: words, today: today)
        case .currencies: return Currency.all.map { Proposal($0.code) }
        case .files, .commands: return []
        case .queryKeys: return QueryTerms.Key.allCases.map { Proposal("\($0.rawValue):", $0.meaning.description) }
        case .things(let thing): return try await things(thing)
        case .receivers: return try await receivers()
        case .categories:
            return try await client.ask(HistorySignal.Categories()).categories.flatMap(CategoryReference.proposals)
        case .tickers:
            return try await client.ask(ScannerSignal.Securities()).securities.map {
                Proposal($0.ticker, $0.name ?? "")
            }
        case .bonds:
            return try await client.ask(BondsSignal.List()).bonds.map { Proposal($0.isin.description, $0.title) }
        case .transactions:
            return try await client.ask(HistorySignal.Transactions(limit: 20)).transactions.map {
                Proposal($0.id, "\(ValueText.money($0.amount)) \($0.description)")
            }
        case .traces:
            return (traces?.load() ?? []).map { run in
                let how = run.exitCode == 0 ? "" : "\(Text(", exit \(run.exitCode)", ", код \(run.exitCode)"))"
                return Proposal(run.id, "\(run.command), \(ValueText.time(run.start))\(how)")
            }
        case .services: return services.map { Proposal($0) }
        case .methods:
            var proposals: [Proposal] = []
            for service in services {
                let answer = try await client.askOpenly(service: service, method: "rpc.discover")
                let methods = try JSONDocumentMethods.read(answer)
                proposals += methods.map { Proposal($0.name, $0.summary) }
            }
            return proposals
        }
    }

    /// Returns each thing by its title, if that is a single, unambiguous word, and by the short form of its id.
    private func things(_ thing: NamedThing) async throws -> [Proposal] {
        proposals(try await ReferenceList(client: client).candidates(of: thing))
    }

    /// Returns own accounts and payees, then recent recipients.
    private func receivers() async throws -> [Proposal] {
        let known = try await PayeeReference(client).candidates
        // Without history, only recipients with names are proposed.
        let page = try? await client.ask(HistorySignal.Transactions(type: .expense, limit: 100))
        let paid = page?.transactions ?? []
        var seen = Set(known.map(\.id))
        let before = paid.compactMap { payment -> Proposal? in
            guard let account = payment.toAccount, seen.insert(account).inserted else { return nil }
            return Proposal(account, payment.description)
        }
        return proposals(known) + before
    }

    private func proposals(_ candidates: [ReferenceCandidate]) -> [Proposal] {
        let all = candidates.filter { !$0.isOver }
        let short = ShortIDs(all.map(\.id))
        let titles = Dictionary(grouping: all) { FoldedWord.of($0.titles.first ?? "") }
        return all.flatMap { candidate in
            let title = candidate.titles.first ?? ""
            let isAlone = titles[FoldedWord.of(title)]?.count == 1
            var proposals: [Proposal] = []
            if !title.isEmpty, !title.contains(" "), isAlone { proposals.append(Proposal(title, candidate.meaning)) }
            if candidate.id != title {
                let meaning = [title, candidate.meaning].filter { !$0.isEmpty }.joined(separator: ", ")
                proposals.append(Proposal(short[candidate.id], meaning))
            }
            return proposals
        }
    }
}
