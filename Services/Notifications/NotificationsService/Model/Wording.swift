import Domain
import Reasons
import Signals

/// The texts of notices in the language and time zone of their reader.
package struct Wording: Sendable {
    package let language: NotificationsSignal.Language
    package let zone: TimeZone
    package let words: MoneyWords

    package init(_ language: NotificationsSignal.Language, _ zone: TimeZone) {
        self.language = language
        self.zone = zone
        words = MoneyWords(language)
    }

    /// Returns the text in this language.
    package func say(_ english: String, _ russian: String) -> String { language == .ru ? russian : english }

    /// Returns the reason in this language; the English sentence when the reason is unknown, for instance of a newer
    /// service.
    package func why(_ explanation: Explanation?, else sentence: String?) -> String? {
        guard let explanation, let reason = ReasonCatalogue.house[explanation.reason] else { return sentence }
        return ReasonWording(
            in: language == .ru ? .russian : .english, catalogue: .house,
            instant: { [words, zone] in words.moment($0, in: zone) }
        ).text(of: reason, explanation.details) ?? sentence
    }

    func why(_ facts: NoticeFacts) -> String? { why(facts.explanation, else: facts.reason) }

    /// Returns the name of the subject, in this language if it has one.
    private func name(_ facts: NoticeFacts) -> String? {
        language == .ru ? facts.nameInRussian ?? facts.name : facts.name
    }

    /// Returns the title: what happened, in a few words.
    package func title(_ notice: Notice) -> String {
        let facts = notice.facts
        let amount = facts.amount.map(words.amount) ?? ""
        let name = name(facts) ?? ""
        switch notice.kind {
        case .moneyIn:
            guard let payer = facts.payer?.name else { return say("\(amount) came in", "Поступило \(amount)") }
            return say("\(amount) from \(payer)", "Поступило \(amount) от \(payer)")
        case .moneyOut:
            guard let payee = facts.payee?.name else { return say("\(amount) went out", "Списано \(amount)") }
            return say("\(amount) to \(payee)", "Списано \(amount), получатель \(payee)")
        case .imported, .oldNews: return GatheredWords(wording: self).title(notice)
        case .transferRefused: return say("A transfer of \(amount) was refused", "Перевод \(amount) отклонён")
        case .paymentUpcoming: return upcoming(facts, name, amount)
        case .paymentDone: return say("\(name): \(amount) paid", "\(name): оплачено \(amount)")
        case .paymentFailed:
            return say("\(name): \(amount) could not be paid", "\(name): не удалось оплатить \(amount)")
        case .cancelBy: return cancelBy(facts, name)
        case .priceChanged: return price(facts, name, amount)
        case .balanceLow: return low(facts)
        case .patternFound: return say("\(name): a pattern was found", "\(name): найден паттерн")
        case .patternJudged:
            return facts.cameTrue == true
                ? say("\(name): the pattern came true", "\(name): паттерн сбылся")
                : say("\(name): the pattern did not come true", "\(name): паттерн не сбылся")
        case .couponDue:
            return facts.isRepayment == true
                ? say("\(name): repayment of \(amount)", "\(name): погашение \(amount)")
                : say("\(name): coupon of \(amount)", "\(name): купон \(amount)")
        default: return SecurityWords(wording: self).title(notice)
        }
    }

    /// Returns the rest, a few sentences.
    package func body(_ notice: Notice) -> String {
        var sentences = content(notice)
        if notice.isLate {
            let moment = words.moment(notice.occurredAt, in: zone)
            sentences.append(
                say(
                    "This notification is late: it happened on \(moment).",
                    "Сообщаем с опозданием: это было \(moment)."))
        }
        return sentences.joined(separator: " ")
    }

    private func content(_ notice: Notice) -> [String] {
        let facts = notice.facts
        switch notice.kind {
        case .moneyIn, .moneyOut:
            return [
                name(facts).map { $0.isEmpty ? "" : "\($0)." },
                facts.account.map { say("Account: \($0).", "Счёт: \($0).") },
                facts.other.map { say("The balance is \(words.signed($0)).", "Остаток \(words.signed($0)).") },
            ].compactMap { $0 }.filter { !$0.isEmpty }
        case .imported, .oldNews: return GatheredWords(wording: self).content(notice)
        case .transferRefused:
            return [name(facts).map { $0.isEmpty ? "" : "\($0)." } ?? ""].filter { !$0.isEmpty } + failure(facts)
        case .paymentFailed: return failure(facts)
        case .paymentUpcoming, .cancelBy, .paymentDone:
            return [
                facts.day.map { say("Due on \(words.day($0)).", "Дата: \(words.day($0)).") },
                notice.kind == .cancelBy ? facts.amount.map { self.goesOn($0) } : nil,
            ].compactMap { $0 }
        case .priceChanged:
            return [
                facts.other.map { say("It was \(words.amount($0)).", "Было \(words.amount($0)).") },
                facts.day.map { say("From \(words.day($0)) on.", "Начиная с \(words.day($0)).") },
            ].compactMap { $0 }
        case .balanceLow:
            return [
                facts.amount.map { amount in
                    say(
                        "The balance is expected to be \(words.signed(amount)).",
                        "Ожидаемый остаток: \(words.signed(amount)).")
                },
                name(facts).map { say("Because of: \($0).", "Причина: \($0).") },
            ].compactMap { $0 }
        case .patternFound, .patternJudged: return PatternWords(wording: self).content(notice)
        case .couponDue: return [facts.count.map(held)].compactMap { $0 }
        default: return SecurityWords(wording: self).content(notice)
        }
    }

    private func goesOn(_ amount: Money) -> String {
        say(
            "Otherwise \(words.amount(amount)) will be due.", "Иначе будет списано \(words.amount(amount)).")
    }

    private func held(_ count: Int) -> String {
        say("You hold \(count).", "У вас \(words.count(count, ("bond", "bonds"), ("штука", "штуки", "штук"))).")
    }

    private func upcoming(_ facts: NoticeFacts, _ name: String, _ amount: String) -> String {
        switch facts.count {
        case nil: say("\(name): \(amount) is due soon", "\(name): скоро платёж \(amount)")
        case 0?: say("\(name): \(amount) is due today", "\(name): сегодня платёж \(amount)")
        case let days?:
            say(
                "\(name): \(amount) is due in \(words.days(days))",
                "\(name): платёж \(amount) через \(words.days(days))")
        }
    }

    private func cancelBy(_ facts: NoticeFacts, _ name: String) -> String {
        let day = facts.day.map(words.day) ?? ""
        return say("\(name): cancel by \(day) or it goes on", "\(name): отмените до \(day), иначе подписка продлится")
    }

    private func price(_ facts: NoticeFacts, _ name: String, _ amount: String) -> String {
        let isRise = (facts.amount?.minorUnits ?? 0) >= (facts.other?.minorUnits ?? 0)
        return isRise
            ? say("\(name) rises to \(amount)", "\(name) дорожает до \(amount)")
            : say("\(name) falls to \(amount)", "\(name) дешевеет до \(amount)")
    }

    private func low(_ facts: NoticeFacts) -> String {
        let day = facts.day.map(words.day) ?? ""
        let account = facts.account ?? ""
        return account.isEmpty
            ? say("Money runs low on \(day)", "\(day) денег останется мало")
            : say("\(account) runs low on \(day)", "\(account): \(day) денег останется мало")
    }

    private func failure(_ facts: NoticeFacts) -> [String] {
        [
            why(facts).map { say("Reason: \($0)", "Причина: \($0)") },
            facts.until.map { moment in
                let text = words.day(zone.day(at: moment))
                return say("The next attempt is on \(text).", "Следующая попытка \(text).")
            }
                ?? facts.day.map {
                    say("The next attempt is on \(words.day($0)).", "Следующая попытка \(words.day($0)).")
                }
                ?? say("There will be no further attempt.", "Больше попыток не будет."),
        ].compactMap { $0 }.filter { !$0.isEmpty }
    }
}

