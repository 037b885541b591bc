/// An attribute from the vocabulary of pages. There are none that carry script (`on...`) or style, and addresses are
/// ``WebLink``s only.
package struct HTMLAttribute: Hashable, Sendable {
    /// The name as it is written.
    let name: String
    /// The value; nil for an attribute that is only there or not.
    let value: String?

    private init(_ name: String, _ value: String?) { (self.name, self.value) = (name, value) }

    /// Attributes with a text.
    package enum TextName: String, CaseIterable, Sendable {
        case alt, autocomplete, charset, `class`, colspan, content, cols, datetime, dir, enctype, enterkeyhint, `for`,
            form, high, id, inputmode, label, lang, list, low, max, maxlength, method, min, minlength, name, optimum,
            pattern, placeholder, role, rows, rowspan, scope, size, step, tabindex, title, type, value, width, height
        case acceptTypes = "accept"
        case ariaControls = "aria-controls"
        case ariaCurrent = "aria-current"
        case ariaDescribedBy = "aria-describedby"
        case ariaExpanded = "aria-expanded"
        case ariaHidden = "aria-hidden"
        case ariaInvalid = "aria-invalid"
        case ariaLabel = "aria-label"
        case ariaLabelledBy = "aria-labelledby"
        case ariaLive = "aria-live"
        case ariaSelected = "aria-selected"
        case ariaSort = "aria-sort"
        case ariaValueMax = "aria-valuemax"
        case ariaValueMin = "aria-valuemin"
        case ariaValueNow = "aria-valuenow"
        case ariaValueText = "aria-valuetext"
        // Drawings.
        case clipPath = "clip-path"
        case cx, cy, d, dx, dy, fill, offset, opacity, points, r, rx, ry, stroke, transform, viewBox, x, x1, x2, y, y1,
            y2
        case dominantBaseline = "dominant-baseline"
        case fillOpacity = "fill-opacity"
        case fontSize = "font-size"
        case fontWeight = "font-weight"
        case pointerEvents = "pointer-events"
        case preserveAspectRatio
        case strokeLineJoin = "stroke-linejoin"
        case strokeOpacity = "stroke-opacity"
        case strokeDashArray = "stroke-dasharray"
        case strokeWidth = "stroke-width"
        case textAnchor = "text-anchor"
    }

    /// Attributes with an address.
    package enum LinkName: String, CaseIterable, Sendable {
        case action, formaction, href, src
    }

    /// Attributes without a value.
    package enum Flag: String, CaseIterable, Sendable {
        case autofocus, checked, disabled, download, formnovalidate, hidden, multiple, novalidate, open, readonly,
            required, reversed, selected
    }

    /// An attribute with a text.
    package static func text(_ name: TextName, _ value: String) -> HTMLAttribute { HTMLAttribute(name.rawValue, value) }

    /// An attribute with an address within the face.
    package static func link(_ name: LinkName, _ target: WebLink) -> HTMLAttribute {
        HTMLAttribute(name.rawValue, target.description)
    }

    /// An attribute that is there.
    package static func flag(_ flag: Flag) -> HTMLAttribute { HTMLAttribute(flag.rawValue, nil) }

    /// A value for the module of the page: `data-<name>`. Nil unless the name consists of small letters and hyphens.
    package static func data(_ name: String, _ value: String) -> HTMLAttribute? {
        let isName =
            (1...32).contains(name.utf8.count)
            && name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-") }
        return isName ? HTMLAttribute("data-\(name)", value) : nil
    }

    /// Classes of the style sheet.
    package static func classes(_ names: String...) -> HTMLAttribute {
        text(.class, names.count == 1 ? names[0] : names.joined(separator: " "))
    }
}
