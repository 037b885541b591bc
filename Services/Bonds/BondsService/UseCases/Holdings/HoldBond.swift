import Coordination
import Domain
import Reasons
import Signals

/// Sets the quantity of a bond that the user holds.
struct HoldBond: UseCase {
    private static let quantities = 0...1_000_000_000

    let store: any BondsStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `notFound`, `limitExceeded`, `amountOverflow`.
    func answer(_ signal: BondsSignal.Hold, context: SignalContext) async throws -> BondsSignal.HoldAnswer {
        let user = try context.caller.requireUser().userID
        guard Self.quantities.contains(signal.quantity) else {
            throw Fault.invalidArgument(
                "quantity", .mustBeBetween, ["least": 0, "most": .number(Self.quantities.upperBound)])
        }
        return try await store.once(signal, by: user, context: context) { bonds in
            let before = try bonds.hold(signal.quantity, of: signal.isin, by: user)
            return BondsSignal.HoldAnswer(
                isin: signal.isin, title: before.bond.title, quantity: signal.quantity, before: before.quantity)
        }
    }
}
