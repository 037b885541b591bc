import Domain
import GatewayScenes
import GatewayWords

/// The context of every piece of a page: the language, and the hidden fields of its forms.
struct SceneMarkup {
    let language: Language
    /// The scene.
    let address: SceneAddress
    /// Where its forms are sent.
    let action: WebLink
    /// The hidden field that every form carries; see ``FormTicket``.
    let ticket: HTML
    /// The name of the first row that a long list shows; nil for its beginning.
    var firstRow: String?

    func say(_ text: Text) -> String { DisplayText.clean(text.spoken(in: language)) }

    /// Returns a text that begins a heading or stands on a button: with a capital letter.
    func title(_ text: Text) -> String {
        let words = say(text)
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// Returns the pieces of a line. A drawing made of characters is for the eyes only.
    func spans(_ spans: [Span]) -> [HTML] { spans.map(span) }

    func span(_ span: Span) -> HTML { self.span(span, say(span.text)) }

    /// Returns a piece whose words are known.
    func span(_ span: Span, _ text: String) -> HTML {
        if span.isDrawn { return .element(.span, [.classes("spark"), .text(.ariaHidden, "true")], [.text(text)]) }
        guard let name = Self.className(of: span.tone) else { return .text(text) }
        return .tag(.span, .classes(name), text: text)
    }

    /// The class of a tone; nil for plain text.
    static func className(of tone: Tone) -> String? {
        switch tone {
        case .plain: nil
        case .strong: "strong"
        case .faint: "faint"
        case .good: "good"
        case .bad: "bad"
        case .waits: "waits"
        case .here: "here"
        case .pointed: "pointed"
        case .second: "second"
        case .underlined: "underlined"
        }
    }

    /// Returns a form of this page.
    func form(_ content: [HTML], isLive: Bool = false, hasFile: Bool = false) -> HTML {
        var attributes: [HTMLAttribute] = [
            .text(.method, "post"), .link(.action, action), .classes("form"), .flag(.novalidate),
        ]
        if hasFile { attributes.append(.text(.enctype, "multipart/form-data")) }
        if isLive { attributes += [.data("live", "")].compactMap(\.self) }
        return .element(.form, attributes, [ticket] + content)
    }

    /// Returns a hidden field.
    static func hidden(_ name: String, _ value: String) -> HTML {
        .tag(.input, .text(.type, "hidden"), .text(.name, name), .text(.value, value))
    }
}
