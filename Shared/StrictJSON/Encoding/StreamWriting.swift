/// The state of one call of ``JSONEncoding/encode(_:)``, shared by all its encoders and containers. One thread uses it.
final class StreamWriting {
    /// Each member or element is written in one access. Swift checks every access to a class property at run time,
    /// which took a fifth of the time.
    var stream = JSONStream()

    /// Writes a value inside `level` containers, and `{}` for a value that writes nothing.
    func write<Value: Encodable>(_ value: Value, level: Int) throws {
        let start = stream.writer.bytes.count
        try value.encode(to: StreamEncoder(writing: self, level: level))
        stream.finishValue(begunAt: start, level: level)
    }
}
