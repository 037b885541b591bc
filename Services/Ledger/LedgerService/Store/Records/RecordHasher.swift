import Sodium
import Storage

/// The hash function of the chain.
///
/// A hash is BLAKE2b-256 over the hash of the previous record (32 zero bytes for the first), the number of the table,
/// and the columns in the order of the table, without the hash. A number has eight bytes, lowest first. A text is its
/// length as a number and its UTF-8. An optional value follows a byte, 1 if it is present, 0 if not. Records and
/// account changes form one chain in the order of their booking times, which are all different.
struct RecordHasher {
    /// The number of a table.
    enum Table: Int64 {
        case transfers = 1
        case accountChanges = 2
    }

    /// The buffer of a record. Bytes are stored in place, since `append` checks the array again for each number and
    /// every transfer is hashed.
    private var room = [UInt8](repeating: 0, count: 1024)
    private var count = 0

    /// Begins with a record that follows `head`.
    mutating func begin(_ table: Table, after head: ChainHash) {
        count = 0
        head.withBytes { add($0) }
        add(table.rawValue)
    }

    mutating func add(_ number: Int64) {
        makeRoom(8)
        room.withUnsafeMutableBytes {
            $0.storeBytes(of: number.littleEndian, toByteOffset: count, as: Int64.self)
        }
        count += 8
    }

    mutating func add(ifPresent number: Int64?) {
        add(presence: number != nil)
        if let number { add(number) }
    }

    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add(utf8: UnsafeRawBufferPointer($0)) }
    }

    mutating func add(ifPresent text: String?) {
        add(presence: text != nil)
        if let text { add(text) }
    }

    mutating func add(utf8 text: UnsafeRawBufferPointer) {
        add(Int64(text.count))
        add(text)
    }

    mutating func add(presence isPresent: Bool) {
        makeRoom(1)
        room[count] = isPresent ? 1 : 0
        count += 1
    }

    private mutating func add(_ bytes: UnsafeRawBufferPointer) {
        makeRoom(bytes.count)
        room.withUnsafeMutableBytes {
            UnsafeMutableRawBufferPointer(rebasing: $0[count...]).copyMemory(from: bytes)
        }
        count += bytes.count
    }

    @inline(__always)
    private mutating func makeRoom(_ bytes: Int) {
        if count + bytes > room.count { room += [UInt8](repeating: 0, count: room.count + bytes) }
    }

    /// Returns the hash of the added bytes.
    func finish() -> ChainHash {
        let words = room.withUnsafeBytes { Digest.blake2b256Words(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        return ChainHash(words.0, words.1, words.2, words.3)
    }
}

/// The hash of a record and of all records before it: 32 bytes.
package struct ChainHash: Hashable, Sendable {
    private let words: SIMD4<UInt64>

    /// The hash before the first record: all zero.
    package static let none = ChainHash(0, 0, 0, 0)

    /// Creates a hash of its bytes in memory order, eight at a time.
    init(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
        words = SIMD4(first, second, third, fourth)
    }

    /// Creates a hash of its bytes; nil unless there are 32.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 32 else { return nil }
        func word(_ index: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self) }
        self.init(word(0), word(1), word(2), word(3))
    }

    /// Lends the bytes to `body`.
    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeBytes(of: words, body)
    }

    /// The hash as 64 digits.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return withUnsafeBytes(of: words) { bytes in
            String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
        }
    }
}

extension ChainHash: SQLiteValue {
    package func bind(to statement: borrowing Statement, at index: Int) {
        withBytes { statement.bind(bytes: $0, at: index) }
    }

    package static func read(_ row: borrowing Row, at index: Int) throws(SQLiteError) -> ChainHash {
        guard let hash = row.withBytes(at: index, { ChainHash($0) }) else {
            throw SQLiteError(code: .corrupt, message: "Column \(index) of a row holds no hash.")
        }
        return hash
    }
}
