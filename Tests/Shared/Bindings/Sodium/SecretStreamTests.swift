import Sodium
import Testing

@Suite struct SecretStreamTests {
    private let key = SecretBytes.random(count: SecretStream.keyCount)
    private let context = Array("header".utf8)

    /// Encrypts chunks, the last of which is marked.
    private func seal(_ chunks: [[UInt8]]) throws -> (header: [UInt8], sealed: [[UInt8]]) {
        var stream = try SecretStreamSealing(key: key)
        var sealed: [[UInt8]] = []
        for (index, chunk) in chunks.enumerated() {
            var bytes = [UInt8](repeating: 0, count: chunk.count + SecretStream.overhead)
            chunk.withUnsafeBytes { chunk in
                bytes.withUnsafeMutableBytes {
                    stream.seal(chunk, into: $0, isLast: index == chunks.count - 1, context: context)
                }
            }
            sealed.append(bytes)
        }
        return (stream.header, sealed)
    }

    /// Decrypts chunks; nil from the first that does not belong there.
    private func open(
        _ sealed: [[UInt8]], header: [UInt8], key other: SecretBytes? = nil, context otherContext: [UInt8]? = nil
    ) throws -> [(bytes: [UInt8], isLast: Bool)?] {
        var stream = try SecretStreamOpening(key: other ?? key, header: header)
        return sealed.map { chunk in
            var plain = [UInt8](repeating: 0, count: max(0, chunk.count - SecretStream.overhead))
            let opened = chunk.withUnsafeBytes { chunk in
                plain.withUnsafeMutableBytes { stream.open(chunk, into: $0, context: otherContext ?? context) }
            }
            return opened.map { (plain, $0.isLast) }
        }
    }

    @Test func whatIsSealedIsOpenedInOrder() throws {
        let chunks: [[UInt8]] = [[1, 2, 3], [], [4], []]
        let (header, sealed) = try seal(chunks)
        let opened = try open(sealed, header: header)
        #expect(opened.compactMap { $0?.bytes } == chunks)
        #expect(opened.compactMap { $0?.isLast } == [false, false, false, true])
    }

    @Test func anythingElseIsNotOpened() throws {
        let (header, sealed) = try seal([[1, 2, 3], [1, 2, 3], [4]])
        #expect(try open([sealed[1]], header: header)[0] == nil, "the first one is missing")
        #expect(try open([sealed[0], sealed[0]], header: header)[1] == nil, "repeated")
        #expect(try open([sealed[0], sealed[2]], header: header)[1] == nil, "left out")
        #expect(try open(sealed, header: header, key: .random(count: 32))[0] == nil)
        #expect(try open(sealed, header: header, context: [])[0] == nil)
        #expect(try open(sealed, header: try seal([[]]).header)[0] == nil)
        for index in sealed[0].indices {
            var changed = sealed[0]
            changed[index] ^= 1
            #expect(try open([changed], header: header)[0] == nil)
        }
        for count in [0, 16, 17, sealed[0].count - 1] {
            #expect(try open([Array(sealed[0].prefix(count))], header: header)[0] == nil)
        }
    }

    @Test func keysAndHeadersOfOtherLengthsAreRefused() {
        #expect(throws: SodiumError.self) { _ = try SecretStreamSealing(key: .random(count: 31)) }
        #expect(throws: SodiumError.self) { _ = try SecretStreamOpening(key: key, header: []) }
    }
}
