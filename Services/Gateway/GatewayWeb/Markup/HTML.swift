/// A piece of a page: elements and texts. There is no way to put markup into it as text, so names and notes of other
/// people cannot become markup.
package indirect enum HTML: Sendable {
    /// A text. It is escaped when it is written.
    case text(String)
    /// An element with its attributes and content. The content of a void element is not written.
    case element(HTMLTag, [HTMLAttribute], [HTML])
    /// Several pieces, one after the other.
    case group([HTML])

    /// Nothing.
    package static let nothing = HTML.group([])

    /// Creates an element.
    package static func tag(_ tag: HTMLTag, _ attributes: HTMLAttribute..., content: [HTML] = []) -> HTML {
        .element(tag, attributes, content)
    }

    /// Creates an element with a text.
    package static func tag(_ tag: HTMLTag, _ attributes: HTMLAttribute..., text: String) -> HTML {
        .element(tag, attributes, [.text(text)])
    }

    /// The markup. Equal pieces are written equally, so that pages can be compared.
    package var markup: String {
        var writer = HTMLWriter()
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
