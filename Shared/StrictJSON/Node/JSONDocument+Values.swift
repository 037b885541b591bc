import Glibc

extension JSONDocument {
    /// Returns the unescaped text of the string or name at an index of the tape.
    func text(at index: Int) -> String {
        let entry = entries[index]
        return bytes.withUnsafeBufferPointer { buffer in
            let content = buffer[entry.content]
            guard entry.flag else { return String(decoding: UnsafeBufferPointer(rebasing: content), as: UTF8.self) }
            return String(unsafeUninitializedCapacity: content.count) { EscapedText.unescape(content, into: $0) }
        }
    }

    /// Returns true when the unescaped name or string at an index of the tape has these bytes.
    @inline(__always)
    func text(at index: Int, equals name: UnsafeBufferPointer<UInt8>) -> Bool {
        let entry = entries[index]
        guard !entry.flag else { return escapedText(entry, equals: name) }
        let content = entry.content
        guard content.count == name.count else { return false }
        guard let wanted = name.baseAddress, !name.isEmpty else { return true }
        return bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return false }
            return memcmp(base + content.lowerBound, wanted, content.count) == 0
        }
    }

    private func escapedText(_ entry: JSONEntry, equals name: UnsafeBufferPointer<UInt8>) -> Bool {
        // Unescaping shortens a text at most to a sixth. A text of another length cannot match and is not unescaped.
        guard entry.content.count >= name.count, entry.content.count <= name.count * 6 else { return false }
        return bytes.withUnsafeBufferPointer { EscapedText.unescaped($0[entry.content]).elementsEqual(name) }
    }

    /// Returns the tape index of the value with this name in the object at `object`.
    func value(named name: UnsafeBufferPointer<UInt8>, in object: Int) -> Int? {
        var member = object + 1
        let end = Int(entries[object].next)
        while member < end {
            if text(at: member, equals: name) { return member + 1 }
            member = Int(entries[member + 1].next)
        }
        return nil
    }

    /// Returns a number of the integer grammar that fits the type.
    @inline(__always)
    func integer<Integer: FixedWidthInteger>(at index: Int) -> Integer? {
        let entry = entries[index]
        guard entry.kind == .number, entry.flag else { return nil }
        var position = Int(entry.start)
        let isNegative = bytes[position] == UInt8(ascii: "-")
        if isNegative { position += 1 }
        var magnitude: UInt64 = 0
        while position < Int(entry.end) {
            let (shifted, tooLarge) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, tooLargeToo) = shifted.addingReportingOverflow(UInt64(bytes[position] &- UInt8(ascii: "0")))
            if tooLarge || tooLargeToo { return nil }
            magnitude = sum
            position += 1
        }
        guard isNegative else { return Integer(exactly: magnitude) }
        guard magnitude <= Int64.min.magnitude else { return nil }
        return Integer(exactly: Int64(truncatingIfNeeded: 0 &- magnitude))
    }

    /// Returns the nearest double; nil when the number is beyond the largest.
    func double(at index: Int) -> Double? {
        let entry = entries[index]
        guard entry.kind == .number else { return nil }
        let text = bytes.withUnsafeBufferPointer {
            String(decoding: UnsafeBufferPointer(rebasing: $0[entry.range]), as: UTF8.self)
        }
        // The parser of the standard library ignores the locale, unlike strtod.
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }
}
