import MicroHTTPD

/// The segments of a requested path, decoded.
package struct RoutePath: Hashable, Sendable {
    /// The most segments.
    static let mostSegments = 16
    /// The most bytes of a segment.
    static let longestSegment = 256

    /// The segments; none for `/`.
    package let segments: [String]

    /// Decodes a path. Nil for one that leads elsewhere when another program decodes it again: empty segments, `.` and
    /// `..`, slashes, backslashes and control characters in a segment, malformed escapes and text that is not UTF-8.
    package init?(_ path: String) {
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        if path == "/" {
            segments = []
            return
        }
        let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= Self.mostSegments else { return nil }
        var segments: [String] = []
        for part in parts {
            guard let segment = PercentCoding.decodeText(part), !["", ".", ".."].contains(segment),
                segment.utf8.count <= Self.longestSegment,
                segment.utf8.allSatisfy({
                    $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\")
                })
            else { return nil }
            segments.append(segment)
        }
        self.segments = segments
    }
}
