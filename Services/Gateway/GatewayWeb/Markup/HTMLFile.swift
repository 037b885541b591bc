import Domain

/// A page that is a file of its own: it loads nothing, links to nothing and runs nothing.
package struct HTMLFile: Sendable {
    /// The language of its words.
    package let language: Language
    /// The title, for the window.
    package let title: String
    /// The elements in the body.
    package let content: [HTML]

    package init(language: Language, title: String, content: [HTML]) {
        self.language = language
        self.title = title
        self.content = content
    }

    /// The file as UTF-8. Equal files are written equally.
    package var bytes: [UInt8] {
        var writer = HTMLWriter()
        writer.write(fixed: "<!doctype html>\n<html lang=\"")
        writer.escape(language.rawValue)
        writer.write(fixed: "\"><head><meta charset=\"utf-8\">")
        // The browser enforces what is said above, should a text ever get through as markup.
        writer.write(fixed: "<meta http-equiv=\"Content-Security-Policy\" ")
        writer.write(fixed: "content=\"default-src 'none'; style-src 'unsafe-inline'\">")
        writer.write(fixed: "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        writer.write(.tag(.title, text: title))
        writer.write(fixed: Self.style)
        writer.write(fixed: "</head><body>")
        for piece in content { writer.write(piece) }
        writer.write(fixed: "</body></html>\n")
        return writer.bytes
    }

    /// Light on paper and on screens, because charts have their colours as attributes.
    private static let style: StaticString = """
        <style>
        body{margin:2rem auto;max-width:80rem;padding:0 1rem;background:#fff;color:#1f2328}
        body{font:16px/1.5 system-ui,sans-serif}
        h1{font-size:1.5rem;margin:0}h2{font-size:1.125rem;margin:2rem 0 .5rem}p{margin:.25rem 0;color:#59636e}
        .wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
        th,td{padding:.25rem .75rem;text-align:right;white-space:nowrap;border-bottom:1px solid #e1e5ea}
        th:first-child,td:first-child{text-align:left}thead th{color:#59636e;font-weight:400}
        tr.heading td,tr.heading th,tr.sum td,tr.sum th{font-weight:600}tbody th{font-weight:400}
        tr.sum td,tr.sum th{border-top:3px double #7b8490}
        .l1{padding-left:1.25rem}.l2{padding-left:2.5rem}.l3{padding-left:3.75rem}.l4{padding-left:5rem}
        svg{max-width:100%;height:auto;font-family:system-ui,sans-serif}
        @media print{body{margin:0;max-width:none}.wide{overflow:visible}}
        </style>
        """
}
