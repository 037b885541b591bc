import Coordination
import Domain
import GatewaySession
import GatewayWords
import Signals

/// The state of the subscription form.
struct SubscriptionFormState: Sendable {
    /// The subscription to change; nil for a new one.
    let subscription: SubscriptionsSignal.Subscription?
    var accounts: Loadable<[LedgerSignal.Account]> = .loading
    var form = Form([])
    /// The service's title when the form was created, in the language of that moment.
    var service = ""
    var fault: SceneFault?
    var isSending = false
}

/// Adds or changes a subscription.
@MainActor final class SubscriptionFormPresenter: StatePresenter<SubscriptionFormState> {
    private static let units = Recurrence.Unit.allCases
    /// Called when the form is finished.
    var output: (() -> Void)?

    init(_ subscription: SubscriptionsSignal.Subscription?, signals: any Transmitter, tools: SceneTools) {
        super.init(SubscriptionFormState(subscription: subscription), signals: signals, tools: tools)
    }

    override func open() {
        load(\.accounts) { [weak self] in
            guard let self else { throw CancellationError() }
            let accounts = try await ask(LedgerSignal.Accounts()).accounts.filter { $0.status == .active }
            if state.form.fields.isEmpty { state.form = makeForm(accounts) }
            return accounts
        }
    }

    private func makeForm(_ accounts: [LedgerSignal.Account]) -> Form {
        let old = state.subscription
        let units = Self.units.map { RhythmText.name(of: $0) }
        let payers = [SubscriptionFormTexts.nobody] + accounts.map { Text(verbatim: $0.name) }
        let payer = old?.payFrom.flatMap { id in accounts.firstIndex { $0.id == id } }.map { $0 + 1 } ?? 0
        let today = tools.clock.now().localDay
        state.service = old.map { "\($0.title.text)" } ?? ""
        return Form([
            FormField(
                "service", SubscriptionFormTexts.service, text: state.service,
                note: SubscriptionFormTexts.serviceNote),
            FormField(
                "amount", SubscriptionFormTexts.amount,
                text: old.map { ValueText.money($0.amount) } ?? "",
                note: SubscriptionFormTexts.amountNote),
            FormField(
                "start", SubscriptionFormTexts.start, .day(from: today), text: ValueText.day(old?.start ?? today),
                keysNote: BondsTexts.dayNote),
            FormField("count", SubscriptionFormTexts.every, text: String(old?.every.count ?? 1)),
            FormField(
                "unit", SubscriptionFormTexts.unit, .choice(units),
                choice: Self.units.firstIndex(of: old?.every.unit ?? .month) ?? 0),
            FormField(
                "payFrom", SubscriptionFormTexts.payFrom, .choice(payers), choice: payer,
                note: SubscriptionFormTexts.payNote),
            FormField(
                "remind", SubscriptionFormTexts.remind,
                text: (old?.remindDaysBefore ?? [3]).map { String($0) }.joined(separator: ", "),
                note: SubscriptionFormTexts.remindNote),
            FormField(
                "trial", SubscriptionFormTexts.trial, .day(from: today),
                text: old?.trialUntil.map { ValueText.day($0) } ?? ""),
            FormField(
                "ends", SubscriptionFormTexts.ends, .day(from: today),
                text: old?.ends.map { ValueText.day($0) } ?? ""),
            FormField("category", SubscriptionFormTexts.category, text: old?.category ?? ""),
        ])
    }

    override func receive(_ input: SceneInput) {
        guard !state.isSending else { return }
        switch input {
        case .perform(.retry): open()
        case .enter:
            if state.form.isAtEnd { send() } else { _ = state.form.receive(.nextField) }
        case .perform("save"): send()
        default: if state.form.receive(input) != nil { state.fault = nil }
        }
    }

    /// The requested values.
    private struct Order {
        var service = SubscriptionsSignal.ServiceChoice.known("")
        var amount: Money?
        var start: CalendarDay?
        var every = SubscriptionsSignal.Every(count: 1, unit: .month)
        var payFrom: String?
        var remind: [Int] = []
        var trial: CalendarDay?
        var ends: CalendarDay?
        var category: String?
        var code: String?
    }

    /// The currency of an amount without one: that of the paying account, or else of the subscription as it was, or
    /// else of all accounts if they have only one.
    private var currency: Currency? {
        let accounts = state.accounts.value ?? []
        let payer = state.form.choice("payFrom") - 1
        if accounts.indices.contains(payer) { return accounts[payer].currency }
        return state.subscription?.amount.currency ?? MoneyArgument.onlyCurrency(of: accounts)
    }

