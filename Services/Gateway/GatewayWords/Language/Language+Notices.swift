import Domain
import Signals

extension Language {
    /// What to ask of notifications, so that its texts are in the language that this run speaks.
    package var ofNotices: NotificationsSignal.Language {
        switch self {
        case .english: .en
        case .russian: .ru
        }
    }
}
