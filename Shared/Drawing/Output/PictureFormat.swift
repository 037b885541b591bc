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
    public let scale: Int

    /// What is taken where nobody says otherwise: 960 by 540, in a PNG 1920 by 1080 pixels.
    public static let usual = PictureSize(unchecked: 960, 540, scale: 2)
    /// How wide a picture may be.
    public static let widths = 320...4096
    /// How high it may be.
    public static let heights = 240...4096
    /// How many pixels a point may have.
    public static let scales = 1...4

    private init(unchecked width: Int, _ height: Int, scale: Int) {
        self.width = width
        self.height = height
        self.scale = scale
    }

    /// A size.
    ///
    /// - Throws: ``ChartError`` `invalidSize` beyond ``widths``, ``heights`` and ``scales``.
    public init(width: Int, height: Int, scale: Int = 2) throws(ChartError) {
        guard Self.widths.contains(width), Self.heights.contains(height), Self.scales.contains(scale) else {
            throw ChartError(
                .invalidSize,
                "A picture is \(Self.widths.lowerBound) to \(Self.widths.upperBound) points wide, "
                    + "\(Self.heights.lowerBound) to \(Self.heights.upperBound) high, and has at most "
                    + "\(Self.scales.upperBound) pixels a point.")
        }
        self.init(unchecked: width, height, scale: scale)
    }
}
