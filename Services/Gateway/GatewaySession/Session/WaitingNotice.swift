import Coordination
import GatewayWords

/// Tells a user at a terminal what the gateway waits for when that takes longer than a second.
package struct WaitingNotice: ServiceCaller {
    private static let patience = Duration.seconds(1)

    private let caller: any ServiceCaller
    private let errors: TextStream

    package init(caller: any ServiceCaller, errors: TextStream) {
        self.caller = caller
        self.errors = errors
    }

    package func call(
        service: String, method: String, parameters: [UInt8], effect: SignalEffect, context: SignalContext,
        within limit: Duration
    ) async throws -> [UInt8] {
        // A progress report says more than a notice.
        guard errors.isTerminal, context.progress == nil else {
            return try await caller.call(
                service: service, method: method, parameters: parameters, effect: effect, context: context,
                within: limit)
        }
        let notice = Task {
            try await Task.sleep(for: Self.patience)
            errors.write("\(Text("waiting for \(service)…", "жду \(service)…"))\n")
        }
        defer { notice.cancel() }
        return try await caller.call(
            service: service, method: method, parameters: parameters, effect: effect, context: context,
            within: limit)
    }
}
