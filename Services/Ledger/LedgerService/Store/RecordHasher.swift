import Sodium

/// Hashes records into the chain.
///
/// A hash is BLAKE2b with 256 bits of: the hash of the record before (32 zero bytes before the first), a number that
/// says which table the record is of, and the record's columns in the order of the table, the hash itself left out. A
/// number is eight bytes, the lowest first; a text its length as a number and its UTF-8; what may be absent has one byte
/// before it, 1 when it is there, or 0 and nothing more. Records of both tables are one chain, in the order of their
/// booking times, which are all different.
struct RecordHasher {
    /// Which table a record is of.
    enum Table: Int64 {
        case transfers = 1
        case accountChanges = 2
    }

    private var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(1024) }

    /// Begins with a record that follows on `head`.
    mutating func begin(_ table: Table, after head: ChainHash) {
        bytes.removeAll(keepingCapacity: true)
        head.withBytes { bytes.append(contentsOf: $0) }
        add(table.rawValue)
    }

    mutating func add(_ number: Int64) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func add(ifPresent number: Int64?) {
        bytes.append(number == nil ? 0 : 1)
        if let number { add(number) }
    }

    mutating func add(_ text: String) {
        add(Int64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func add(ifPresent text: String?) {
        bytes.append(text == nil ? 0 : 1)
        if let text { add(text) }
    }

    mutating func add(utf8 text: UnsafeRawBufferPointer) {
        add(Int64(text.count))
        bytes.append(contentsOf: text)
    }

    mutating func add(presence isPresent: Bool) { bytes.append(isPresent ? 1 : 0) }

    /// The hash of what was added.
    func finish() -> ChainHash {
        let words = bytes.withUnsafeBytes { Digest.blake2b256Words($0) }
        return ChainHash(words.0, words.1, words.2, words.3)
    }
}
