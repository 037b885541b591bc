import Coordination
import Domain
import Reasons
import Signals
import StrictJSON
import TestSupport
import Testing

@testable import NotificationsService

/// The meaning of events of other services, read from events that their own types write.
@Suite struct HouseEventTests {
    private func news<Facts: Encodable>(_ source: String, _ type: String, _ facts: Facts) throws -> HouseEvent.Content {
        let event = Event(
            sequence: 7, type: type, subject: "s", time: Instant(milliseconds: 0), data: try JSONEncoding.encode(facts))
        let news = try HouseEvent(event, from: source)
        #expect(news.event == "\(source)-7")
        return news.content
    }

    private func telling(_ content: HouseEvent.Content) throws -> HouseEvent.Telling {
        guard case .tell(let tellings) = content, tellings.count == 1 else {
            Issue.record("one telling was expected, not \(content)")
            throw WaitedInVain(description: "no telling")
        }
        return tellings[0]
    }

    private func rubles(_ text: String) throws -> Money {
        try Money(decimal: text, currency: try #require(Currency(code: "RUB")))
    }

    private func transfer(
        from: String?, to: String?, cause: LedgerEvent.Cause? = nil, import: String? = nil
    ) throws -> LedgerEvent.TransferPosted {
        let amount = try rubles("5.00")
        let out = Money(minorUnits: -500, currency: amount.currency)
        return LedgerEvent.TransferPosted(
            transfer: LedgerSignal.Transfer(
                id: "t1", from: "a", to: "b", amount: amount, description: "lunch", status: .posted,
                createdAt: Instant(milliseconds: 0), sequence: 1, import: `import`),
            entries: [
                LedgerEvent.Entry(
                    account: "a", userId: from, accountSequence: 1, amount: out, balanceAfter: out,
                    cause: from == nil ? nil : cause),
                LedgerEvent.Entry(
                    account: "b", userId: to, accountSequence: 1, amount: amount, balanceAfter: amount,
                    cause: from == nil ? cause : nil),
            ])
    }

    @Test func moneyIsToldToBothSidesAndNotFromOnePocketIntoAnother() throws {
        guard
            case .tell(let both) = try news(
                "ledger", "ledger.transferPosted", try transfer(from: "anna", to: "boris"))
        else {
            Issue.record("nothing is told")
            return
        }
        #expect(both.map(\.userID) == ["anna", "boris"] && both.map(\.kind) == [.moneyOut, .moneyIn])
        #expect(try both.allSatisfy { $0.facts.amount == (try rubles("5.00")) && $0.facts.name == "lunch" })
        #expect(both.map(\.otherID) == ["boris", "anna"], "to whom it went, from whom it came")
        #expect(both[0].accountID == "a" && both[0].facts.other?.minorUnits == -500)
        #expect(try news("ledger", "ledger.transferPosted", try transfer(from: "anna", to: "anna")) == .nothing)
        let fromWorld = try telling(news("ledger", "ledger.transferPosted", try transfer(from: nil, to: "anna")))
        #expect(fromWorld.userID == "anna" && fromWorld.kind == .moneyIn && fromWorld.otherID == nil)
        let refused = LedgerEvent.ScheduledTransferFailed(
            userId: "anna", schedule: "s1", from: "a", to: "b", amount: try rubles("5"), description: "rent",
            run: LedgerSignal.ScheduleRun(
                occurrence: 1, due: CalendarDay(daysSince1970: 0), attempt: 1, at: Instant(milliseconds: 0),
                fault: "insufficientFunds", reason: "There is less.", nextTry: CalendarDay(daysSince1970: 1)))
        let told = try telling(news("ledger", "ledger.scheduledTransferFailed", refused))
        #expect(told.kind == .transferRefused && told.facts.reason == "There is less." && told.facts.day != nil)
    }

    @Test func aRefusalIsReadWithItsReason() throws {
        struct Run: Encodable { let reason = "There is less.", explanation: Explanation }
        struct Refused: Encodable { let userId = "anna", run: Run }
        struct Failed: Encodable { let userId = "anna", message = "There is less.", messageReason: Explanation }
        let why = Explanation(Refusal(.tooManyChannels, ["limit": 20]))
        let refused = try telling(
            news("ledger", "ledger.scheduledTransferFailed", Refused(run: Run(explanation: why))))
        #expect(refused.facts.explanation == why && refused.facts.reason == "There is less.")
        let failed = try telling(
            news("subscriptions", SubscriptionsEvent.PaymentFailed.type, Failed(messageReason: why)))
        #expect(failed.facts.explanation == why && failed.facts.reason == "There is less.")
    }

    @Test func whatPeopleOrderThemselvesIsTheirOwnDoingAndWhatComesByItselfIsNot() throws {
        func own(_ from: String?, _ to: String?, _ cause: LedgerEvent.Cause) throws -> [Bool] {
            let event = try transfer(from: from, to: to, cause: cause)
            guard case .tell(let told) = try news("ledger", "ledger.transferPosted", event) else { return [] }
            return told.map(\.isOwn)
        }
        #expect(try own("anna", "boris", .order) == [true, false], "the payee did nothing")
        #expect(try own(nil, "anna", .order) == [true] && own("anna", nil, .order) == [true])
        #expect(try own("anna", nil, .mandate) == [false] && own("anna", "boris", .schedule) == [false, false])
        let row = try transfer(from: "anna", to: nil, cause: .import)
        #expect(try news("ledger", "ledger.transferPosted", row) == .nothing, "its import is told as a whole")
        let reversal = try transfer(from: "anna", to: nil, cause: .order, import: "i1")
        #expect(try news("ledger", "ledger.transferPosted", reversal) == .nothing, "so is what takes it back")
        let report = LedgerSignal.Import(
            id: "i1", account: "a", importedAt: Instant(milliseconds: 0), rows: 3, income: try rubles("7"),
            expense: try rubles("2"), from: CalendarDay(daysSince1970: 0), to: CalendarDay(daysSince1970: 9))
        let expected = HouseEvent.Import(
            userID: "anna", id: "i1", accountID: "a", rows: 3, income: try rubles("7"), expense: try rubles("2"),
            first: CalendarDay(daysSince1970: 0), last: CalendarDay(daysSince1970: 9))
        #expect(
            try news("ledger", "ledger.rowsImported", LedgerEvent.RowsImported(userId: "anna", import: report))
                == .imported(expected))
        let undone = LedgerEvent.ImportUndone(userId: "anna", import: report, reversed: 3)
        guard case .imported(let taken) = try news("ledger", "ledger.importUndone", undone) else {
            Issue.record("an import that was taken back is told")
            return
        }
        #expect(taken.isUndone && taken.id == "i1")
    }

