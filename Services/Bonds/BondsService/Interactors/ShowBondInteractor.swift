import Coordination
import Domain
import Signals

/// Shows a bond with what it pays, and what its last price says of the day it was paid.
struct ShowBondInteractor: Interactor {
    struct Response: Sendable {
        let bond: Bond
        let figures: Result<QuotedFigures, FiguresGap>
        let today: CalendarDay
    }

    let store: any BondsStore
    let clock: WallClock

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `notFound`.
    func execute(_ request: BondsSignal.GetBond, context: SignalContext) async throws -> Response {
        _ = try context.caller.requireUser()
        guard let bond = try await store.bond(request.isin) else { throw Fault.noBond(request.isin) }
        return Response(
            bond: bond, figures: QuotedFigures.of(bond.lastPrice, at: bond.last, bond.terms),
            today: clock.now().dayInUTC)
    }
}
