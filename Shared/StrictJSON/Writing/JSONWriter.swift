/// A writer that appends JSON to an array of bytes and inserts the commas.
///
/// It does not check that the values of an object have names, because it is used by our own types only.
public struct JSONWriter: Sendable {
    /// The output so far: UTF-8 without white space.
    public private(set) var bytes: [UInt8] = []
    /// True when the next value or name needs a comma before it.
    private var needsComma = false
    /// The number of open containers.
    private var depth = 0

    /// Creates an empty writer.
    ///
    /// - Parameter capacity: The number of bytes to reserve; default 256.
    public init(reservingCapacity capacity: Int = 256) {
        bytes.reserveCapacity(capacity)
    }

    /// Reserves capacity for more bytes when the size is known in advance.
    public mutating func reserve(_ more: Int) {
        if bytes.capacity - bytes.count < more { bytes.reserveCapacity(bytes.count + more) }
    }

    /// Returns the complete text.
    ///
    /// - Precondition: Every container is closed.
    public consuming func finish() -> [UInt8] {
        precondition(depth == 0, "a JSON text was taken while \(depth) of its containers were open")
        return bytes
    }

    /// Clears the writer, and keeps its memory for another text.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
        depth = 0
    }

    /// Writes `{`.
    public mutating func beginObject() { begin(UInt8(ascii: "{")) }
    /// Writes `}`.
    public mutating func endObject() { end(UInt8(ascii: "}")) }
    /// Writes `[`.
    public mutating func beginArray() { begin(UInt8(ascii: "[")) }
    /// Writes `]`.
    public mutating func endArray() { end(UInt8(ascii: "]")) }

    /// Writes the name of a member; its value must follow.
    public mutating func key(_ name: String) {
        bytes.appendJSONString(name, afterComma: needsComma, isName: true)
        needsComma = false
    }

    /// Writes `null`.
    public mutating func null() { literal("null") }

    /// Writes `true` or `false`.
    public mutating func value(_ boolean: Bool) { literal(boolean ? "true" : "false") }

    /// Writes a string; escapes only what RFC 8259 requires.
    public mutating func value(_ text: String) {
        bytes.appendJSONString(text, afterComma: needsComma)
        needsComma = true
    }

    /// Writes a string that `append` appends: ASCII without quotation marks, backslashes or control characters.
    @inline(__always)
    public mutating func value(plain append: (inout [UInt8]) -> Void) {
        beginValue()
        bytes.append(UInt8(ascii: "\""))
        append(&bytes)
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Writes a whole number without a heap allocation.
    public mutating func value(_ integer: Int64) {
        beginValue()
        bytes.appendDecimal(integer)
        needsComma = true
    }

    /// Writes a whole number.
    public mutating func value<Integer: FixedWidthInteger>(_ integer: Integer) {
        if let number = Int64(exactly: integer) { value(number) } else { appendUnquoted(integer.description) }
    }

    /// Writes the shortest number that parses to the same double: `1.0`, `0.1`, `5e-324`.
    ///
    /// - Throws: ``JSONEncodingError`` for an infinity or a NaN, before anything is written.
    public mutating func value(_ number: Double) throws(JSONEncodingError) {
        guard number.isFinite else { throw JSONEncodingError(path: "", rule: "must be a finite number") }
        appendUnquoted(number.description)
    }

    /// Writes the shortest number that parses to the same float.
    ///
    /// - Throws: ``JSONEncodingError`` for an infinity or a NaN, before anything is written.
    public mutating func value(_ number: Float) throws(JSONEncodingError) {
        guard number.isFinite else { throw JSONEncodingError(path: "", rule: "must be a finite number") }
        appendUnquoted(number.description)
    }

    /// Writes a value that is already JSON, such as ``JSONNode/rawBytes``; it is not validated.
    public mutating func raw(_ json: ArraySlice<UInt8>) {
        beginValue()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    /// Writes a value that is already JSON; it is not validated.
    public mutating func raw(_ json: [UInt8]) {
        beginValue()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    /// Writes a value that is already JSON; it is not validated.
    public mutating func raw(_ json: StaticString) { literal(json) }

    private mutating func begin(_ bracket: UInt8) {
        beginValue()
        bytes.append(bracket)
        needsComma = false
        depth += 1
    }

    private mutating func end(_ bracket: UInt8) {
        precondition(depth > 0, "a JSON container was closed that was never opened")
        bytes.append(bracket)
        needsComma = true
        depth -= 1
    }

    @inline(__always)
    private mutating func beginValue() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func literal(_ text: StaticString) {
        beginValue()
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        needsComma = true
    }

    private mutating func appendUnquoted(_ text: String) {
        beginValue()
        bytes.append(contentsOf: text.utf8)
        needsComma = true
    }
}

extension JSONWriter {
    /// A state that the writer can return to.
    struct Mark {
        fileprivate let count: Int
        fileprivate let needsComma: Bool
        fileprivate let depth: Int
    }

    var mark: Mark { Mark(count: bytes.count, needsComma: needsComma, depth: depth) }

    mutating func rollBack(to mark: Mark) {
        bytes.removeLast(bytes.count - mark.count)
        needsComma = mark.needsComma
        depth = mark.depth
    }

    /// True when a name was written last and its value is missing.
    var awaitsValue: Bool { bytes.last == UInt8(ascii: ":") && !needsComma }
}
