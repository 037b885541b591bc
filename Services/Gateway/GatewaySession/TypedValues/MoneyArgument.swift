import Coordination
import Domain
import GatewayWords
import Reasons
import Signals

/// Reads amounts as people type them, with ``TypedAmount``, and explains what is wrong with others.
package enum MoneyArgument {
    /// Reads an amount.
    ///
    /// - Parameters:
    ///   - standard: The currency of a text without one, usually that of the account.
    ///   - own: The currencies of the user's accounts: one of them may resolve a symbol that several currencies share.
    /// - Throws: ``UsageError``, also for an ambiguous text: nothing is guessed.
    package static func money(
        _ text: String, standard: Currency?, own: [Currency] = [], flag: String
    ) throws(UsageError) -> Money {
        do throws(TypedAmount.Problem) {
            return try TypedAmount(text).money(in: standard)
        } catch {
            if case .ambiguousCurrency(_, let currencies) = error {
                let meant = own.filter(currencies.contains)
                if let only = meant.first, meant.count == 1 { return try money(text, spoken: only, flag: flag) }
            }
            throw usage(error, text, standard, flag, own: own)
        }
    }

    /// Reads an amount in the currency of `--currency`.
    package static func money(_ text: String, spoken: Currency, flag: String) throws(UsageError) -> Money {
        if let typed = try? TypedAmount(text), !typed.mayBe(in: spoken) {
            let own = typed.ownCurrency?.code ?? text
            throw UsageError(
                Text(
                    "The amount says \(own), --currency says \(spoken.code).",
                    "В сумме \(own), а в --currency \(spoken.code)."),
                field: flag)
        }
        do throws(TypedAmount.Problem) {
            return try TypedAmount(text).inCurrency(spoken)
        } catch {
            throw usage(error, text, spoken, flag)
        }
    }

    /// Reads an amount in the currency that the text or `spoken` names by its code; nil when the currency is open.
    package static func whole(_ text: String, spoken: Currency?, flag: String) throws(UsageError) -> Money? {
        if let spoken { return try money(text, spoken: spoken, flag: flag) }
        do throws(TypedAmount.Problem) {
            let typed = try TypedAmount(text)
            if typed.hasCode { return try typed.money(in: nil) }
            _ = try typed.decimalText()
        } catch {
            // The currency decides whether the text is ambiguous.
            if case .ambiguous = error { return nil }
            throw usage(error, text, nil, flag)
        }
        return nil
    }

    /// Reads a number that counts money of any currency.
    package static func number(_ text: String, flag: String) throws(UsageError) -> String {
        do throws(TypedAmount.Problem) {
            let typed = try TypedAmount(text)
            guard !typed.hasCurrency else { throw .notAnAmount }
            let number = try typed.decimalText()
            guard !number.hasPrefix("-") else { throw .notAnAmount }
            return number
        } catch {
            guard case .ambiguous = error else { throw notANumber(flag) }
            throw usage(error, text, nil, flag)
        }
    }

    /// Reads a decimal number that is no amount: a rate, a share, a price in percent.
    package static func quantity(_ text: String, flag: String) throws(UsageError) -> String {
        do throws(TypedNumber.Problem) {
            return try TypedNumber(text, as: .quantity).decimalText
        } catch {
            switch error {
            case .notANumber: throw notANumber(flag)
            case .ambiguous(let thousands, let decimals):
                throw usage(.ambiguous(thousands: thousands, decimals: decimals, nil), text, nil, flag)
            }
        }
    }

    /// Returns the currency with this code, in any case.
    package static func currency(_ code: String, flag: String) throws(UsageError) -> Currency {
        guard let currency = Currency(code: code.uppercased()) else {
            let near = Suggestion.question(for: code.uppercased(), among: Currency.all.map(\.code))
            throw UsageError(
                Text(
                    "\(code.debugDescription) is not a currency of ISO 4217.",
                    "\(code.debugDescription) — не валюта из ISO 4217."), hint: near, field: flag)
        }
        return currency
    }

    /// Returns the currency of all open accounts, where they have only one.
    package static func onlyCurrency(of accounts: [LedgerSignal.Account]) -> Currency? {
        let currencies = currencies(of: accounts)
        return currencies.count == 1 ? currencies.first : nil
    }

    /// Returns the currencies of all open accounts without repetition, in the order of the accounts.
    package static func currencies(of accounts: [LedgerSignal.Account]) -> [Currency] {
        var found: [Currency] = []
        for account in accounts where account.status != .closed && !found.contains(account.currency) {
            found.append(account.currency)
        }
        return found
    }
}

