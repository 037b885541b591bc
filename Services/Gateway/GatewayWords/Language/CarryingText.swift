import Signals

/// Whether notifications come at once, gathered, or not at all.
package enum CarryingText {
    package static func of(_ carrying: NotificationsSignal.Carrying) -> Text {
        switch carrying {
        case .now: Text("now", "сразу")
        case .digest: Text("digest", "сводка")
        case .off: Text("off", "нет")
        }
    }
}
