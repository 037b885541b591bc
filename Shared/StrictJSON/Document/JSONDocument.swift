/// A JSON text that is validated once; later reads have no syntax errors.
///
/// One pass over the bytes builds a flat tape of 16 bytes per value. Values are unescaped and converted only when a
/// ``JSONNode`` is asked for them. The document keeps the bytes, so every value can be repeated exactly as it was sent.
public final class JSONDocument: Sendable {
    /// The original text.
    public let bytes: [UInt8]
    let entries: [JSONEntry]

    /// Parses a text.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 without a byte order mark: one value, optionally surrounded by white space.
    ///   - limits: The limits above which the text is rejected.
    /// - Throws: ``JSONSyntaxError`` for the first error from left to right. A duplicate member is detected at the end
    ///   of its object.
    /// - Source: RFC 8259.
    public init(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONSyntaxError) {
        guard bytes.count <= limits.maximumBytes else {
            throw JSONSyntaxError(.tooLong, at: limits.maximumBytes)
        }
        entries = try bytes.withUnsafeBufferPointer { buffer throws(JSONSyntaxError) in
            var parser = JSONParser(buffer, limits: limits)
            return try parser.parse()
        }
        self.bytes = bytes
    }

    /// Parses a copy of a text in foreign memory, such as a ZeroMQ message.
    ///
    /// - Parameters:
    ///   - buffer: The text, valid during the call.
    ///   - limits: The limits above which the text is rejected; a text that is too long is not copied.
    /// - Throws: ``JSONSyntaxError``, as the other initialiser.
    public convenience init(copying buffer: UnsafeRawBufferPointer, limits: JSONLimits = JSONLimits())
        throws(JSONSyntaxError)
    {
        guard buffer.count <= limits.maximumBytes else {
            throw JSONSyntaxError(.tooLong, at: limits.maximumBytes)
        }
        try self.init([UInt8](buffer), limits: limits)
    }

    /// Parses the text of a string.
    ///
    /// - Throws: ``JSONSyntaxError``, as the other initialisers.
    public convenience init(text: String, limits: JSONLimits = JSONLimits()) throws(JSONSyntaxError) {
        try self.init([UInt8](text.utf8), limits: limits)
    }

    /// The one value of the text.
    public var root: JSONNode { JSONNode(document: self, index: 0, root: 0) }
}