// The explanations of wrong amounts.
extension MoneyArgument {
    /// Explains a wrong amount.
    ///
    /// - Parameters:
    ///   - standard: The currency of a text without one.
    ///   - own: The currencies of the user's accounts; the first one is used in the example.
    private static func usage(
        _ problem: TypedAmount.Problem, _ text: String, _ standard: Currency?, _ flag: String, own: [Currency] = []
    ) -> UsageError {
        switch problem {
        case .notAnAmount:
            // The message quotes the text as typed: a reformatted number would look like another person's mistake.
            return UsageError(
                Text("\(text.debugDescription) is not an amount.", "\(text.debugDescription) — это не сумма."),
                hint: Text(
                    "write it like 500, 1 500.50 or 500 RUB", "пишите так: 500, 1 500,50, 1,5к или 500 ₽"),
                field: flag)
        case .ambiguous(let thousands, let decimals, let currency):
            let (large, small) = (reading(thousands, currency), reading(decimals, currency))
            return UsageError(
                Text(
                    "\(text.debugDescription) may be \(large) or \(small).",
                    "\(text.debugDescription) — это может быть \(large) или \(small)."),
                hint: hint(thousands, short(decimals), currency), field: flag)
        case .unknownCurrency(let code):
            do throws(UsageError) {
                _ = try currency(code, flag: "currency")
            } catch {
                return error
            }
            preconditionFailure("\(code) is a currency after all")
        case .ambiguousCurrency(let sign, let currencies):
            let codes = currencies.prefix(4).map(\.code)
            return UsageError(
                Text(
                    "\(sign) may be \(codes.joined(separator: " or ")).",
                    "\(sign) — это может быть \(codes.joined(separator: " или "))."),
                hint: Text("write the code, such as \(codes[0])", "напишите код, например \(codes[0])"),
                field: flag)
        case .noCurrency:
            let code = own.first?.code ?? "RUB"
            return UsageError(
                Text("The amount \(text) has no currency.", "У суммы \(text) нет валюты."),
                hint: Text(
                    "write \(text) \(code), or add --currency \(code)",
                    "напишите \(text) \(code) или добавьте --currency \(code)"),
                field: flag)
        case .rule(let rule, _):
            let hasCurrency = (try? TypedAmount(text))?.hasCurrency ?? true
            let typed = hasCurrency ? text : text + (standard.map { " " + $0.code } ?? "")
            return UsageError(
                Text("The amount \(typed) \(rule.reason.english).", "Сумма \(typed) не подходит: \(russian(rule))."),
                field: flag)
        }
    }

    private static func notANumber(_ flag: String) -> UsageError {
        UsageError(
            Text(
                "--\(flag) must be a number without a currency, such as 100 or 99.90.",
                "--\(flag) — число без валюты, например 100 или 99,90."), field: flag)
    }

    /// Returns one of two possible readings of a text; as an amount where it can be one.
    /// Says how to write what is meant. More decimals than the currency has would be refused again.
    private static func hint(_ thousands: String, _ decimals: String, _ currency: Currency?) -> Text {
        let count = decimals.split(separator: ".").dropFirst().first?.count ?? 0
        if let currency, count > currency.exponent {
            return Text(
                "write \(thousands), or at most \(currency.exponent, "decimal", "decimals")",
                "напишите \(thousands) или не больше \(currency.exponent, "знака", "знаков", "знаков") после запятой")
        }
        return Text(
            "write \(thousands) or \(decimals)", "напишите \(thousands) или \(decimals.replacing(".", with: ","))")
    }

    private static func reading(_ number: String, _ currency: Currency?) -> Text {
        let number = short(number)
        guard let currency else {
            return Text(
                "\(AmountText.grouped(number, in: .english))", "\(AmountText.grouped(number, in: .russian))")
        }
        if let money = try? Money(decimal: number, currency: currency) { return .money(money) }
        return Text(
            "\(AmountText.amount(number, currency, in: .english))",
            "\(AmountText.amount(number, currency, in: .russian))")
    }

    /// Removes trailing zeros after the decimal point.
    private static func short(_ number: String) -> String {
        guard number.contains(".") else { return number }
        let kept = number.prefix(
            upTo: number.lastIndex { $0 != "0" }.map { number.index(after: $0) } ?? number.endIndex)
        return String(kept.last == "." ? kept.dropLast() : kept)
    }

    private static func russian(_ rule: MoneyRule) -> String {
        switch rule {
        case .notDecimal: "нужно десятичное число, например 1234,50"
        case .tooManyDecimals: "знаков после запятой больше, чем у валюты"
        case .tooLarge: "она больше, чем помещается на счёте"
        }
    }
}
