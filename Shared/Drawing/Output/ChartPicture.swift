import Cairo

/// Renders charts: one layout, three formats.
public enum ChartPicture {
    /// Returns the bytes of a whole file.
    ///
    /// Equal charts give equal PNG and SVG files, byte for byte; a PDF contains its creation time.
    /// - Throws: ``ChartError``: the errors of ``CheckedChart``, `unavailable` when libcairo is missing.
    public static func bytes(
        of chart: Chart, as format: PictureFormat, size: PictureSize = .usual, theme: Theme = .light
    ) throws(ChartError) -> [UInt8] {
        let picture = try layout(of: CheckedChart(chart), size: size, theme: theme)
        switch format {
        case .svg: return SVGWriter.bytes(of: picture)
        case .png: return try drawn { () throws(CairoError) in try png(picture, size) }
        case .pdf: return try drawn { () throws(CairoError) in try pdf(picture) }
        }
    }

    /// Returns the layout of a chart, with texts measured in the font that they are drawn with.
    ///
    /// - Throws: ``ChartError`` `unavailable`.
    public static func layout(
        of chart: CheckedChart, size: PictureSize = .usual, theme: Theme = .light
    ) throws(ChartError) -> Picture {
        try measured { layout(of: chart, size: size, theme: theme, ruler: $0) }
    }

    /// Returns the layout of a chart, with texts measured by `ruler`.
    public static func layout(
        of chart: CheckedChart, size: PictureSize = .usual, theme: Theme = .light, ruler: any TextRuler
    ) -> Picture {
        ChartLayout.picture(
            of: chart, width: Double(size.width), height: Double(size.height), theme: theme, ruler: ruler)
    }

    /// Returns what `body` lays out with the font of the pictures.
    static func measured<Value>(_ body: (any TextRuler) -> Value) throws(ChartError) -> Value {
        try drawn { () throws(CairoError) in
            let ruler = try FontRuler()
            let value = body(ruler)
            try ruler.check()
            return value
        }
    }

    private static func png(_ picture: Picture, _ size: PictureSize) throws(CairoError) -> [UInt8] {
        let surface = try ImageSurface(width: size.pixelWidth, height: size.pixelHeight)
        try surface.draw { context in
            context.scale(by: size.scale)
            CairoPainter.paint(picture, context)
        }
        return try surface.png()
    }

    private static func pdf(_ picture: Picture) throws(CairoError) -> [UInt8] {
        let surface = try PDFSurface(width: picture.width, height: picture.height, title: picture.title)
        try surface.draw { context in CairoPainter.paint(picture, context) }
        return try surface.finish()
    }

    private static func drawn<Value>(_ body: () throws(CairoError) -> Value) throws(ChartError) -> Value {
        do throws(CairoError) {
            return try body()
        } catch {
            throw ChartError(.unavailable, error.message)
        }
    }
}

/// Draws a picture with libcairo, shape by shape.
private enum CairoPainter {
    static func paint(_ picture: Picture, _ context: borrowing Context) {
        set(picture.background, context)
        context.paint()
        for shape in picture.layers.flatMap(\.shapes) {
            switch shape {
            case .path(let path): paint(path, context)
            case .text(let text): paint(text, context)
            }
        }
    }

    private static func paint(_ path: Path, _ context: borrowing Context) {
        context.beginPath()
        for step in path.steps {
            switch step {
            case .move(let x, let y): context.move(toX: x, y: y)
            case .line(let x, let y): context.line(toX: x, y: y)
            case .close: context.closePath()
            }
        }
        if let fill = path.fill {
            set(fill, context)
            context.fillKeepingPath()
        }
        if let stroke = path.stroke {
            set(stroke.colour, context)
            context.setLine(width: stroke.width, dashes: stroke.dashes)
            context.stroke()
        }
        context.beginPath()
    }

    private static func paint(_ text: TextRun, _ context: borrowing Context) {
        set(text.colour, context)
        context.setFont(family: FontRuler.family, size: text.size, isBold: text.isBold)
        context.show(text.text, x: text.x, y: text.y, turnedBy: text.isUpright ? Double.pi / 2 : 0)
    }

    private static func set(_ colour: Colour, _ context: borrowing Context) {
        func part(_ shift: UInt32) -> Double { Double(colour.rgb >> shift & 0xFF) / 255 }
        context.setColour(red: part(16), green: part(8), blue: part(0), opacity: colour.opacity)
    }
}
