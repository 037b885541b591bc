import Coordination
import Domain
import Reasons
import Signals

/// Rules for orders that are set up now and executed later.
enum StandingOrderRules {
    /// Returns the accounts of an order after checking that they suit each other.
    ///
    /// - Parameter currency: The currency of the amount, if there is one.
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