    @Test func subscriptionsTellWithTheirNamesInBothLanguages() throws {
        let title = SubscriptionsSignal.Title(ru: "Музыка", en: "Music")
        let day = CalendarDay(daysSince1970: 20_000)
        let upcoming = try telling(
            news(
                "subscriptions", SubscriptionsEvent.Upcoming.type,
                SubscriptionsEvent.Upcoming(
                    userId: "anna", id: "sub1", title: title, amount: try rubles("299"), previousAmount: nil, day: day,
                    daysRemaining: 3, account: nil, endsTrial: false)))
        #expect(upcoming.kind == .paymentUpcoming && upcoming.facts.day == day && upcoming.facts.count == 3)
        #expect(upcoming.facts.name == "Music" && upcoming.facts.nameInRussian == "Музыка")
        #expect(upcoming.facts.subject == "sub1")
        func paid(_ transfer: String?) throws -> HouseEvent.Content {
            try news(
                "subscriptions", SubscriptionsEvent.Paid.type,
                SubscriptionsEvent.Paid(
                    userId: "anna", id: "sub1", title: title, amount: try rubles("299"), day: day, paidOn: day,
                    method: transfer == nil ? .recorded : .debited, account: nil, transfer: transfer,
                    failedAttempts: 0))
        }
        #expect(try telling(paid(nil)).kind == .paymentDone)
        #expect(try paid("t7") == .nothing, "the ledger tells of it")
        let byHand = try telling(
            news(
                "subscriptions", SubscriptionsEvent.Paid.type,
                SubscriptionsEvent.Paid(
                    userId: "anna", id: "sub1", title: title, amount: try rubles("299"), day: day, paidOn: day,
                    method: .byHand, account: nil, transfer: nil, failedAttempts: 0)))
        #expect(try byHand.isOwn && !telling(paid(nil)).isOwn)
        let failed = try telling(
            news(
                "subscriptions", SubscriptionsEvent.PaymentFailed.type,
                SubscriptionsEvent.PaymentFailed(
                    userId: "anna", id: "sub1", title: title, amount: try rubles("299"), day: day, account: "a",
                    reason: "insufficientFunds", message: "There is less.", attempt: 1, nextTry: nil)))
        #expect(failed.kind == .paymentFailed && failed.facts.reason == "There is less." && failed.facts.day == nil)
        let price = try telling(
            news(
                "subscriptions", SubscriptionsEvent.PriceChanged.type,
                SubscriptionsEvent.PriceChanged(
                    userId: "anna", id: "sub1", title: title, old: try rubles("199"), new: try rubles("299"), day: day))
        )
        #expect(try price.facts.other == rubles("199") && price.facts.amount == rubles("299"))
        let low = try telling(
            news(
                "subscriptions", SubscriptionsEvent.BalanceLow.type,
                SubscriptionsEvent.BalanceLow(
                    userId: "anna", account: "a", accountName: "main", day: day, balance: try rubles("-5"),
                    lowest: try rubles("-5"), lowestDay: day, buffer: try rubles("0"), because: nil)))
        #expect(low.kind == .balanceLow && low.facts.account == "main" && low.facts.name == nil)
    }

