import Coordination
import Domain
import Reasons
import Signals

/// Checks the name that a client gives to its session.
enum DeviceRules {
    static let longest = 100

    /// Returns the name; nil without one.
    /// - Throws: ``Fault`` `invalidArgument`.
    static func checked(_ device: String?) throws(Fault) -> String? {
        guard let device = try bounded(device) else { return nil }
        guard PlainText.isPlain(device) else {
            throw .invalidArgument("device", .hasControls)
        }
        return device
    }

    /// Returns the name in a form for another person's chat, without line breaks and control characters.
    /// - Throws: ``Fault`` `invalidArgument`.
    static func cleaned(_ device: String?) throws(Fault) -> String? {
        try bounded(device).flatMap { TelegramNames.cleaned($0, longest: longest) }
    }

    private static func bounded(_ device: String?) throws(Fault) -> String? {
        guard let device, !device.isEmpty else { return nil }
        guard device.utf8.count <= 4 * longest, device.count <= longest else {
            throw .invalidArgument("device", .tooLongText, ["most": .number(longest)])
        }
        return device
    }
}
