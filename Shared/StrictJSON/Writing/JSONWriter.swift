/// Appends JSON to an array of bytes; commas come by themselves.
///
/// It does not check that an object's values have names: the types that write are ours.
public struct JSONWriter: Sendable {
    /// What has been written: UTF-8, no white space.
    public private(set) var bytes: [UInt8] = []
    /// Whether the next value or name needs a comma before it.
    private var needsComma = false
    /// How many containers are open.
    private var depth = 0

    /// An empty writer.
    ///
    /// - Parameter capacity: Bytes to reserve; default 256.
    public init(reservingCapacity capacity: Int = 256) {
        bytes.reserveCapacity(capacity)
    }

    /// Makes room for so many more bytes at once, for those who know that much is to come.
    public mutating func reserve(_ more: Int) {
        if bytes.capacity - bytes.count < more { bytes.reserveCapacity(bytes.count + more) }
    }

    /// The complete text.
    ///
    /// - Precondition: Every container is closed.
    public consuming func finish() -> [UInt8] {
        precondition(depth == 0, "a JSON text was taken while \(depth) of its containers were open")
        return bytes
    }

    /// Makes the writer empty, to write another text into the same memory.
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

    /// Writes a member's name; its value must follow.
    public mutating func key(_ name: String) {
        bytes.appendJSONString(name, afterComma: needsComma, isName: true)
        needsComma = false
    }

    /// Writes `null`.
    public mutating func null() { literal("null") }

    /// Writes `true` or `false`.
    public mutating func value(_ boolean: Bool) { literal(boolean ? "true" : "false") }

    /// Writes a string; escapes only what RFC 8259 wants escaped.
    public mutating func value(_ text: String) {
        bytes.appendJSONString(text, afterComma: needsComma)
        needsComma = true
    }

    /// Writes a string whose text `append` appends: ASCII without quotation marks, backslashes or control characters.
    @inline(__always)
    public mutating func value(plain append: (inout [UInt8]) -> Void) {
        beginValue()
        bytes.append(UInt8(ascii: "\""))
        append(&bytes)
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Writes a whole number, without making anything on the heap.
    public mutating func value(_ integer: Int64) {
        beginValue()
        bytes.appendDecimal(integer)
        needsComma = true
    }

    /// Writes a whole number.
    public mutating func value<Integer: FixedWidthInteger>(_ integer: Integer) {
        if let number = Int64(exactly: integer) { value(number) } else { appendUnquoted(integer.description) }
    }

    /// Writes the shortest number that reads back as the same double: `1.0`, `0.1`, `5e-324`.
    ///
    /// - Throws: ``JSONEncodingError`` for an infinity or a NaN, before anything is written.
    public mutating func value(_ number: Double) throws(JSONEncodingError) {
        guard number.isFinite else { throw JSONEncodingError(path: "", rule: "must be a finite number") }
        appendUnquoted(number.description)
    }

    /// Writes the shortest number that reads back as the same float.
    ///
    /// - Throws: ``JSONEncodingError`` for an infinity or a NaN, before anything is written.
    public mutating func value(_ number: Float) throws(JSONEncodingError) {
        guard number.isFinite else { throw JSONEncodingError(path: "", rule: "must be a finite number") }
        appendUnquoted(number.description)
    }

    /// Writes a value that is JSON already, such as ``JSONNode/rawBytes``; it is not checked.
    public mutating func raw(_ json: ArraySlice<UInt8>) {
        beginValue()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    /// Writes a value that is JSON already; it is not checked.
    public mutating func raw(_ json: [UInt8]) {
        beginValue()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    /// Writes a value that is JSON already; it is not checked.
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
    /// A state to which the writer can go back.
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

    /// Whether a name was written last, whose value has to follow.
    var awaitsValue: Bool { bytes.last == UInt8(ascii: ":") && !needsComma }
}
