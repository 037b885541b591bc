/// A type of the hot path that encodes itself without Swift's containers.
///
/// The conformance provides `Encodable`, so the type works inside any synthesised type; it encodes to StrictJSON only.
/// A type declared `Encodable` or `Codable` has to implement `encode(to:)` as a call of ``encodeDirectly(to:)``.
/// Otherwise the compiler may silently synthesise one that is several times as slow.
public protocol DirectJSONEncodable: Encodable {
    /// Writes exactly one value.
    func write(to writer: inout JSONWriter)
}

extension DirectJSONEncodable {
    /// Writes the value at the encoder's position.
    ///
    /// - Throws: `EncodingError.invalidValue` for an encoder of another library.
    public func encode(to encoder: any Encoder) throws { try encodeDirectly(to: encoder) }

    /// Writes the value at the encoder's position.
    ///
    /// - Throws: `EncodingError.invalidValue` for an encoder of another library.
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
