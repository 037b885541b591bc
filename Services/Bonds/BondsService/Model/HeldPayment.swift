import Coordination
import Domain
import Signals

/// A payment of a bond to a holder, for the quantity held.
struct HeldPayment: Hashable, Sendable {
    let isin: ISIN
    let title: String
    let payment: BondPayment
    let quantity: Int
    let amount: Money

    /// - Throws: ``Fault`` `amountOverflow`.
    init(_ payment: BondPayment, of bond: Bond, quantity: Int) throws(Fault) {
        isin = bond.isin
        title = bond.title
        self.payment = payment
        self.quantity = quantity
        amount = try .nearest(payment.value, times: quantity, in: bond.currency)
    }

    /// The position in a list, also used in cursors.
    var place: String { "\(payment.date)/\(isin)/\(payment.kind.rank)" }
}
