import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// Notes how many of a bond the user holds.
struct HoldInteractor: Interactor {
    struct Request: Sendable {
        let signal: BondsSignal.Hold
        let keyed: KeyedRequest?
    }

    static let quantities = 0...1_000_000_000

    let store: any BondsStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `notFound`, `limitExceeded`, `amountOverflow`.
    func execute(_ request: Request, context: SignalContext) async throws -> HeldBefore {
        let user = try context.caller.requireUser().userID
        guard Self.quantities.contains(request.signal.quantity) else {
            throw Fault.invalidArgument("quantity", "must be 0 to \(Self.quantities.upperBound)")
        }
        return try await store.hold(
            request.signal.quantity, of: request.signal.isin, by: user, keyed: request.keyed,
            deadline: context.deadline)
    }
}
