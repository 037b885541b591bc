import Coordination
import Domain
import Signals
import StrictJSON

/// The events of patterns, bonds and subscriptions.
extension EventDecoder {
    // MARK: patterns

    func patterns() -> HouseEvent.Content? {
        switch event.type {
        case "patterns.found":
            return tell(.patternFound) { facts in
                odds(&facts)
                facts.count = number("matches")
                facts.probabilityLow = self.facts?.member("probabilityLow")?.double
                facts.probabilityHigh = self.facts?.member("probabilityHigh")?.double
                facts.change = self.facts?.member("priceChange")?.double
            }
        case "patterns.judged":
            return tell(.patternJudged) { facts in
                odds(&facts)
                facts.change = self.facts?.member("change")?.double
                facts.cameTrue = self.facts?.member("cameTrue")?.bool
            }
        default: return .nothing
        }
    }

    private func odds(_ facts: inout NoticeFacts) {
        facts.subject = text("id")
        facts.name = text("ticker")
        facts.day = day("periodEnd")
        facts.direction = text("direction").flatMap { ScannerSignal.Direction(rawValue: $0) }
        facts.probability = self.facts?.member("probability")?.double
        facts.baseRate = self.facts?.member("baseRate")?.double
    }

    // MARK: bonds

    func bonds() -> HouseEvent.Content? {
        guard event.type == BondsEvent.CouponsChanged.type else { return .nothing }
        guard let user = text("userId"), let isin = text("isin"), let title = text("title"),
            let payments = facts?.member("payments")
        else { return nil }
        var coupons: [HouseEvent.Coupon] = []
        for payment in payments.elements {
            guard let day = text("date", payment).flatMap({ CalendarDay($0) }), let kind = text("kind", payment),
                let amount = money("amount", payment)
            else { return nil }
            coupons.append(
                HouseEvent.Coupon(
                    day: day, isRepayment: kind != BondsSignal.PaymentKind.coupon.rawValue, amount: amount))
        }
        return .coupons(userID: user, isin: isin, title: title, coupons)
    }

    // MARK: subscriptions

    func subscriptions() -> HouseEvent.Content? {
        switch event.type {
        case "subscriptions.upcoming":
            return subscription(.paymentUpcoming) { facts in
                facts.day = day("day")
                facts.count = number("daysRemaining")
            }
        case "subscriptions.paid":
            // A payment that moved money is reported as money out.
            if text("transfer") != nil { return .nothing }
            let isByHand = text("method") == SubscriptionsSignal.PaymentMethod.byHand.rawValue
            return subscription(.paymentDone, isOwn: isByHand) { $0.day = day("day") }
        case "subscriptions.paymentFailed":
            return subscription(.paymentFailed) { facts in
                facts.reason = text("message") ?? text("reason")
                facts.explanation = explanation("messageReason")
                facts.day = day("nextTry")
            }
        case "subscriptions.priceChanged":
            // Prices change by an action of the user.
            return subscription(.priceChanged, isOwn: true) { facts in
                facts.amount = money("new")
                facts.other = money("old")
                facts.day = day("day")
            }
        case "subscriptions.cancelBy":
            return subscription(.cancelBy) { $0.day = day("cancelBy") }
        case "subscriptions.balanceLow":
            return tell(.balanceLow) { facts in
                facts.subject = text("account")
                facts.account = text("accountName")
                facts.amount = money("balance")
                facts.day = day("day")
                if let cause = self.facts?.member("because")?.member("title") {
                    (facts.name, facts.nameInRussian) = (text("en", cause), text("ru", cause))
                }
            }
        default: return .nothing
        }
    }

    private func subscription(
        _ kind: NotificationsSignal.Kind, isOwn: Bool = false, _ fill: (inout NoticeFacts) -> Void
    ) -> HouseEvent.Content? {
        tell(kind, isOwn: isOwn) { facts in
            facts.subject = text("id")
            facts.amount = money("amount")
            if let title = self.facts?.member("title") {
                (facts.name, facts.nameInRussian) = (text("en", title) ?? title.string, text("ru", title))
            }
            fill(&facts)
        }
    }
}
