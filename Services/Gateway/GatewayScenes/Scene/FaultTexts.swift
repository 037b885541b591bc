import Coordination
import GatewayWords
import Signals

/// What services refuse, as the app says it: as commands do, but for what the app does about it by itself.
enum FaultTexts {
    /// A sentence for a fault.
    static func text(of fault: Fault) -> Text {
        guard let russian = russian[fault.code] else { return FaultSentence.of(fault) }
        return Text("\(fault.message)", "\(russian)")
    }

    /// A sentence for a fault where it stands at the field at fault.
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
