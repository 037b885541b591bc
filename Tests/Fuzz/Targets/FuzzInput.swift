/// Takes an input apart, line by line.
struct FuzzInput {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// The bytes that were not taken.
    var bytes: [UInt8] { Array(rest) }
    /// The bytes that were not taken, as a text; invalid ones are replaced.
    var text: String { String(decoding: rest, as: UTF8.self) }

    /// Takes the bytes up to the next line feed, and the line feed.
    mutating func line() -> String {
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        rest = rest.dropFirst(line.count + 1)
        return String(decoding: line, as: UTF8.self)
    }
}
