import Glibc

extension JSONParser {
    /// The number of names above which they are hashed; below it, pairwise comparison is faster.
    private static let mostNamesCompared = 16

    /// Rejects an object with a duplicate name, once the object is complete.
    ///
    /// The time is linear in the bytes of large objects and of objects with escaped names. Crafted names gain nothing,
    /// because the hash is seeded in each process.
    mutating func refuseDuplicateNames(of object: Int) throws(JSONSyntaxError) {
        let count = entries[object].count
        guard count > 1 else { return }
        guard count <= Self.mostNamesCompared, !entries[object].flag else {
            return try refuseDuplicatesByHashing(object)
        }
        var later = Int(entries[object + 2].next)  // The second name follows the first value.
        while later < entries.count {
            var earlier = object + 1
            while earlier < later {
                if haveEqualBytes(entries[earlier], entries[later]) {
                    throw failure(.duplicateMember, at: Int(entries[later].start))
                }
                earlier = Int(entries[earlier + 1].next)
            }
            later = Int(entries[later + 1].next)
        }
    }

    @inline(__always)
    private func haveEqualBytes(_ one: JSONEntry, _ other: JSONEntry) -> Bool {
        let length = one.end &- one.start
        // The byte after the quotation mark always exists: an empty string has the closing one.
        guard length == other.end &- other.start, bytes[Int(one.start) + 1] == bytes[Int(other.start) + 1],
            let base = bytes.baseAddress
        else { return false }
        return memcmp(base + Int(one.start), base + Int(other.start), Int(length)) == 0
    }

    private func refuseDuplicatesByHashing(_ object: Int) throws(JSONSyntaxError) {
        var seen = Set<MemberName>(minimumCapacity: entries[object].count)
        var name = object + 1
        while name < entries.count {
            let entry = entries[name]
            let text = bytes[entry.content]
            let member: MemberName =
                entry.flag ? .unescaped(EscapedText.unescaped(text)) : .verbatim(UnsafeBufferPointer(rebasing: text))
            guard seen.insert(member).inserted else { throw failure(.duplicateMember, at: Int(entry.start)) }
            name = Int(entries[name + 1].next)
        }
    }
}

/// A name as bytes: `String` treats canonically equivalent names as equal, JSON does not.
private enum MemberName: Hashable {
    case verbatim(UnsafeBufferPointer<UInt8>)
    case unescaped([UInt8])

    private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        switch self {
        case .verbatim(let buffer): body(UnsafeRawBufferPointer(buffer))
        case .unescaped(let bytes): bytes.withUnsafeBytes(body)
        }
    }

    static func == (one: MemberName, other: MemberName) -> Bool {
        one.withBytes { first in other.withBytes { second in first.elementsEqual(second) } }
    }

    func hash(into hasher: inout Hasher) {
        withBytes { hasher.combine(bytes: $0) }
    }
}
