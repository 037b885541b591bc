import Coordination
import Domain
import GatewayWords
import Glibc
import Hosting
import Identity
import Signals

/// Proves that the operator runs the gateway, with the key `operator/operator.secret` in the house's data directory.
///
/// No service has that key, so no service has the operator's rights. The key is created on first use; services trust
/// its public half as soon as they see it.
package struct OperatorProof: Sendable {
    /// The signals that need the proof.
    private static let methods = Set(
        [
            AuthSignal.IssueReset.method, AuthSignal.EndSessions.method, HistorySignal.Rebuild.method,
            NotificationsSignal.Outbox.method,
        ].map(\.name))

    /// Returns true for a signal that needs the proof, and for those that every service answers.
    static func isNeeded(for method: String) -> Bool {
        methods.contains(method) || method.hasSuffix(".metrics") || method.hasSuffix(".spans")
    }

    /// The data directory of the house; nil with neither `KOPILKA_DATA` nor a home directory.
    let dataDirectory: String?
    let clock: WallClock

    package init(dataDirectory: String?, clock: WallClock) {
        self.dataDirectory = dataDirectory
        self.clock = clock
    }

    /// Returns a token for one service, valid for five minutes. Nil when the house's key directory is missing: the
    /// service, if it runs, then tells where the keys must be.
    ///
    /// - Throws: ``Fault`` `permissionDenied` when the key cannot be read or created.
    package func token(for service: String) throws(Fault) -> String? {
        let receiver = HouseService(extra: service)
        guard let dataDirectory, access(DataLayout(root: dataDirectory).publicKeys, F_OK) == 0 else { return nil }
        do {
            let key = try KeyDirectory(dataDirectory: dataDirectory).operatorKey()
            return ServiceTokens(signer: .operator, key: key, clock: clock).token(for: receiver)
        } catch {
            let sentence = Text("The operator's key cannot be had: \(error)", "Ключ хозяина дома недоступен: \(error)")
            throw Fault(.permissionDenied, "\(sentence)")
        }
    }
}
