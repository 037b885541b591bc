/// One call of ``JSONEncoding/encode(_:)``: what all its encoders and containers share. One thread uses it.
final class StreamWriting {
    /// Each member or element is written in one access: Swift checks each access to a class's property at run time,
    /// which was a fifth of the time.
    var stream = JSONStream()

    /// Writes a value inside `level` containers, and `{}` for one that writes nothing.
    func write<Value: Encodable>(_ value: Value, level: Int) throws {
        let start = stream.writer.bytes.count
        try value.encode(to: StreamEncoder(writing: self, level: level))
        stream.finishValue(begunAt: start, level: level)
    }
}
