import Domain

/// Translates the descriptions that ledger itself gives to transfers. Services write them in English; texts of people
/// stay as they are.
package enum BookText {
    /// Returns the purpose of a transfer. Texts that people wrote stay as they are.
    package static func description(_ description: String) -> Text {
        switch description {
        case "Opening balance": return Text("Opening balance", "Начальный остаток")
        case "Account closed": return Text("Account closed", "Счёт закрыт")
        default:
            let exchange = "Exchange at "
            guard description.hasPrefix(exchange) else { return Text(verbatim: description) }
            let rate = description.dropFirst(exchange.count)
            guard rate.first?.isNumber ?? false, rate.allSatisfy({ $0.isNumber || $0 == "." }) else {
                return Text(verbatim: description)
            }
            return Text("\(description)", "Обмен по курсу \(ValueText.decimals(rate, in: .russian))")
        }
    }

    /// Returns the payer's name; the world outside has an account in each currency.
    package static func payer(_ account: String, of transfer: String? = nil) -> Text {
        account.hasPrefix(world)
            ? Text("\(account)", "извне (\(account))") : Text(verbatim: AccountName.withID(account, in: transfer))
    }

    /// Returns the payee's name.
    package static func payee(_ account: String, of transfer: String? = nil) -> Text {
        account.hasPrefix(world)
            ? Text("\(account)", "наружу (\(account))") : Text(verbatim: AccountName.withID(account, in: transfer))
    }

    private static let world = "world-"
}
