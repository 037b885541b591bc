/// A writer that tracks the open containers of the encoded types.
///
/// Swift's containers announce when they open, not when they end. Each container therefore knows its level, the number
/// of containers around it, and closes deeper ones before it writes.
struct JSONStream {
    var writer = JSONWriter(reservingCapacity: 0)
    /// The open containers, outermost first.
    private var open: [OpenContainer] = []
    /// The number of containers opened so far, which distinguishes successive containers at the same level.
    private var opened = 0

    private struct OpenContainer {
        let isObject: Bool
        let serial: Int
        var count = 0
    }

    /// Closes every container deeper than `level`.
    mutating func close(to level: Int) {
        while open.count > level {
            if writer.awaitsValue { writeEmptyObject() }
            if open.removeLast().isObject { writer.endObject() } else { writer.endArray() }
        }
    }

    /// Opens the container of the value at `level`, or continues the one that the value has opened before.
    ///
    /// - Returns: The serial number that proves that the container is still open.
    mutating func openContainer(isObject: Bool, at level: Int) -> Int {
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
    mutating func proceed(at level: Int, serial: Int) {
        if open.count > level + 1 { close(to: level + 1) }
        precondition(
            open.count == level + 1 && open[level].serial == serial,
            "a container was written to after the one around it had gone on")
        if writer.awaitsValue { writeEmptyObject() }
        open[level].count += 1
    }

    /// Proceeds and writes the name of a member.
    @inline(__always)
    mutating func beginMember(_ name: String, at level: Int, serial: Int) {
        proceed(at: level, serial: serial)
        writer.key(name)
    }

    /// Proceeds and writes a member.
    @inline(__always)
    mutating func writeMember(
        _ name: String, at level: Int, serial: Int, _ write: (inout JSONWriter) throws(JSONEncodingError) -> Void
    ) throws(JSONEncodingError) {
        beginMember(name, at: level, serial: serial)
        try write(&writer)
    }

    /// Closes the containers that a value has left open, and writes `{}` for a value that wrote nothing.
    @inline(__always)
    mutating func finishValue(begunAt start: Int, level: Int) {
        if open.count > level { close(to: level) }
        if writer.bytes.count == start { writeEmptyObject() }
    }

    func count(at level: Int) -> Int { level < open.count ? open[level].count : 0 }

    private mutating func writeEmptyObject() {
        writer.beginObject()
        writer.endObject()
    }
}