    @Test func authTellsOfSecurityAndHandsOnTapsAndCodes() throws {
        let signedIn = try telling(
            news(
                "auth", "auth.signedIn",
                AuthEvent.SignedInEvent(userId: "anna", sessionId: "s1", device: "phone")))
        #expect(signedIn.kind == .signedIn && signedIn.facts.name == "phone")
        for (type, kind) in [("auth.passwordChanged", .passwordChanged), ("auth.totpDisabled", .codesOff)]
            as [(String, NotificationsSignal.Kind)]
        {
            #expect(try telling(news("auth", type, AuthEvent.PasswordChanged(userId: "anna"))).kind == kind)
        }
        let failed = try telling(
            news("auth", "auth.signInsFailed", AuthEvent.SignInsFailed(userId: "anna", count: 20, by: .code)))
        #expect(failed.kind == .signInsFailed && failed.facts.count == 20 && failed.facts.name == "code")
        #expect(failed.kind.category == .security, "and cannot be turned off")
        let pressed = AuthEvent.TelegramPressed(telegramId: 5, queryId: "q", messageId: 9, data: "i:p:x")
        #expect(
            try news("auth", "auth.telegramPressed", pressed)
                == .tap(HouseEvent.Tap(person: 5, queryID: "q", messageID: 9, data: "i:p:x")))
        let started = AuthEvent.TelegramStarted(telegramId: 5, name: "Anna", language: "ru", code: "notify-1")
        #expect(
            try news("auth", "auth.telegramStarted", started)
                == .start(HouseEvent.Start(person: 5, name: "Anna", language: .ru, code: "notify-1")))
        let gone = AuthEvent.TelegramStarted(telegramId: 0, name: "", language: "en", code: "")
        #expect(try news("auth", "auth.telegramStarted", gone) == .nothing, "of who left nothing is told")
        #expect(try news("auth", "auth.somethingNew", AuthEvent.UserDeleted(userId: "anna")) == .nothing)
        #expect(throws: Fault.self) { try news("auth", "auth.signedIn", ["device": "phone"]) }
    }

    @Test func bondsTellWhatIsToCome() throws {
        let isin = try #require(ISIN("RU000A0JX0J2"))
        let day = CalendarDay(daysSince1970: 20_000)
        let content = try news(
            "bonds", BondsEvent.CouponsChanged.type,
            BondsEvent.CouponsChanged(
                userId: "anna", isin: isin, title: "OFZ", quantity: 2,
                payments: [BondsEvent.Payment(date: day, kind: .coupon, amount: try rubles("70"))]))
        let coupon = HouseEvent.Coupon(day: day, isRepayment: false, amount: try rubles("70"))
        #expect(content == .coupons(userID: "anna", isin: "RU000A0JX0J2", title: "OFZ", [coupon]))
    }
}
