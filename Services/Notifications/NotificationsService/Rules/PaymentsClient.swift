import Domain
import Signals

/// Has subscriptions settle a payment for its owner.
package protocol PaymentsClient: Sendable {
    /// - Parameter key: The same for the same button, so that it happens once.
    /// - Throws: `Fault` of subscriptions.
    func settle(
        _ action: ButtonData.Action, subscription: String, day: CalendarDay, of userID: String, key: String
    ) async throws
}