    private func order() -> (order: Order, problems: [String: Text]) {
        var (order, problems) = (Order(), [String: Text]())
        let form = state.form
        let title = form["service"].split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if title.isEmpty { problems["service"] = RegisterTexts.empty }
        let isKnown =
            !title.isEmpty
            && title.utf8.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        order.service = isKnown ? .known(title) : .own(title: title, color: nil)
        do throws(UsageError) {
            order.amount = try MoneyArgument.money(form["amount"], standard: currency, flag: "amount")
        } catch {
            let typed = try? TypedAmount(form["amount"])
            let lacksCurrency = currency == nil && typed?.hasCurrency == false
            problems["amount"] = lacksCurrency ? SubscriptionFormTexts.noCurrency(form["amount"]) : error.message
        }
        func day(_ name: String) -> CalendarDay? {
            guard !form[name].isEmpty else { return nil }
            guard let day = TypedDay.day(form[name], today: tools.clock.now().localDay, .future) else {
                problems[name] = BondsTexts.notADay
                return nil
            }
            return day
        }
        order.start = day("start")
        if order.start == nil, problems["start"] == nil { problems["start"] = RegisterTexts.empty }
        (order.trial, order.ends) = (day("trial"), day("ends"))
        if let count = Int(form["count"]), Recurrence.counts.contains(count) {
            order.every = SubscriptionsSignal.Every(count: count, unit: Self.units[form.choice("unit")])
        } else {
            problems["count"] = SubscriptionFormTexts.countRule
        }
        let payer = form.choice("payFrom")
        if payer > 0, let accounts = state.accounts.value, accounts.indices.contains(payer - 1) {
            order.payFrom = accounts[payer - 1].id
        }
        let offsets = form["remind"].split { $0 == "," || $0 == " " }.map { Int($0) }
        if offsets.contains(where: { $0 == nil || ($0 ?? 0) < 0 }) {
            problems["remind"] = SubscriptionFormTexts.remindNote
        } else {
            order.remind = offsets.compactMap { $0 }
        }
        order.category = form["category"].isEmpty ? nil : form["category"]
        return (order, problems)
    }

    private func send() {
        var (order, problems) = order()
        if state.form.points(to: problems) { return }
        guard let amount = order.amount, let start = order.start else { return }
        let form = state.form
        (state.isSending, state.fault) = (true, nil)
        run { [weak self] in
            guard let self else { return }
            defer { state.isSending = false }
            do {
                order.code = try await proof(in: form)
                do {
                    try await submit(order, amount, start)
                } catch let fault as Fault where fault.code == .notFound && fault.field == "service" {
                    // A word that is not in the catalogue is the name of the user's own service.
                    guard case .known(let title) = order.service else { throw fault }
                    var own = order
                    own.service = .own(title: title, color: nil)
                    try await submit(own, amount, start)
                }
                output?()
            } catch let fault as Fault where fault.code == .confirmationRequired && !form.hasProof {
                state.fault = await demandProof(after: fault, in: \.form)
            } catch {
                let fault = SceneFault(error)
                if !(await takeBack(fault, in: \.form)) { refuse(fault) }
            }
        }
    }

    private func submit(_ order: Order, _ amount: Money, _ start: CalendarDay) async throws {
        if let old = state.subscription {
            _ = try await ask(change(of: old, order, amount, start))
        } else {
            _ = try await ask(
                SubscriptionsSignal.Add(
                    service: order.service, amount: amount, start: start, every: order.every, category: order.category,
                    remindDaysBefore: order.remind, payFrom: order.payFrom, trialUntil: order.trial, ends: order.ends,
                    code: order.code))
        }
    }

    /// Sends only the differences: untouched values stay as they are.
    private func change(
        of old: SubscriptionsSignal.Subscription, _ order: Order, _ amount: Money, _ start: CalendarDay
    ) -> SubscriptionsSignal.Update {
        func text(_ new: CalendarDay?, _ old: CalendarDay?) -> String? { new == old ? nil : new?.description ?? "" }
        return SubscriptionsSignal.Update(
            id: old.id, service: state.form["service"] == state.service ? nil : order.service,
            amount: amount == old.amount ? nil : amount, start: start == old.start ? nil : start,
            every: order.every == old.every ? nil : order.every,
            category: order.category == old.category ? nil : order.category ?? "",
            remindDaysBefore: order.remind == old.remindDaysBefore ? nil : order.remind,
            payFrom: order.payFrom == old.payFrom ? nil : order.payFrom ?? "",
            trialUntil: text(order.trial, old.trialUntil), ends: text(order.ends, old.ends), code: order.code)
    }

    private static let fields = ["every": "count", "remindDaysBefore": "remind", "trialUntil": "trial"]

    /// Shows the fault at its field, if there is one.
    private func refuse(_ fault: SceneFault) {
        let field = fault.field.map {
            $0.split(whereSeparator: { $0 == "." || $0 == "[" }).first.map(String.init) ?? $0
        }
        let name = field.map { Self.fields[$0] ?? $0 }
        if !state.form.points(to: fault, at: name) { state.fault = fault }
    }
}
