import Signals

/// Names of the ways to deliver notifications: at once, in a digest, or not at all.
package enum CarryingText {
    package static func of(_ carrying: NotificationsSignal.Carrying) -> Text {
        switch carrying {
        case .now: Text("now", "сразу")
        case .digest: Text("digest", "сводка")
        case .off: Text("off", "нет")
        }
    }
}
