import Drawing
import GatewayCommandLine
import GatewayWords

/// The requested size of a picture: by its purpose, or in pixels.
enum PictureArguments {
    static let flags = [
        FlagShape(
            "for", field: "pictureFor", .choice(PicturePurpose.allCases.map(\.rawValue)), placeholder: "WHAT",
            Text(
                "What the picture is for: phone 1170x1560, story 1080x1920, post 1080x1080, slide 1920x1080, paper A4.",
                "Для чего картинка: phone 1170x1560, story 1080x1920, post 1080x1080, slide 1920x1080, paper A4.")),
        FlagShape(
            "size", field: "pictureSize", .text, placeholder: "WIDTHxHEIGHT",
            Text(
                "The size in pixels, with letters readable on a phone: 1080x1080.",
                "Размер в пикселях, с буквами, которые видны на телефоне: 1080x1080.")),
    ]

    /// Returns the requested size, or the default one.
    ///
    /// - Throws: ``UsageError`` for both flags at once, for a text that is no size, and for a size that no picture can
    ///   have.
    static func size(_ arguments: ParsedArguments) throws(UsageError) -> PictureSize {
        let purpose = arguments.text("pictureFor").flatMap { PicturePurpose(rawValue: $0) }
        guard let text = arguments.text("pictureSize") else { return purpose?.size ?? .usual }
        guard purpose == nil else {
            throw UsageError(
                Text("A picture has one size: --for or --size.", "Размер один: --for или --size."),
                field: "pictureSize")
        }
        let signs: Set<Character> = ["x", "X", "×", "х", "Х", "*"]
        let sides = text.split(omittingEmptySubsequences: false) { signs.contains($0) }.map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1] else {
            throw UsageError(
                Text(
                    "--size must be a width and a height in pixels, such as 1080x1080.",
                    "--size — ширина и высота в пикселях, например 1080x1080."), field: "pictureSize")
        }
        do throws(ChartError) {
            return try PictureSize(pixelWidth: width, pixelHeight: height)
        } catch {
            let (least, most) = (PictureSize.pixels.lowerBound, PictureSize.pixels.upperBound)
            throw UsageError(
                Text(
                    """
                    A picture cannot be \(width) by \(height): a side has \(least) to \(most) pixels, and neither may \
                    be many times the other.
                    """,
                    """
                    Картинки \(width) на \(height) не бывает: сторона от \(least) до \(most) пикселей, и одна не во \
                    много раз больше другой.
                    """
                ), field: "pictureSize")
        }
    }

    /// Refuses a size when no picture is requested.
    static func check(_ arguments: ParsedArguments) throws(UsageError) {
        guard let field = ["pictureFor", "pictureSize"].first(where: { arguments[$0] != nil }) else { return }
        throw UsageError(
            Text("A size needs a picture.", "Размер бывает у картинки."),
            hint: Text("name a file, too: --png chart.png", "назовите и файл: --png chart.png"), field: field)
    }
}
