/// What a person has filled in: the fields of a form or of a query, and files.
///
/// The readers are strict: browsers send nothing of what they refuse.
public struct WebForm: Hashable, Sendable {
    /// A file that was chosen or dropped.
    public struct File: Hashable, Sendable {
        /// The field's name.
        public let field: String
        /// The file's name as the other side gave it: never a path on this machine.
        public let name: String
        /// The content.
        public let bytes: [UInt8]

        /// Creates a file.
        public init(field: String, name: String, bytes: [UInt8]) {
            self.field = field
            self.name = name
            self.bytes = bytes
        }
    }

    /// One name and its value.
    public struct Field: Hashable, Sendable {
        /// The name.
        public let name: String
        /// The value; may be empty.
        public let value: String

        /// Creates a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The most fields and files.
    public static let mostParts = 256
    /// The most bytes of a name.
    public static let longestName = 256

    /// The fields in the order in which they came.
    public var fields: [Field] = []
    /// The files in the order in which they came.
    public var files: [File] = []

    /// Creates an empty form.
    public init() {}

    /// Returns the value of a field that was sent exactly once.
    public func value(of name: String) -> String? {
        let values = fields.filter { $0.name == name }
        return values.count == 1 ? values[0].value : nil
    }

    /// Reads a query or the body of a form: `a=1&b=two+words`. URL Standard, section 5.1
    ///
    /// - Returns: Nil when it is malformed, not UTF-8, or has too many fields.
    public init?(urlEncoded text: some Sequence<UInt8>) {
        let bytes = Array(text)
        guard !bytes.isEmpty else { return }
        let pairs = bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        guard pairs.count <= Self.mostParts else { return nil }
        for pair in pairs {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let texts = parts.map { part in
                PercentCoding.decode(part, plusIsBlank: true).flatMap { String(validating: $0, as: UTF8.self) }
            }
            guard let name = texts[0], !name.isEmpty, name.utf8.count <= Self.longestName,
                let value = texts.count == 2 ? texts[1] : ""
            else { return nil }
            fields.append(Field(name, value))
        }
    }

    /// Reads the body of a request by its `Content-Type`.
    ///
    /// - Returns: Nil for another type, or when the body is malformed.
    public init?(_ request: WebRequest) {
        guard let type = request.head.header("content-type") else { return nil }
        let kind = type.prefix { $0 != ";" }.lowercased()
        if kind == "application/x-www-form-urlencoded" {
            self.init(urlEncoded: request.body)
        } else if kind == "multipart/form-data", let boundary = MultipartReader.boundary(of: type) {
            guard let form = MultipartReader(request.body, boundary: boundary).read() else { return nil }
            self = form
        } else {
            return nil
        }
    }
}
