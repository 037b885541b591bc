/// Parses TZif, the file format of the IANA database. Every value of a file is checked before it is used.
///
/// - Source: RFC 8536.
struct TimeZoneFileReader {
    /// The most entries of any kind. No zone has more.
    private static let most = 100_000

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private struct Header {
        let version: UInt8
        let utcCount: Int
        let standardCount: Int
        let leapCount: Int
        let timeCount: Int
        let typeCount: Int
        let characterCount: Int

        func byteCount(ofTimes width: Int) -> Int {
            timeCount * (width + 1) + typeCount * 6 + characterCount + leapCount * (width + 4) + standardCount
                + utcCount
        }
    }

    mutating func zone(named name: String) -> TimeZone? {
        guard let first = header() else { return nil }
        guard first.version >= UInt8(ascii: "2") else { return zone(named: name, first, width: 4) }
        // The first block is for programs limited to 32 bits.
        position += first.byteCount(ofTimes: 4)
        guard let second = header() else { return nil }
        return zone(named: name, second, width: 8)
    }

    private mutating func header() -> Header? {
        guard position + 44 <= bytes.count, bytes[position..<position + 4].elementsEqual("TZif".utf8) else {
            return nil
        }
        let version = bytes[position + 4]
        position += 20
        var counts: [Int] = []
        for _ in 0..<6 {
            guard let count = number(of: 4), (0...Int64(Self.most)).contains(count) else { return nil }
            counts.append(Int(count))
        }
        return Header(
            version: version, utcCount: counts[0], standardCount: counts[1], leapCount: counts[2], timeCount: counts[3],
            typeCount: counts[4], characterCount: counts[5])
    }

    private mutating func zone(named name: String, _ header: Header, width: Int) -> TimeZone? {
        guard header.leapCount == 0, header.typeCount > 0, position + header.byteCount(ofTimes: width) <= bytes.count
        else { return nil }
        var transitions: [Int64] = []
        for _ in 0..<header.timeCount {
            guard let time = number(of: width), transitions.last.map({ $0 < time }) ?? true else { return nil }
            transitions.append(time)
        }
        let kinds = bytes[position..<position + header.timeCount].map(Int.init)
        position += header.timeCount
        var offsets: [Int] = []
        for _ in 0..<header.typeCount {
            guard let offset = number(of: 4), (-93_600...93_600).contains(offset) else { return nil }
            offsets.append(Int(offset))
            position += 2
        }
        guard kinds.allSatisfy({ $0 < offsets.count }) else { return nil }
        position += header.characterCount + header.standardCount + header.utcCount
        var rule: TimeZoneRule?
        if width == 8, let text = footer(), !text.isEmpty {
            guard let read = TimeZoneRule(text) else { return nil }
            rule = read
        }
        return TimeZone(
            name: name, transitions: transitions, offsets: kinds.map { offsets[$0] }, firstOffset: offsets[0],
            rule: rule)
    }

    /// Reads a signed big-endian number.
    private mutating func number(of width: Int) -> Int64? {
        guard position + width <= bytes.count else { return nil }
        var word: UInt64 = 0
        for byte in bytes[position..<position + width] { word = word << 8 | UInt64(byte) }
        position += width
        return width == 8 ? Int64(bitPattern: word) : Int64(Int32(truncatingIfNeeded: word))
    }

    private func footer() -> String? {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\n"),
            let end = bytes[(position + 1)...].firstIndex(of: UInt8(ascii: "\n")), end - position <= 256
        else { return nil }
        return String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
    }
}
