import Glibc

extension JSONParser {
    /// Above this, names are hashed; below, comparing each with each is faster.
    private static let mostNamesCompared = 16

    /// Looks for a name that the object has twice, once it is complete.
    ///
    /// Linear in the bytes of big objects and of all with escaped names: hostile names gain nothing, since the
    /// hash is seeded anew in each process.
    mutating func refuseDuplicateNames(of object: Int) throws(JSONSyntaxError) {
        let count = entries[object].count
        guard count > 1 else { return }
        guard count <= Self.mostNamesCompared, !entries[object].flag else {
            return try refuseDuplicatesByHashing(object)
        }
        var later = Int(entries[object + 2].next)  // the second name follows the first value
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
        // The byte after the quotation mark exists in every string: at worst it is the closing one.
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

/// A name as bytes: `String` would call canonically equivalent names equal, which JSON does not.
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
