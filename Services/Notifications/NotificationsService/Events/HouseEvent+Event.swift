import Coordination
import Domain
import Reasons
import Signals
import Storage
import StrictJSON

extension HouseEvent {
    /// Reads an event member by member, so that later services may add members.
    ///
    /// - Throws: ``Fault`` `internal` for an event of a known type in an invalid form.
    package init(_ event: Event, from source: String) throws(Fault) {
        let reader = EventDecoder(event: event)
        let content: Content?
        switch source {
        case "auth": content = reader.auth()
        case "ledger": content = reader.ledger()
        case "patterns": content = reader.patterns()
        case "bonds": content = reader.bonds()
        case "subscriptions": content = reader.subscriptions()
        default: content = .nothing
        }
        guard let content else {
            throw Fault(
                .internalFault, .badEvent,
                ["sequence": .text(String(event.sequence)), "service": .text(source), "type": .text(event.type)])
        }
        self.init(sequence: event.sequence, source: source, time: event.time, content: content)
    }
}

/// A decoder of the facts of an event. Its results are nil when the facts do not match the type.
struct EventDecoder {
    let event: Event
    private let document: JSONDocument?

    init(event: Event) {
        self.event = event
        document = try? JSONDocument(event.data)
    }

    var facts: JSONNode? { document?.root }

    /// Returns a text, cleaned: events from before the rule for texts may contain control characters.
    func text(_ name: String, _ node: JSONNode? = nil) -> String? {
        (node ?? facts)?.member(name)?.string.map { PlainText.clean($0) }
    }

    func day(_ name: String) -> CalendarDay? { text(name).flatMap { CalendarDay($0) } }

    func number(_ name: String) -> Int? { facts?.member(name)?.integer(as: Int.self) }

    func money(_ name: String, _ node: JSONNode? = nil) -> Money? {
        guard let node = (node ?? facts)?.member(name), let text = node.member("amount")?.string,
            let currency = node.member("currency")?.string.flatMap({ Currency(code: $0) })
        else { return nil }
        return try? Money(decimal: text, currency: currency)
    }

    /// Returns a reason by name with its details; nil when an older service sends only a sentence.
    func explanation(_ name: String, _ node: JSONNode? = nil) -> Explanation? {
        (node ?? facts)?.member(name).flatMap { try? $0.decode(Explanation.self) }
    }

    /// Creates a notice for the user of the event.
    func tell(
        _ kind: NotificationsSignal.Kind, account: String? = nil, isOwn: Bool = false,
        _ fill: (inout NoticeFacts) -> Void = { _ in }
    ) -> HouseEvent.Content? {
        guard let user = text("userId") else { return nil }
        var facts = NoticeFacts()
        fill(&facts)
        return .tell([HouseEvent.Telling(userID: user, kind: kind, facts: facts, accountID: account, isOwn: isOwn)])
    }

    // MARK: auth

    func auth() -> HouseEvent.Content? {
        switch event.type {
        case "auth.userRegistered": text("userId").map { .registered(userID: $0) }
        case "auth.userDeleted": text("userId").map { .deleted(userID: $0) }
        case PersonZones.eventType:
            (try? PersonZones.change(in: event)).flatMap { $0 }.map {
                .zone(userID: $0.person, zone: $0.zone, revision: $0.revision)
            }
        case "auth.signedIn":
            tell(.signedIn) { facts in
                facts.subject = text("sessionId")
                facts.name = text("device")
            }
        case "auth.otherSessionsEnded":
            tell(.sessionsEnded) { facts in
                facts.subject = text("sessionId")
                facts.name = text("device")
                facts.count = number("count")
            }
        case "auth.passwordChanged": tell(.passwordChanged)
        case "auth.passwordReset": tell(.passwordReset)
        case "auth.resetIssued": tell(.resetIssued) { $0.until = text("expiresAt").flatMap { Instant($0) } }
        case "auth.totpEnabled": tell(.codesOn)
        case "auth.totpDisabled": tell(.codesOff)
        case "auth.recoveryCodesRenewed": tell(.recoveryCodesRenewed)
        case "auth.recoveryCodeUsed": tell(.recoveryCodeUsed) { $0.count = number("left") }
        case "auth.signInsFailed":
            tell(.signInsFailed) { facts in
                facts.count = number("count")
                facts.name = text("by")
            }
        case "auth.passkeyAdded": tell(.passkeyAdded) { $0.name = text("name") }
        case "auth.passkeyRemoved": tell(.passkeyRemoved) { $0.name = text("name") }
        case "auth.passkeyCopied": tell(.passkeyCopied) { $0.name = text("name") }
        case "auth.telegramLinked": tell(.telegramLinked) { $0.name = text("name") }
        case "auth.telegramUnlinked": tell(.telegramUnlinked) { $0.name = text("name") }
        case "auth.telegramStarted": start()
        case "auth.telegramPressed": tap()
        default: .nothing
        }
    }

