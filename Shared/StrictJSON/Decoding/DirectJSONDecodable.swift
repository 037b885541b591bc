/// A type of the hot path that decodes itself from a node without Swift's containers: three to five times as fast.
///
/// The conformance provides `Decodable`, so the type works inside any synthesised type; it decodes from StrictJSON
/// only. A type declared `Decodable` or `Codable` has to implement `init(from:)` as a call of ``init(directlyFrom:)``.
/// Otherwise the compiler may silently synthesise one that is several times as slow.
public protocol DirectJSONDecodable: Decodable {
    /// Decodes the value.
    ///
    /// Be as strict as the decoder: report unknown members with ``JSONNode/failure(_:)`` on the member's node.
    init(json: JSONNode) throws(JSONDecodingError)
}

extension DirectJSONDecodable {
    /// Decodes the value from the decoder's current node.
    ///
    /// - Throws: ``JSONDecodingError``; `DecodingError.dataCorrupted` for a decoder of another library.
    public init(from decoder: any Decoder) throws { try self.init(directlyFrom: decoder) }

    /// Decodes the value from the decoder's current node.
    ///
    /// - Throws: ``JSONDecodingError``; `DecodingError.dataCorrupted` for a decoder of another library.
    public init(directlyFrom decoder: any Decoder) throws {
        guard let decoder = decoder as? TapeDecoder else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "decodes from StrictJSON only"))
        }
        decoder.reading.lookAt()
        try self.init(json: decoder.node)
    }
}
