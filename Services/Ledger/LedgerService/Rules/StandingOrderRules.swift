import Coordination
import Domain
import Reasons
import Signals

/// What holds for an order that is set up now and carried out later.
enum StandingOrderRules {
    /// The accounts of an order, if they fit each other.
    ///
    /// - Parameter currency: Of the amount, if there is one.
    /// - Throws: ``Fault``, first match wins: `notFound`, `sameAccount`, `currencyMismatch`.
    static func accounts(
        from: String, to: String, currency: Currency?, of user: String, in transaction: any LedgerTransaction
    ) throws -> (payer: Account, payee: Account) {
        guard let payer = transaction.account(from), payer.owner == user else { throw Fault.noAccount(field: "from") }
        guard let payee = transaction.account(to), !payee.isWorld else {
            throw Fault(.notFound, .noAccountToPay, field: "to")
        }
        guard payer.number != payee.number else {
            throw Fault(.sameAccount, .sameAccount, field: "to")
        }
        if let currency, currency != payer.currency {
            throw Fault(
                .currencyMismatch, .payerInOtherCurrency,
                ["accountCurrency": .text(payer.currency.code), "currency": .text(currency.code)],
                field: "amount.currency")
        }
        guard payer.currency == payee.currency else {
            throw Fault(
                .currencyMismatch, .payeeInOtherCurrency, ["currency": .text(payer.currency.code)], field: "to")
        }
        return (payer, payee)
    }
}
