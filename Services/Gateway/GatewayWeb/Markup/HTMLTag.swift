/// The elements that a page can contain. There is neither `script`, `style`, `iframe`, `object` nor `base`: a page
/// loads its style sheet and its module with ``HTMLPage``.
package enum HTMLTag: String, CaseIterable, Sendable {
    // Sections and groups.
    case article, aside, body, details, dialog, div, fieldset, figure, figcaption, footer, form, h1, h2, h3, head,
        header, html, legend, main, nav, p, search, section, summary
    // Lists and tables.
    case caption, col, colgroup, dd, dl, dt, li, ol, table, tbody, td, tfoot, th, thead, tr, ul
    // Words.
    case a, abbr, b, bdi, br, code, data, em, hr, i, label, mark, pre, progress, meter, s, small, span, strong, sub,
        sup,
        time, title, wbr
    // Input.
    case button, datalist, input, optgroup, option, output, select, textarea
    // Pictures.
    case img, svg, g, path, line, rect, circle, ellipse, polyline, polygon, text, tspan, desc, defs, clipPath,
        linearGradient, stop, use, symbol

    /// True for elements without content and end tag: HTML Standard, section 13.1.2.
    var isVoid: Bool {
        switch self {
        case .br, .col, .hr, .img, .input, .wbr: true
        default: false
        }
    }

    /// True for shapes of drawings, which end themselves when they are empty: HTML Standard, section 13.1.2.1, foreign
    /// elements. A chart has hundreds of them.
    var isShape: Bool {
        switch self {
        case .path, .line, .rect, .circle, .ellipse, .polyline, .polygon, .stop, .use: true
        default: false
        }
    }

    /// True when the first line break of the content would be dropped: HTML Standard, section 13.1.2.5.
    var dropsFirstLineBreak: Bool { self == .pre || self == .textarea }
}
