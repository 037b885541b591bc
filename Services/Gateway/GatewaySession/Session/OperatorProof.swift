import Coordination
import Domain
import GatewayWords
import Glibc
import Hosting
import Identity
import Signals

/// Proves that the gateway is run by the operator, with the key `operator/operator.secret` in the house's directory of data.
///
/// No service has that key, so none can do what the operator may. It is made when it is needed for the first time; services
/// trust its public half as soon as they are shown it.
package struct OperatorProof: Sendable {
    /// The signals that need the proof.
    static let methods = Set(
        [
            AuthSignal.IssueReset.method, AuthSignal.EndSessions.method, HistorySignal.Rebuild.method,
            NotificationsSignal.Outbox.method,
        ].map(\.name))

    /// Where the house keeps its data; nil where there is neither `KOPILKA_DATA` nor a home.
    let dataDirectory: String?
    let clock: WallClock

    package init(dataDirectory: String?, clock: WallClock) {
        self.dataDirectory = dataDirectory
        self.clock = clock
    }

    /// A token that one service accepts, for five minutes. Nil where the keys of a house are not: the service then says where
    /// they have to be, if it is there itself.
    ///
    /// - Throws: ``Fault`` `permissionDenied` where the key cannot be read or made.
    package func token(for service: String) throws(Fault) -> String? {
        guard let receiver = HouseService(rawValue: service) else {
            preconditionFailure("Only services of the house are asked; commands check the names that people give.")
        }
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
