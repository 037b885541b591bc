import Domain

/// A writer of pictures as SVG.
///
/// libcairo would convert letters to outlines. Here texts can be read aloud, searched and copied, the parts of a chart
/// have names, and equal charts give equal bytes. Each text carries its measured width, so that it takes no more room
/// in a browser with another font.
enum SVGWriter {
    private static let format = SVGFormat.precise

    static func bytes(of picture: Picture) -> [UInt8] {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(picture.width)) \(number(picture.height))" \
            role="img" aria-labelledby="title desc" font-family="DejaVu Sans, Verdana, sans-serif">
            <title id="title">\(escaped(picture.title))</title>
            <desc id="desc">\(escaped(picture.description))</desc>
            <rect width="\(number(picture.width))" height="\(number(picture.height))" \
            \(paint("fill", picture.background))/>

            """
        for layer in picture.layers {
            text += "<g class=\"\(layer.role.rawValue)\">\n"
            for shape in layer.shapes {
                switch shape {
                case .path(let path): append(path, to: &text)
                case .text(let run): append(run, to: &text)
                }
            }
            text += "</g>\n"
        }
        return Array((text + "</svg>\n").utf8)
    }

    private static func append(_ path: Path, to text: inout String) {
        guard !path.steps.isEmpty else { return }
        text += "<path d=\"\(format.data(of: path.steps))\" " + (path.fill.map { paint("fill", $0) } ?? "fill=\"none\"")
        if let stroke = path.stroke {
            text += " " + paint("stroke", stroke.colour) + " stroke-width=\"\(number(stroke.width))\""
            text += " stroke-linejoin=\"round\""
            if !stroke.dashes.isEmpty {
                text += " stroke-dasharray=\"\(stroke.dashes.map(number).joined(separator: " "))\""
            }
        }
        text += "/>\n"
    }

    private static func append(_ run: TextRun, to text: inout String) {
        let (x, y) = (number(run.x), number(run.y))
        text += "<text x=\"\(x)\" y=\"\(y)\" font-size=\"\(number(run.size))\""
        if run.isBold { text += " font-weight=\"bold\"" }
        if run.isUpright { text += " transform=\"rotate(-90 \(x) \(y))\"" }
        if run.width > 0 { text += " textLength=\"\(number(run.width))\" lengthAdjust=\"spacingAndGlyphs\"" }
        text += " xml:space=\"preserve\" \(paint("fill", run.colour))>\(escaped(run.text))</text>\n"
    }

    private static func paint(_ attribute: String, _ colour: Colour) -> String {
        let text = "\(attribute)=\"\(SVGFormat.text(of: colour))\""
        return colour.opacity < 1 ? text + " \(attribute)-opacity=\"\(number(colour.opacity))\"" : text
    }

    private static func number(_ value: Double) -> String { format.number(value) }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in PlainText.clean(text).unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
