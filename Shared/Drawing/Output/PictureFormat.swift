/// What a picture is written as.
public enum PictureFormat: String, CaseIterable, Hashable, Sendable {
    /// Pixels.
    case png
    /// Lines and texts as XML, for browsers.
    case svg
    /// Lines and texts for paper, one page.
    case pdf

    /// Its type, as in a `Content-Type`.
    public var mediaType: String {
        switch self {
        case .png: "image/png"
        case .svg: "image/svg+xml"
        case .pdf: "application/pdf"
        }
    }
}

/// How large a picture is.
public struct PictureSize: Hashable, Sendable {
    /// From left to right, in points.
    public let width: Int
    /// From top to bottom, in points.
    public let height: Int
    /// How many pixels of a PNG there are to a point.
    public let scale: Double
    /// From left to right, in pixels of a PNG.
    public let pixelWidth: Int
    /// From top to bottom, in pixels of a PNG.
    public let pixelHeight: Int

    /// What is taken where nobody says otherwise: 960 by 540, in a PNG 1920 by 1080 pixels.
    public static let usual = PictureSize(unchecked: 960, 540, scale: 2)
    /// How wide a picture may be.
    public static let widths = 320...4096
    /// How high it may be.
    public static let heights = 240...4096
    /// How many pixels a point may have.
    public static let scales = 1.0...8.0
    /// How many pixels a side may have.
    public static let pixels = 240...8192
    /// The shorter side of a picture of a size in pixels, in points, where it has as many pixels: so letters of twelve
    /// points are large enough to be read on a phone that shows the picture from edge to edge.
    private static let shorterSide = 360.0

    private init(unchecked width: Int, _ height: Int, scale: Double) {
        self.width = width
        self.height = height
        self.scale = scale
        pixelWidth = Int((Double(width) * scale).rounded())
        pixelHeight = Int((Double(height) * scale).rounded())
    }

    /// A size.
    ///
    /// - Throws: ``ChartError`` `invalidSize` beyond ``widths``, ``heights`` and ``scales``.
    public init(width: Int, height: Int, scale: Double = 2) throws(ChartError) {
        guard Self.widths.contains(width), Self.heights.contains(height), Self.scales.contains(scale) else {
            throw ChartError(
                .invalidSize,
                "A picture is \(Self.widths.lowerBound) to \(Self.widths.upperBound) points wide, "
                    + "\(Self.heights.lowerBound) to \(Self.heights.upperBound) high, and has at most "
                    + "\(Int(Self.scales.upperBound)) pixels a point.")
        }
        self.init(unchecked: width, height, scale: scale)
    }

    /// A size in pixels. Letters keep their share of the shorter side, so that they can be read on a phone.
    ///
    /// - Throws: ``ChartError`` `invalidSize` beyond ``pixels``, and for a side many times the other.
    public init(pixelWidth: Int, pixelHeight: Int) throws(ChartError) {
        let scale = max(1, Double(min(pixelWidth, pixelHeight)) / Self.shorterSide)
        func points(_ pixels: Int) -> Int { Int((Double(pixels) / scale).rounded()) }
        let (width, height) = (points(pixelWidth), points(pixelHeight))
        guard Self.pixels.contains(pixelWidth), Self.pixels.contains(pixelHeight), Self.widths.contains(width),
            Self.heights.contains(height)
        else {
            throw ChartError(
                .invalidSize,
                "A picture is \(Self.widths.lowerBound) to \(Self.pixels.upperBound) pixels wide and "
                    + "\(Self.pixels.lowerBound) to \(Self.pixels.upperBound) high, and not many times wider than high."
            )
        }
        self.width = width
        self.height = height
        self.scale = scale
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
    }
}

/// What a picture is for, which decides its size.
public enum PicturePurpose: String, CaseIterable, Hashable, Sendable {
    /// A phone held upright: 1170 by 1560 pixels.
    case phone
    /// A story: 1080 by 1920.
    case story
    /// A square post: 1080 by 1080.
    case post
    /// A slide of a presentation: 1920 by 1080.
    case slide
    /// A sheet of A4 on its side, 842 by 595 points.
    case paper

    /// Its size.
    public var size: PictureSize {
        switch self {
        case .phone: .phone
        case .story: .story
        case .post: .post
        case .slide: .slide
        case .paper: .paper
        }
    }
}

extension PictureSize {
    fileprivate static let phone = PictureSize(unchecked: 390, 520, scale: 3)
    fileprivate static let story = PictureSize(unchecked: 360, 640, scale: 3)
    fileprivate static let post = PictureSize(unchecked: 360, 360, scale: 3)
    fileprivate static let slide = PictureSize(unchecked: 640, 360, scale: 3)
    fileprivate static let paper = PictureSize(unchecked: 842, 595, scale: 2)
}
