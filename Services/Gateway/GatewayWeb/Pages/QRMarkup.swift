import GatewayWords

/// A QR code as a drawing: dark on light in both themes, because cameras want it so.
enum QRMarkup {
    /// The width of the quiet zone in modules: ISO/IEC 18004.
    private static let quiet = 4

    /// Returns the drawing; nothing for too long a text.
    static func html(_ text: String, label: String) -> HTML {
        let picture = QRPicture(text)
        guard picture.modules > 0 else { return .nothing }
        let size = picture.modules + 2 * quiet
        var path = ""
        for row in 0..<picture.modules {
            var column = 0
            while column < picture.modules {
                guard picture.isDark(row: row, column: column) else {
                    column += 1
                    continue
                }
                var end = column
                while end < picture.modules, picture.isDark(row: row, column: end) { end += 1 }
                path += "M\(column + quiet) \(row + quiet)h\(end - column)v1h\(column - end)z"
                column = end
            }
        }
        return .element(
            .svg,
            [
                .classes("qr"), .text(.viewBox, "0 0 \(size) \(size)"), .text(.role, "img"), .text(.ariaLabel, label),
            ],
            [
                .tag(.rect, .text(.width, "\(size)"), .text(.height, "\(size)"), .text(.fill, "white")),
                .tag(.path, .text(.d, path), .text(.fill, "black")),
            ])
    }
}
