import Coordination
import Domain
import Reasons
import Signals

/// The quantity of a bond that a user holds.
struct Holding: Hashable, Sendable {
    let bond: Bond
    let quantity: Int
}

/// A payment of a bond.
struct BondPayment: Hashable, Sendable {
    let date: CalendarDay
    let kind: BondsSignal.PaymentKind
    /// The amount for one bond.
    let value: Double
}

extension BondTerms {
    /// Returns the known payments after `start`, through `end`, in order.
    func payments(after start: CalendarDay, through end: CalendarDay) -> [BondPayment] {
        let coupons = coupons.filter { $0.date > start && $0.date <= end && $0.value > 0 }.map {
            BondPayment(date: $0.date, kind: .coupon, value: $0.value)
        }
        let principal = principal.filter { $0.date > start && $0.date <= end }.map {
            BondPayment(date: $0.date, kind: .principal, value: $0.value)
        }
        // On the same day interest comes before the face.
        return (coupons + principal).sorted { ($0.date, $0.kind.rank) < ($1.date, $1.kind.rank) }
    }
}

extension BondsSignal.PaymentKind {
    /// The order of payments on one day.
    var rank: Int { self == .coupon ? 0 : 1 }
}

extension Money {
    /// Returns `value` times `quantity`, rounded to the nearest minor unit.
    ///
    /// - Throws: ``Fault`` `amountOverflow`.
    static func nearest(_ value: Double, times quantity: Int = 1, in currency: Currency) throws(Fault) -> Money {
        let units = (value * Double(quantity) * Double(currency.minorUnitsPerUnit)).rounded(.toNearestOrAwayFromZero)
        guard abs(units) < 9e18 else {
            throw Fault(.amountOverflow, .holdingTooLarge, ["quantity": .number(quantity)])
        }
        return Money(minorUnits: Int64(units), currency: currency)
    }
}

/// Sums of money, one per currency.
struct MoneySums: Sendable {
    private var units: [Currency: Int64] = [:]

    /// - Throws: ``Fault`` `amountOverflow`.
    mutating func add(_ money: Money) throws(Fault) {
        let (sum, overflowed) = units[money.currency, default: 0].addingReportingOverflow(money.minorUnits)
        guard !overflowed else { throw Fault(.amountOverflow, .totalTooLarge) }
        units[money.currency] = sum
    }

    /// The sum in a currency.
    subscript(currency: Currency) -> Money { Money(minorUnits: units[currency] ?? 0, currency: currency) }

    /// The currencies of the sums.
    var currencies: Set<Currency> { Set(units.keys) }
}
