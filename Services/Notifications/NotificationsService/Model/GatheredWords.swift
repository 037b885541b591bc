import Domain
import Signals

/// The texts of notices that gather many events.
struct GatheredWords {
    let wording: Wording

    private var words: MoneyWords { wording.words }

    func title(_ notice: Notice) -> String {
        let (count, account) = (notice.facts.count ?? 0, notice.facts.account ?? "")
        if notice.kind == .oldNews {
            let events = words.count(
                count, ("older event", "older events"), ("старое событие", "старых события", "старых событий"))
            return wording.say("\(events) in one notification", "\(events) в одном уведомлении")
        }
        if notice.facts.isUndone == true {
            return account.isEmpty
                ? wording.say("Import undone", "Импорт отменён")
                : wording.say("Import into \(account) undone", "Импорт в «\(account)» отменён")
        }
        let rows = words.count(count, ("row", "rows"), ("строка", "строки", "строк"))
        return account.isEmpty
            ? wording.say("Import: \(rows)", "Импорт: \(rows)")
            : wording.say("Import into \(account): \(rows)", "Импорт в «\(account)»: \(rows)")
    }

    func content(_ notice: Notice) -> [String] {
        let facts = notice.facts
        if notice.kind == .oldNews {
            return [
                wording.say("They were read long after they happened.", "О них стало известно намного позже."),
                days(facts), list(facts.counts ?? [:]),
            ].compactMap { $0 }
        }
        func sum(_ money: Money?, _ english: String, _ russian: String) -> String? {
            money.flatMap { $0.minorUnits == 0 ? nil : wording.say(english, russian) + ": \(words.amount($0))." }
        }
        return [
            sum(facts.amount, "Money in", "Поступило"), sum(facts.other, "Money out", "Списано"), days(facts),
        ].compactMap { $0 }
    }

    private func days(_ facts: NoticeFacts) -> String? {
        guard let first = facts.day, let last = facts.lastDay else { return nil }
        return first == last
            ? wording.say("Day: \(words.day(first)).", "День: \(words.day(first)).")
            : wording.say(
                "From \(words.day(first)) to \(words.day(last)).", "С \(words.day(first)) по \(words.day(last)).")
    }

    /// Lists the counts: `Money in: 12, security: 3.`
    private func list(_ counts: [String: Int]) -> String? {
        let parts = NotificationsSignal.Category.allCases.compactMap { category in
            counts[category.rawValue].map { "\(name(category)): \($0)" }
        }
        guard let first = parts.first else { return nil }
        return first.prefix(1).uppercased() + first.dropFirst() + parts.dropFirst().map { ", \($0)" }.joined() + "."
    }

    private func name(_ category: NotificationsSignal.Category) -> String {
        switch category {
        case .moneyIn: wording.say("money in", "поступления")
        case .moneyOut: wording.say("money out", "списания")
        case .imports: wording.say("imports", "импорт")
        case .payments: wording.say("payments", "платежи")
        case .prices: wording.say("prices", "цены")
        case .forecast: wording.say("forecasts", "прогнозы")
        case .patterns: wording.say("patterns", "паттерны")
        case .coupons: wording.say("coupons", "купоны")
        case .channels: wording.say("channels", "каналы")
        case .security: wording.say("security", "безопасность")
        }
    }
}
