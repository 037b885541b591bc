import Coordination
import GatewayWords
import Signals

/// The texts of faults in the app: those of commands, except for faults that the app handles itself.
enum FaultTexts {
    /// Returns the sentence of a fault.
    static func text(of fault: Fault) -> Text {
        guard let russian = russian[fault.code] else { return FaultSentence.of(fault) }
        return Text("\(fault.message)", "\(russian)")
    }

    /// Returns the sentence of a fault to show beside its field.
    static func atField(_ fault: Fault) -> Text {
        russian[fault.code] == nil ? FaultSentence.atField(fault) : text(of: fault)
    }

    private static let russian: [FaultCode: String] = [
        .unavailable: "Служба сейчас недоступна; приложение спросит снова.",
        .deadlineExceeded: "Служба не ответила вовремя; приложение спросит снова.",
        .overloaded: "Служба занята; приложение спросит снова.",
        .unauthenticated: "Сеанс закончился; войдите снова.",
    ]
}
