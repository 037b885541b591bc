import Coordination
import Domain
import Signals

extension SimulatedPerson {
    /// Reads something, or marks notices. What is read while others act is checked as far as it holds at any moment.
    func look(_ act: Act, _ number: Int) async {
        switch act {
        case .readBalance(let slot): await readBalance(slot)
        case .readHistory(let slot, let limit): await readHistory(slot, limit)
        case .search(let text): await search(text)
        case .readForecast(let days): _ = await read(SubscriptionsSignal.Forecast(days: days))
        case .readSubscriptions: _ = await read(SubscriptionsSignal.List(limit: 1000))
        case .readInbox: _ = await read(NotificationsSignal.List())
        case .markRead(let count):
            guard let ids = await newestNotices(count) else { return }
            _ = await change(NotificationsSignal.Read(ids: ids), number: number)
        case .archive(let count):
            guard let ids = await newestNotices(count) else { return }
            _ = await change(NotificationsSignal.Archive(ids: ids), number: number)
        default: preconditionFailure("\(act) is no look.")
        }
    }

    private func newestNotices(_ count: Int) async -> [String]? {
        let notices = await read(NotificationsSignal.List(unread: true, limit: count))?.notifications
        return notices.flatMap { $0.isEmpty ? nil : $0.map(\.id) }
    }

    private func readBalance(_ slot: Int) async {
        guard let account = own(slot) else { return }
        guard let answer = await read(LedgerSignal.Balance(account: account.id)) else {
            return books.note("Person \(index) was not told the balance of account \(account.id), which is theirs.")
        }
        let held = answer.held?.minorUnits ?? 0
        if answer.available.minorUnits != answer.balance.minorUnits - held || answer.balance.minorUnits < 0 || held < 0
            || answer.available.minorUnits < 0
        {
            books.note(
                "Account \(account.id) of person \(index) has \(answer.balance.decimalText), of which "
                    + "\(answer.held?.decimalText ?? "nothing") is held, and \(answer.available.decimalText) "
                    + "available.")
        }
    }

    private func readHistory(_ slot: Int?, _ limit: Int) async {
        let account = slot.flatMap { own($0) }
        guard slot == nil || account != nil else { return }
        guard let page = await read(HistorySignal.Transactions(account: account?.id, limit: limit)) else { return }
        let rows = page.transactions
        if rows.count > limit || rows.contains(where: { account != nil && $0.account != account?.id }) {
            books.note("A page of \(limit) rows of \(account?.id ?? "all accounts") has \(rows.count) rows: \(rows).")
        }
        if zip(rows, rows.dropFirst()).contains(where: { $0.date < $1.date }) {
            books.note("A page of history of person \(index) is not in the order of dates: \(rows.map(\.date)).")
        }
    }

    private func search(_ text: String) async {
        guard let page = await read(HistorySignal.Transactions(text: text, limit: 100)) else { return }
        let word = text.lowercased()
        for row in page.transactions where !row.description.lowercased().contains(word) {
            books.note("Person \(index) searched for \(text) and was told of \(row.id), \(row.description).")
        }
    }
}
