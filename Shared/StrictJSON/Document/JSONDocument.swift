/// A JSON text, checked once and readable ever after without another error of syntax.
///
/// One pass over the bytes makes a flat tape of 16 bytes a value; nothing is unescaped or converted until
/// somebody asks a ``JSONNode`` for it. The document keeps the bytes, so every value can be repeated exactly
/// as it was sent.
public final class JSONDocument: Sendable {
    /// The text as it came.
    public let bytes: [UInt8]
    let entries: [JSONEntry]

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 without byte order mark: one value, white space around it allowed.
    ///   - limits: What is refused unseen.
    /// - Throws: ``JSONSyntaxError`` for the first mistake met from left to right; a duplicate member
    ///   is met at the end of its object.
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

    /// Reads a text that belongs to someone else, such as a ZeroMQ message; the bytes are copied.
    ///
    /// - Parameters:
    ///   - buffer: Needs to stay valid during the call only.
    ///   - limits: What is refused unseen; a text that is too long is not copied.
    /// - Throws: ``JSONSyntaxError``, as the other initialiser does.
    public convenience init(copying buffer: UnsafeRawBufferPointer, limits: JSONLimits = JSONLimits())
        throws(JSONSyntaxError)
    {
        guard buffer.count <= limits.maximumBytes else {
            throw JSONSyntaxError(.tooLong, at: limits.maximumBytes)
        }
        try self.init([UInt8](buffer), limits: limits)
    }

    /// Reads a text held in a string.
    ///
    /// - Throws: ``JSONSyntaxError``, as the other initialisers do.
    public convenience init(text: String, limits: JSONLimits = JSONLimits()) throws(JSONSyntaxError) {
        try self.init([UInt8](text.utf8), limits: limits)
    }

    /// The one value of the text.
    public var root: JSONNode { JSONNode(document: self, index: 0, root: 0) }
}
