import MicroHTTPD
import Sodium

/// The hidden field of a form: it proves that this face drew the form for this session and this address, and says from
/// which screen.
package enum FormTicket {
    /// The name of the field.
    package static let field = "ticket"

    /// Returns the value for a form.
    ///
    /// - Parameters:
    ///   - action: The address to which the form is sent.
    ///   - screen: The number of the screen that the form was drawn from.
    package static func value(_ session: BrowserSession, action: WebLink, screen: UInt64) -> String {
        "\(screen).\(Base64URL.encode(code(session, path(action), screen)))"
    }

    /// Returns the hidden field for a form.
    package static func input(_ session: BrowserSession, action: WebLink, screen: UInt64) -> HTML {
        .tag(
            .input, .text(.type, "hidden"), .text(.name, field),
            .text(.value, value(session, action: action, screen: screen)))
    }

    /// Returns the number of the screen that a form was drawn from; nil for a form that is not this session's, or was
    /// drawn for another address. The comparison takes the same time for every wrong ticket.
    package static func screen(of form: WebForm, _ session: BrowserSession, action: WebLink) -> UInt64? {
        guard let value = form.value(of: field), value.utf8.count <= 80 else { return nil }
        let parts = value.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let screen = UInt64(parts[0]), String(screen) == parts[0],
            let sent = Base64URL.decode(String(parts[1])),
            ConstantTime.equals(sent, code(session, path(action), screen))
        else { return nil }
        return screen
    }

    /// The query may say how a form is sent, but not where.
    private static func path(_ link: WebLink) -> String { WebLink(path: link.path).description }

    private static func code(_ session: BrowserSession, _ path: String, _ screen: UInt64) -> [UInt8] {
        Digest.hmacSHA256(Array("form \(screen) \(path)".utf8), key: session.formKey)
    }
}
