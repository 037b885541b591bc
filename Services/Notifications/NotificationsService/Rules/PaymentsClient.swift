import Domain
import Signals

/// A client of subscriptions that settles a payment for its owner.
package protocol PaymentsClient: Sendable {
    /// - Parameter key: The same for the same button, so that its action takes effect once.
    /// - Throws: `Fault` of subscriptions.
    func settle(
        _ action: ButtonData.Action, subscription: String, day: CalendarDay, of userID: String, key: String
    ) async throws
}
