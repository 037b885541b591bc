/// Writes any `Encodable` straight into bytes, without a tree in between.
///
/// Members stand in the order the type writes them; `nil` properties of synthesised types are left out. A type may
/// write to one container at a time: once an outer container goes on, the inner ones are closed for good.
public enum JSONEncoding {
    /// The JSON of a value.
    ///
    /// - Throws: ``JSONEncodingError`` for a number that is not finite, or with the text of the error that the type threw.
    public static func encode<Value: Encodable>(_ value: Value) throws(JSONEncodingError) -> [UInt8] {
        var writer = JSONWriter()
        try encode(value, into: &writer)
        return writer.finish()
    }

    /// Writes the JSON of a value at the writer's place.
    ///
    /// - Throws: ``JSONEncodingError`` as the other function does; then nothing was written.
    public static func encode<Value: Encodable>(_ value: Value, into writer: inout JSONWriter) throws(JSONEncodingError)
    {
        let writing = StreamWriting()
        let mark = writer.mark
        swap(&writing.stream.writer, &writer)
        defer { swap(&writing.stream.writer, &writer) }
        do {
            try writing.write(value, level: 0)
        } catch {
            writing.stream.writer.rollBack(to: mark)
            throw (error as? JSONEncodingError) ?? JSONEncodingError(path: "", rule: rule(of: error))
        }
    }

    private static func rule(of error: any Error) -> String {
        if case .invalidValue(_, let context) = error as? EncodingError { return context.debugDescription }
        return String(describing: error)
    }
}
