import Drawing

/// The markup of laid-out shapes.
enum LayerMarkup {
    /// The size of texts that need no attribute: the drawing has it.
    static let usualSize = 12.0
    private static let format = SVGFormat.compact

    /// Returns a layer. The common colour of its texts is written once, and neighbours of one paint become one path.
    static func group(_ layer: Layer) -> HTML {
        let colours = Set(layer.shapes.compactMap { if case .text(let text) = $0 { text.colour } else { nil } })
        let common = colours.count == 1 ? colours.first : nil
        var attributes: [HTMLAttribute] = [.classes(layer.role.rawValue)]
        if let common { attributes += fill(common) }
        if layer.role == .line || layer.role == .area { attributes.append(.text(.strokeLineJoin, "round")) }
        return .element(
            .g, attributes,
            merged(layer.shapes).map { shape in
                switch shape {
                case .path(let path): markup(path)
                case .text(let text): markup(text, common: common)
                }
            })
    }

    /// Returns a path with its paint.
    static func markup(_ path: Path) -> HTML {
        var attributes: [HTMLAttribute] = [.text(.d, format.data(of: path.steps))]
        attributes += path.fill.map(fill) ?? [.text(.fill, "none")]
        if let stroke = path.stroke { attributes += self.stroke(stroke) }
        return .element(.path, attributes, [])
    }

    /// Returns the attributes of a filled area.
    static func fill(_ colour: Colour) -> [HTMLAttribute] {
        let paint = HTMLAttribute.text(.fill, SVGFormat.text(of: colour))
        guard colour.opacity < 1 else { return [paint] }
        return [paint, .text(.fillOpacity, SVGFormat.precise.number(colour.opacity))]
    }

    /// Returns the attributes of a line.
    static func stroke(_ stroke: Path.Stroke) -> [HTMLAttribute] {
        var attributes: [HTMLAttribute] = [.text(.stroke, SVGFormat.text(of: stroke.colour))]
        if stroke.colour.opacity < 1 {
            attributes.append(.text(.strokeOpacity, SVGFormat.precise.number(stroke.colour.opacity)))
        }
        if stroke.width != 1 { attributes.append(.text(.strokeWidth, SVGFormat.precise.number(stroke.width))) }
        if !stroke.dashes.isEmpty {
            attributes.append(.text(.strokeDashArray, stroke.dashes.map(format.number).joined(separator: " ")))
        }
        return attributes
    }

    private static func markup(_ run: TextRun, common: Colour?) -> HTML {
        let (x, y) = (format.number(run.anchorPoint.x), format.number(run.anchorPoint.y))
        var attributes: [HTMLAttribute] = [.text(.x, x), .text(.y, y)]
        if run.anchor != .start { attributes.append(.text(.textAnchor, run.anchor.rawValue)) }
        if run.size != usualSize { attributes.append(.text(.fontSize, format.number(run.size))) }
        if run.isBold { attributes.append(.text(.fontWeight, "bold")) }
        if run.isUpright { attributes.append(.text(.transform, "rotate(-90 \(x) \(y))")) }
        if common == nil { attributes += fill(run.colour) }
        return .element(.text, attributes, [.text(run.text)])
    }

    /// Returns the shapes with neighbouring paths of one opaque paint as one path.
    private static func merged(_ shapes: [Shape]) -> [Shape] {
        var merged: [Shape] = []
        for shape in shapes {
            guard case .path(let path) = shape, case .path(var last)? = merged.last, last.fill == path.fill,
                last.stroke == path.stroke, path.fill.map({ $0.opacity == 1 }) ?? true
            else {
                merged.append(shape)
                continue
            }
            last.steps += path.steps
            merged[merged.count - 1] = .path(last)
        }
        return merged
    }
}
