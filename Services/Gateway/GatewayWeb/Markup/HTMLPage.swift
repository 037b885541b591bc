import Domain

/// A whole page: what every page has, around the content of one scene.
package struct HTMLPage: Sendable {
    /// The size of a page with a list.
    private static let usualBytes = 32_768

    /// The language of its words.
    package let language: Language
    /// The title, for the window and the bookmark.
    package let title: String
    /// The elements in the body.
    package let content: [HTML]
    /// The style sheet; nil for a page without one.
    package let styleSheet: WebLink?
    /// The module; nil for a page without one.
    package let module: WebLink?
    /// The manifest; nil for a page without one.
    package let manifest: WebLink?
    /// The icon of its tab; nil for a page without one.
    package let icon: WebLink?
    /// The seconds after which a browser without scripts loads the page again; nil for never.
    package let refresh: Int?

    /// Creates a page.
    package init(
        language: Language, title: String, content: [HTML], styleSheet: WebLink? = nil, module: WebLink? = nil,
        manifest: WebLink? = nil, icon: WebLink? = nil, refresh: Int? = nil
    ) {
        self.language = language
        self.title = title
        self.content = content
        self.styleSheet = styleSheet
        self.module = module
        self.manifest = manifest
        self.icon = icon
        self.refresh = refresh
    }

    /// The page as UTF-8. Equal pages are written equally.
    package var bytes: [UInt8] {
        var writer = HTMLWriter(capacity: Self.usualBytes)
        writer.write(fixed: "<!doctype html>\n<html lang=\"")
        writer.escape(language.rawValue)
        writer.write(fixed: "\"><head><meta charset=\"utf-8\">")
        writer.write(fixed: "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        writer.write(fixed: "<meta name=\"color-scheme\" content=\"light dark\">")
        writer.write(.tag(.title, text: title))
        if let styleSheet {
            writer.write(fixed: "<link rel=\"stylesheet\" href=\"")
            writer.escape(styleSheet.description)
            writer.write(fixed: "\">")
        }
        if let icon {
            writer.write(fixed: "<link rel=\"icon\" href=\"")
            writer.escape(icon.description)
            writer.write(fixed: "\">")
        }
        if let manifest {
            writer.write(fixed: "<link rel=\"manifest\" href=\"")
            writer.escape(manifest.description)
            writer.write(fixed: "\">")
        }
        if let module {
            writer.write(fixed: "<script type=\"module\" src=\"")
            writer.escape(module.description)
            writer.write(fixed: "\"></script>")
        }
        if let refresh {
            writer.write(fixed: "<noscript><meta http-equiv=\"refresh\" content=\"")
            writer.escape(String(refresh))
            writer.write(fixed: "\"></noscript>")
        }
        writer.write(fixed: "</head><body>")
        for piece in content { writer.write(piece) }
        writer.write(fixed: "</body></html>\n")
        return writer.bytes
    }
}
