/// The file format of a picture.
public enum PictureFormat: String, CaseIterable, Hashable, Sendable {
    /// Pixels.
    case png
    /// Vector graphics as XML, for browsers.
    case svg
    /// Vector graphics for paper, one page.
    case pdf

    /// The media type, as in a `Content-Type` header.
    public var mediaType: String {
        switch self {
        case .png: "image/png"
        case .svg: "image/svg+xml"
        case .pdf: "application/pdf"
        }
    }
}

/// The size of a picture.
public struct PictureSize: Hashable, Sendable {
    /// The width in points.
    public let width: Int
    /// The height in points.
    public let height: Int
    /// The number of PNG pixels per point.
    public let scale: Double
    /// The width in PNG pixels.
    public let pixelWidth: Int
    /// The height in PNG pixels.
    public let pixelHeight: Int

    /// The default size: 960 by 540 points, 1920 by 1080 pixels in a PNG.
    public static let usual = PictureSize(unchecked: 960, 540, scale: 2)
    /// The allowed widths.
    public static let widths = 320...4096
    /// The allowed heights.
    public static let heights = 240...4096
    /// The allowed numbers of pixels per point.
    public static let scales = 1.0...8.0
    /// The allowed numbers of pixels per side.
    public static let pixels = 240...8192
    /// The length of the shorter side, in points, of a size given in pixels. Text of twelve points is then large enough
    /// to read on a phone that shows the picture from edge to edge.
    private static let shorterSide = 360.0

    private init(unchecked width: Int, _ height: Int, scale: Double) {
        self.width = width
        self.height = height
        self.scale = scale
        pixelWidth = Int((Double(width) * scale).rounded())
        pixelHeight = Int((Double(height) * scale).rounded())
    }

    /// Creates a size in points.
    ///
    /// - Throws: ``ChartError`` `invalidSize` outside ``widths``, ``heights`` and ``scales``.
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

    /// Creates a size in pixels. The text size is a fixed share of the shorter side, so that it is readable on a phone.
    ///
    /// - Throws: ``ChartError`` `invalidSize` outside ``pixels``, and for extreme aspect ratios.
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

/// The purpose of a picture, which determines its size.
public enum PicturePurpose: String, CaseIterable, Hashable, Sendable {
    /// A phone held upright: 1170 by 1560 pixels.
    case phone
    /// A story: 1080 by 1920.
    case story
    /// A square post: 1080 by 1080.
    case post
    /// A slide of a presentation: 1920 by 1080.
    case slide
    /// A sheet of A4 in landscape format, 842 by 595 points.
    case paper

    /// The size for this purpose.
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