    private func start() -> HouseEvent.Content? {
        guard let person = facts?.member("telegramId")?.int64, let name = text("name"), let code = text("code") else {
            return nil
        }
        // An event redacted after its user left yields no notice.
        if person == 0 { return .nothing }
        return .start(
            HouseEvent.Start(person: person, name: name, language: text("language") == "ru" ? .ru : .en, code: code))
    }

    private func tap() -> HouseEvent.Content? {
        guard let person = facts?.member("telegramId")?.int64, let query = text("queryId"), let data = text("data")
        else {
            return nil
        }
        if person == 0 { return .nothing }
        return .tap(
            HouseEvent.Tap(person: person, queryID: query, messageID: facts?.member("messageId")?.int64, data: data))
    }

    // MARK: ledger

    func ledger() -> HouseEvent.Content? {
        switch event.type {
        case "ledger.transferPosted": posted()
        case "ledger.rowsImported": imported(isUndone: false)
        case "ledger.importUndone": imported(isUndone: true)
        case "ledger.accountOpened", "ledger.accountChanged":
            if let account = facts?.member("account"), let id = text("id", account), let name = text("name", account) {
                .account(id: id, name: name)
            } else {
                nil
            }
        case "ledger.scheduledTransferFailed":
            tell(.transferRefused, account: text("from")) { facts in
                let run = self.facts?.member("run")
                facts.subject = text("schedule")
                facts.amount = money("amount")
                facts.name = text("description")
                facts.reason = text("reason", run) ?? text("fault", run)
                facts.explanation = explanation("explanation", run)
                facts.day = text("nextTry", run).flatMap { CalendarDay($0) }
            }
        default: .nothing
        }
    }

    /// Reads a movement of money. Movements between accounts of one user, the user's own orders and the rows of an
    /// import are not reported here.
    private func posted() -> HouseEvent.Content? {
        guard let transfer = facts?.member("transfer"), let id = text("id", transfer),
            let entries = facts?.member("entries")
        else { return nil }
        var tellings: [HouseEvent.Telling] = []
        for entry in entries.elements {
            guard let user = text("userId", entry) else { continue }
            guard let account = text("account", entry), let amount = money("amount", entry),
                let units = Int64(exactly: amount.minorUnits.magnitude)
            else { return nil }
            let cause = text("cause", entry).flatMap { LedgerEvent.Cause(rawValue: $0) }
            // An import is reported as a whole, and so is its undoing. The transfers of both name the import.
            if cause == .import || text("import", transfer) != nil { return .nothing }
            var told = NoticeFacts()
            told.subject = id
            told.amount = Money(minorUnits: units, currency: amount.currency)
            told.other = money("balanceAfter", entry)
            told.name = text("description", transfer)
            tellings.append(
                HouseEvent.Telling(
                    userID: user, kind: amount.minorUnits < 0 ? .moneyOut : .moneyIn, facts: told, accountID: account,
                    isOwn: cause == .order))
        }
        if tellings.count == 2 {
            if tellings[0].userID == tellings[1].userID { return .nothing }
            for (index, other) in [(0, 1), (1, 0)] { tellings[index].otherID = tellings[other].userID }
        }
        return tellings.isEmpty ? .nothing : .tell(tellings)
    }

    private func imported(isUndone: Bool) -> HouseEvent.Content? {
        guard let user = text("userId"), let report = facts?.member("import"), let id = text("id", report),
            let account = text("account", report), let rows = report.member("rows")?.integer(as: Int.self),
            let income = money("income", report), let expense = money("expense", report),
            let first = text("from", report).flatMap({ CalendarDay($0) }),
            let last = text("to", report).flatMap({ CalendarDay($0) })
        else { return nil }
        return .imported(
            HouseEvent.Import(
                userID: user, id: id, accountID: account, rows: rows, income: income, expense: expense, first: first,
                last: last, isUndone: isUndone))
    }
}
