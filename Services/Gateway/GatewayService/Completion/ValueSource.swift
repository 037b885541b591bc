import Coordination
import Domain
import Signals

/// Where the values come from that a shell may propose for a flag or a word.
enum ValueSource: Hashable, Sendable {
    /// One of these words.
    case words([String])
    /// Codes of ISO 4217.
    case currencies
    /// A file, which the shell knows best.
    case files
    /// The person's accounts.
    case accounts
    /// Securities that scanner has.
    case tickers
    /// Bonds that bonds has.
    case bonds
    /// What is put aside.
    case holds
    /// Names of templates.
    case templates
    /// Names of saved filters.
    case filters
    /// Schedules.
    case schedules
    /// Sessions.
    case sessions
    /// The newest transactions.
    case transactions
    /// What this gateway asked for last.
    case traces
    /// Methods of services.
    case methods
    /// Commands, for help.
    case commands

    /// The source of a flag's values; nil where nobody knows what to propose.
    static func of(_ flag: FlagShape, of command: any Command) -> ValueSource? {
        switch flag.kind {
        case .choice(let words): return .words(words)
        case .currency: return .currencies
        case .toggle, .number, .sum, .decimal, .duration, .money: return nil
        case .text, .words, .list: break
        }
        if flag.placeholder.contains("FILE") || flag.placeholder.contains("DIR") { return .files }
        if flag.field == "services" { return .words(House.services) }
        if accountFields.contains(flag.field), command.part != .market { return .accounts }
        if flag.placeholder.hasPrefix("TICKER") || flag.field == "ticker" { return .tickers }
        switch (flag.field, command.words.first) {
        case ("isin", _): return .bonds
        case ("hold", _): return .holds
        case ("template", _), ("name", "template"): return .templates
        case ("filter", _), ("name", "filter"): return .filters
        case ("schedule", _), ("id", "schedule"): return .schedules
        case ("id", "sessions"): return .sessions
        case ("transfer", _), ("id", "history"), ("id", "category"): return .transactions
        case ("id", "trace"): return .traces
        case ("method", "call"): return .methods
        case ("topic", "help"): return .commands
        default: return nil
        }
    }

    private static let accountFields: Set<String> = ["account", "from", "to", "payFrom"]
}

/// A proposal: what to insert, and what it is.
struct Proposal: Hashable, Sendable {
    /// The word.
    let value: String
    /// A few words beside it, where the shell shows them.
    let meaning: String

    init(_ value: String, _ meaning: String = "") {
        self.value = value
        self.meaning = meaning
    }
}

/// Asks services for values, quickly or not at all. Nothing of it is kept.
struct ValueFetch {
    let desk: ServiceDesk
    /// The newest runs of this person's gateway; nil where they are kept nowhere.
    var traces: TraceFile?

    /// The values of a source; none when nobody is signed in or the services do not answer in time.
    func proposals(_ source: ValueSource) async -> [Proposal] {
        do {
            return try await values(source)
        } catch {
            return []
        }
    }

    private func values(_ source: ValueSource) async throws -> [Proposal] {
        switch source {
        case .words(let words): return words.map { Proposal($0) }
        case .currencies: return Currency.all.map { Proposal($0.code) }
        case .files, .commands: return []
        case .accounts:
            return try await desk.ask(LedgerSignal.Accounts()).accounts.filter { $0.status != .closed }.flatMap {
                account in
                let meaning = ValueText.money(account.balance)
                let byName = account.name.contains(" ") ? [] : [Proposal(account.name, meaning)]
                return byName + [Proposal(account.id, "\(account.name), \(meaning)")]
            }
        case .tickers:
            return try await desk.ask(ScannerSignal.Securities()).securities.map { Proposal($0.ticker, $0.name ?? "") }
        case .bonds:
            return try await desk.ask(BondsSignal.List()).bonds.map { Proposal($0.isin.description, $0.title) }
        case .holds:
            return try await desk.ask(LedgerSignal.Holds()).holds.map { Proposal($0.id, ValueText.money($0.amount)) }
        case .templates: return try await desk.ask(LedgerSignal.Templates()).templates.map { Proposal($0.name) }
        case .filters: return try await desk.ask(HistorySignal.Filters()).filters.map { Proposal($0.name) }
        case .schedules:
            return try await desk.ask(LedgerSignal.Schedules()).schedules.map {
                Proposal($0.id, ValueText.money($0.amount))
            }
        case .sessions:
            return try await desk.ask(AuthSignal.Sessions()).sessions.filter { !$0.isCurrent }.map {
                Proposal($0.id, $0.device ?? "")
            }
        case .transactions:
            return try await desk.ask(HistorySignal.Transactions(limit: 20)).transactions.map {
                Proposal($0.id, "\(ValueText.money($0.amount)) \($0.description)")
            }
        case .traces:
            return (traces?.load() ?? []).map { run in
                let how = run.exitCode == 0 ? "" : "\(Text(", exit \(run.exitCode)", ", код \(run.exitCode)"))"
                return Proposal(run.id, "\(run.command), \(ValueText.time(run.start))\(how)")
            }
        case .methods:
            var proposals: [Proposal] = []
            for service in House.services {
                let answer = try await desk.askOpenly(service: service, method: "rpc.discover")
                let methods = try JSONDocumentMethods.read(answer)
                proposals += methods.map { Proposal($0.name, $0.summary) }
            }
            return proposals
        }
    }
}
