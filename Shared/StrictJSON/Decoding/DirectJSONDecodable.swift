/// A type of the hot path that reads itself from a node, past Swift's containers: three to five times as fast.
///
/// The conformance gives the type its `Decodable`, so it works inside any synthesised type; it decodes from
/// StrictJSON only. A type whose declaration says `Decodable` or `Codable` has to write `init(from:)` out, as a call of
/// ``init(directlyFrom:)``: else the compiler may make one, in silence, that is several times as slow.
public protocol DirectJSONDecodable: Decodable {
    /// Reads the value.
    ///
    /// Be as strict as the decoder: name unknown members with ``JSONNode/failure(_:)`` on the member's node.
    init(json: JSONNode) throws(JSONDecodingError)
}

extension DirectJSONDecodable {
    /// Reads the value from the node that the decoder stands on.
    ///
    /// - Throws: ``JSONDecodingError``; `DecodingError.dataCorrupted` from a decoder that is not ours.
    public init(from decoder: any Decoder) throws { try self.init(directlyFrom: decoder) }

    /// Reads the value from the node that the decoder stands on.
    ///
    /// - Throws: ``JSONDecodingError``; `DecodingError.dataCorrupted` from a decoder that is not ours.
    public init(directlyFrom decoder: any Decoder) throws {
        guard let decoder = decoder as? TapeDecoder else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "decodes from StrictJSON only"))
        }
        decoder.reading.lookAt()
        try self.init(json: decoder.node)
    }
}