/// The texts about patterns. They never give a probability without the base rate.
struct PatternWords {
    let wording: Wording

    func content(_ notice: Notice) -> [String] {
        let (facts, words) = (notice.facts, wording.words)
        guard let probability = facts.probability, let base = facts.baseRate else { return [] }
        let direction =
            facts.direction == .down ? wording.say("down", "вниз") : wording.say("up", "вверх")
        if notice.kind == .patternJudged {
            return [
                wording.say(
                    "The expected move was \(direction) in \(words.percent(probability)) of cases, by chance "
                        + "\(words.percent(base)).",
                    "Ожидалось движение \(direction) в \(words.percent(probability)) случаев, случайно "
                        + "\(words.percent(base))."),
                facts.change.map { change in
                    let text = words.percent(change, isSigned: true)
                    return wording.say("The change was \(text).", "Изменение составило \(text).")
                },
            ].compactMap { $0 }
        }
        let interval = [facts.probabilityLow, facts.probabilityHigh].compactMap { $0.map { words.percent($0) } }
        return [
            wording.say(
                "After \(facts.count ?? 0) similar ones it went \(direction) \(words.percent(probability))"
                    + (interval.count == 2 ? " (at 95 %: \(interval[0]) to \(interval[1]))" : "")
                    + "; after any candle it is \(words.percent(base)).",
                "После \(words.count(facts.count ?? 0, ("", ""), ("похожего", "похожих", "похожих"))) движение "
                    + "\(direction) было в \(words.percent(probability)) случаев"
                    + (interval.count == 2 ? " (при 95 %: от \(interval[0]) до \(interval[1]))" : "")
                    + "; после любой свечи \(words.percent(base))."),
            facts.change.map { change in
                let text = words.percent(change, isSigned: true)
                return wording.say("On average \(text).", "В среднем \(text).")
            },
        ].compactMap { $0 }
    }
}
