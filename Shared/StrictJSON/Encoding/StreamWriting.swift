/// One call of ``JSONEncoding/encode(_:)``: what all its encoders and containers share. One thread uses it.
///
/// Swift's containers say when they are opened, not when they are done. So each knows its level, the number of
/// containers around it, and closes what is deeper before it writes.
final class StreamWriting {
    var writer = JSONWriter(reservingCapacity: 0)
    /// The open containers from outside in.
    private var open: [OpenContainer] = []
    /// Tells containers apart that stand at the same level one after the other.
    private var opened = 0

    private struct OpenContainer {
        let isObject: Bool
        let serial: Int
        var count = 0
    }

    /// Closes every container deeper than `level`.
    func close(to level: Int) {
        while open.count > level {
            if writer.awaitsValue { writeEmptyObject() }
            if open.removeLast().isObject { writer.endObject() } else { writer.endArray() }
        }
    }

    /// Opens the container of the value at `level`, or goes on with the one that the value has opened before.
    ///
    /// - Returns: The serial number by which the container proves that it is still open.
    func openContainer(isObject: Bool, at level: Int) -> Int {
        if open.count > level {
            precondition(open[level].isObject == isObject, "a value asked for an array and an object at once")
            return open[level].serial
        }
        if isObject { writer.beginObject() } else { writer.beginArray() }
        opened += 1
        open.append(OpenContainer(isObject: isObject, serial: opened))
        return opened
    }

    /// Makes the container at `level` the innermost one, ready for its next member or element.
    @inline(__always)
    func proceed(at level: Int, serial: Int) {
        if open.count > level + 1 { close(to: level + 1) }
        precondition(
            open.count == level + 1 && open[level].serial == serial,
            "a container was written to after the one around it had gone on")
        if writer.awaitsValue { writeEmptyObject() }
        open[level].count += 1
    }

    func count(at level: Int) -> Int { level < open.count ? open[level].count : 0 }

    /// Writes a value inside `level` containers, and `{}` for one that writes nothing.
    func write<Value: Encodable>(_ value: Value, level: Int) throws {
        let start = writer.bytes.count
        try value.encode(to: StreamEncoder(writing: self, level: level))
        if open.count > level { close(to: level) }
        if writer.bytes.count == start { writeEmptyObject() }
    }

    private func writeEmptyObject() {
        writer.beginObject()
        writer.endObject()
    }
}
