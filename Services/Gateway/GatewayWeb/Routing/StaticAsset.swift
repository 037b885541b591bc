import MicroHTTPD
import Sodium

/// A file that is the same for everybody: the style sheet, the module, the manifest, an icon. It is a part of the
/// program.
package struct StaticAsset: Sendable {
    /// The kinds of files.
    package enum Kind: String, Sendable {
        case styleSheet = "text/css; charset=utf-8"
        case module = "text/javascript; charset=utf-8"
        case manifest = "application/manifest+json"
        case png = "image/png"
        case svg = "image/svg+xml"
    }

    /// The most bytes of a style sheet, a module and a manifest.
    package static let mostTextBytes = 15 * 1_024
    /// The most bytes of an icon.
    package static let mostIconBytes = 64 * 1_024

    /// The path without the slash at its beginning: `style.css`.
    package let name: String
    /// The media type.
    package let kind: Kind
    /// The content.
    package let bytes: [UInt8]
    /// The validator: RFC 9110, section 8.8.3.
    package let tag: String

    /// Creates a file.
    ///
    /// - Precondition: It is not longer than its kind may be. Tests read every file of the program.
    package init(_ name: String, _ kind: Kind, _ bytes: [UInt8]) {
        let most = kind == .png || kind == .svg ? Self.mostIconBytes : Self.mostTextBytes
        precondition(bytes.count <= most, "\(name) is longer than \(most) bytes.")
        self.name = name
        self.kind = kind
        self.bytes = bytes
        tag = "\"\(Base64URL.encode(Digest.blake2b(bytes, byteCount: 16)))\""
    }

    /// Returns the response to a request, without the fields that all responses have: the file, or 304 when the browser
    /// has it.
    package func response(to head: WebRequestHead) -> WebResponse {
        let lists = head.values(of: "if-none-match").joined(separator: ",")
        let known = lists.split(separator: ",").prefix(16).map { word in word.drop { $0 == " " } }
        let fields = [WebHeader("ETag", tag), WebHeader("Content-Type", kind.rawValue)]
        if known.contains(where: { $0 == tag || $0 == "W/" + tag || $0 == "*" }) {
            return WebResponse(status: 304, headers: [fields[0]])
        }
        return WebResponse(status: 200, headers: fields, body: bytes)
    }
}
