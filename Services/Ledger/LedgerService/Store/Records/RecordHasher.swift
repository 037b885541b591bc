import Sodium

/// Hashes records into the chain.
///
/// A hash is BLAKE2b with 256 bits of: the hash of the record before (32 zero bytes before the first), a number that
/// says which table the record is of, and the record's columns in the order of the table, the hash itself left out. A
/// number is eight bytes, the lowest first; a text its length as a number and its UTF-8; what may be absent has one
/// byte before it, 1 when it is there, or 0 and nothing more. Records of both tables are one chain, in the order of
/// their booking times, which are all different.
struct RecordHasher {
    /// Which table a record is of.
    enum Table: Int64 {
        case transfers = 1
        case accountChanges = 2
    }

    /// Room for a record: its bytes are stored in place, since every transfer is hashed when it is written and `append`
    /// looks at the array anew for each number.
    private var room = [UInt8](repeating: 0, count: 1024)
    private var count = 0

    /// Begins with a record that follows on `head`.
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

    /// The hash of what was added.
    func finish() -> ChainHash {
        let words = room.withUnsafeBytes { Digest.blake2b256Words(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        return ChainHash(words.0, words.1, words.2, words.3)
    }
}
