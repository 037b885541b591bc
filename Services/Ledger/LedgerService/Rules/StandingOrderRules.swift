import Coordination
import Domain
import Signals

/// What holds for an order that is set up now and carried out later.
enum StandingOrderRules {
    /// The accounts of an order, if they fit each other.
    ///
    /// - Parameter currency: Of the amount, if there is one.
    /// - Throws: ``Fault``, first match wins: `notFound`, `sameAccount`, `currencyMismatch`.
    static func accounts(
        from: String, to: String, currency: Currency?, of user: String, in books: any LedgerBooks
    ) throws -> (payer: Account, payee: Account) {
        guard let payer = books.account(from), payer.owner == user else { throw Fault.noAccount(field: "from") }
        guard let payee = books.account(to), !payee.isWorld else {
            throw Fault(.notFound, "There is no account of this id to send money to.", field: "to")
        }
        guard payer.number != payee.number else {
            throw Fault(
                .sameAccount, "The money would stay where it is: choose another account to send it to.", field: "to")
        }
        if let currency, currency != payer.currency {
            throw Fault(
                .currencyMismatch, "The payer's account is in \(payer.currency), the amount in \(currency).",
                field: "amount.currency")
        }
        guard payer.currency == payee.currency else {
            throw Fault(
                .currencyMismatch, "The payee's account is not in \(payer.currency). Amounts are not converted.",
                field: "to")
        }
        return (payer, payee)
    }
}
