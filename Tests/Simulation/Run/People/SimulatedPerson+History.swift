import Coordination
import Domain
import Signals

extension SimulatedPerson {
    /// A person has no more rules than this.
    private static let mostRules = 20

    /// Arranges or reads history.
    func useHistory(_ act: Act, _ number: Int) async {
        switch act {
        case .addRule(let word, let category, let type, let isFirst):
            let signal = HistorySignal.AddRule(
                contains: word, category: category, type: type, position: isFirst ? 1 : nil)
            await addRule(signal, number)
        case .moveRule(let made, let place): await moveRule(made, to: place, number)
        case .removeRule(let made): await removeRule(made, number)
        case .saveFilter(let name, let text, let type, let least, let category):
            let signal = HistorySignal.SaveFilter(
                name: "Filter \(name)", type: type, text: text, minAmount: least.map { "\($0)" }, category: category)
            await saveFilter(signal, number)
        case .removeFilter(let name): await removeFilter("Filter \(name)", number)
        case .readFiltered(let name): await readFiltered("Filter \(name)")
        case .summarize(let group, let type): await summarize(by: group, type)
        case .importStatement(let slot, let first, let count):
            await importStatement(slot, first..<first + count, number)
        case .exportStatement(let slot, let days, let format): await exportStatement(slot, days, format, number)
        default: await useMarket(act, number)
        }
    }

    // MARK: Rules

    private func addRule(_ signal: HistorySignal.AddRule, _ number: Int) async {
        guard books.now.rules[index]?.count ?? 0 < Self.mostRules else { return }
        guard let rule = await change(signal, number: number)?.rule else { return }
        if rule.contains != signal.contains || rule.category != signal.category || rule.type != signal.type {
            books.note("Act \(number): person \(index) added \(signal) and was answered \(rule).")
        }
        let person = index
        books.write { content in
            let place = signal.position == 1 ? 0 : content.rules[person]?.count ?? 0
            content.rules[person, default: []].insert(rule, at: place)
            content.ruleOfAct[number] = rule.id
        }
    }

    private func moveRule(_ made: Int, to position: Int, _ number: Int) async {
        guard let id = rule(made) else { return }
        await changeRules(HistorySignal.MoveRule(id: id, position: position), number) { rules in
            guard let place = rules.firstIndex(where: { $0.id == id }) else { return }
            let rule = rules.remove(at: place)
            rules.insert(rule, at: min(position - 1, rules.count))
        }
    }

    private func removeRule(_ made: Int, _ number: Int) async {
        guard let id = rule(made) else { return }
        await changeRules(HistorySignal.RemoveRule(id: id), number) { rules in rules.removeAll { $0.id == id } }
    }

    /// Sends a change of the rules, and compares them with what it is to make of those that are known.
    private func changeRules<S: Signal>(
        _ signal: S, _ number: Int, _ change: (inout [HistorySignal.CategoryRule]) -> Void
    ) async where S.Answer == HistorySignal.RuleList {
        guard let told = await self.change(signal, number: number)?.rules else { return }
        let person = index
        var expected = books.now.rules[person] ?? []
        change(&expected)
        if told != expected {
            books.note("Act \(number): after \(signal) of person \(person) the rules are \(told), not \(expected).")
        }
        books.write { [expected] in $0.rules[person] = expected }
    }

    /// Returns the id of the rule that an act made, while it is there.
    private func rule(_ made: Int) -> String? {
        let content = books.now
        guard let id = content.ruleOfAct[made] else { return nil }
        return content.rules[index]?.contains { $0.id == id } ?? false ? id : nil
    }

    // MARK: Filters

    private func saveFilter(_ signal: HistorySignal.SaveFilter, _ number: Int) async {
        guard let filter = await change(signal, number: number)?.filter else { return }
        let expected = HistorySignal.SavedFilter(
            name: signal.name, type: signal.type, text: signal.text, minAmount: signal.minAmount,
            category: signal.category)
        if filter != expected {
            books.note("Act \(number): person \(index) saved \(signal) and was answered \(filter).")
        }
        let person = index
        books.write { $0.filters[person, default: [:]][signal.name] = expected }
    }

    private func removeFilter(_ name: String, _ number: Int) async {
        guard books.now.filters[index]?[name] != nil else { return }
        guard await change(HistorySignal.RemoveFilter(name: name), number: number) != nil else { return }
        let person = index
        books.write { $0.filters[person]?[name] = nil }
    }

    private func readFiltered(_ name: String) async {
        guard let filter = books.now.filters[index]?[name] else { return }
        switch await insist(HistorySignal.Transactions(filter: name, limit: 100), key: nil) {
        case .answered(let page):
            for row in page.transactions where !filter.finds(row) {
                books.note("Person \(index) asked for \(filter) and was told of \(row).")
            }
        case .refused(let fault): books.note("\(filter) of person \(index) was refused: \(fault).")
        case .unanswered: break
        }
    }

    private func summarize(by group: HistorySignal.SummaryGroup, _ type: HistorySignal.TypeFilter) async {
        guard let rows = await read(HistorySignal.Summary(by: group, type: type))?.rows else { return }
        let isWrong = rows.contains { row in
            row.count < 1 || type == .expense && row.income.minorUnits != 0
                || type == .income && row.expense.minorUnits != 0
        }
        if isWrong { books.note("Person \(index) asked for a summary of \(type) by \(group) and got \(rows).") }
    }
}

extension HistorySignal.SavedFilter {
    /// True for a row that it finds, as far as people use filters here.
    func finds(_ row: HistorySignal.Transaction) -> Bool {
        let words = row.description.lowercased().split { !$0.isLetter && !$0.isNumber }
        if let text, !words.contains(where: { $0.hasPrefix(text) }) { return false }
        if let type, type.rawValue != row.type.rawValue { return false }
        if let category, category != row.category { return false }
        let least = minAmount.flatMap { Int64($0) } ?? 0
        return row.amount.minorUnits >= least * row.amount.currency.minorUnitsPerUnit
    }
}
