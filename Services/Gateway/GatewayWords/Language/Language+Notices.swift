import Domain
import Signals

extension Language {
    /// The language to request from notifications, so that its texts match this run's language.
    package var ofNotices: NotificationsSignal.Language {
        switch self {
        case .english: .en
        case .russian: .ru
        }
    }
}
