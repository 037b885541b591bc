/// An encoder of any `Encodable` directly to bytes, without an intermediate tree.
///
/// Members have the order in which the type writes them; nil properties of synthesised types are omitted. A type may
/// write to one container at a time: writing to an outer container closes the inner ones permanently.
public enum JSONEncoding {
    /// Returns the JSON of a value.
    ///
    /// - Throws: ``JSONEncodingError`` for a number that is not finite, or with the text of the error that the type
    ///   threw.
    public static func encode<Value: Encodable>(_ value: Value) throws(JSONEncodingError) -> [UInt8] {
        var writer = JSONWriter()
        try encode(value, into: &writer)
        return writer.finish()
    }

    /// Writes the JSON of a value at the writer's position.
    ///
    /// - Throws: ``JSONEncodingError``, as the other function; then nothing was written.
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
