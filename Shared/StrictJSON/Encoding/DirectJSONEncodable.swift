/// A type of the hot path that writes itself, past Swift's containers.
///
/// The conformance gives the type its `Encodable`, so it works inside any synthesised type; it encodes to StrictJSON
/// only. A type whose declaration says `Encodable` or `Codable` has to write `encode(to:)` out, as a call of
/// ``encodeDirectly(to:)``: else the compiler may make one, in silence, that is several times as slow.
public protocol DirectJSONEncodable: Encodable {
    /// Writes exactly one value.
    func write(to writer: inout JSONWriter)
}

extension DirectJSONEncodable {
    /// Writes the value where the encoder stands.
    ///
    /// - Throws: `EncodingError.invalidValue` from an encoder that is not ours.
    public func encode(to encoder: any Encoder) throws { try encodeDirectly(to: encoder) }

    /// Writes the value where the encoder stands.
    ///
    /// - Throws: `EncodingError.invalidValue` from an encoder that is not ours.
    public func encodeDirectly(to encoder: any Encoder) throws {
        guard let encoder = encoder as? StreamEncoder else {
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "encodes to StrictJSON only"))
        }
        encoder.writing.stream.close(to: encoder.level)
        write(to: &encoder.writing.stream.writer)
    }
}
