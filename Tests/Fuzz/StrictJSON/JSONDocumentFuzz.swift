import Foundation
import FuzzTargets
import Reasons
import StrictJSON
import TestSupport
import Testing

/// Goal: a hostile text neither crashes the parser nor is misread. Method: random and corrupted texts; the parser of
/// Foundation must agree on what is JSON and on every value. Replay a failure with `FUZZ_SEED=<seed> swift test
/// --filter FuzzTests`; run longer with `FUZZ_SECONDS`.
@Suite struct JSONDocumentFuzz {
    private static func foundationValue(_ bytes: [UInt8]) -> Any? {
        try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    }

    /// Returns true when a node equals Foundation's object.
    private static func agree(_ node: JSONNode, _ other: Any) -> Bool {
        switch node.kind {
        case .null: return other is NSNull
        case .true, .false: return (other as? Bool) == node.bool
        case .string:
            // Compared as bytes, because strings are equal when they are canonically equivalent.
            return (other as? String).map { Array($0.utf8) } == node.string.map { Array($0.utf8) }
        case .number:
            guard let number = other as? NSNumber, let double = node.double else { return false }
            // Foundation parses long numbers through Decimal and loses the last bits; strtod is exact.
            let isExact = double == strtod(String(decoding: node.rawBytes, as: UTF8.self), nil)
            guard isExact, abs(double - number.doubleValue) <= abs(double) * 1e-14 else { return false }
            return node.int64.map { $0 == number.int64Value } ?? true
        case .array:
            guard let array = other as? [Any], array.count == node.count else { return false }
            return zip(node.elements, array).allSatisfy(agree)
        case .object:
            // Foundation's dictionary merges canonically equivalent names.
            guard let object = other as? [String: Any], object.count == Set(node.members.map(\.name)).count else {
                return false
            }
            guard object.count == node.count else { return true }
            return node.members.allSatisfy { member in object[member.name].map { agree(member.node, $0) } ?? false }
        }
    }

    @Test func rightTextsAreReadAsFoundationReadsThem() throws {
        var run = FuzzRun("JSONDocument, right texts", share: 0.25)
        while var numbers = run.nextRound() {
            let text = RandomJSON.value(&numbers)
            let root = try #require(try? JSONDocument(text: text).root, "refused \(text), seed \(run.seed)")
            let other = try #require(
                Self.foundationValue(Array(text.utf8)), "Foundation refused \(text), seed \(run.seed)")
            #expect(Self.agree(root, other), "disagree on \(text), seed \(run.seed)")
            var writer = JSONWriter()
            try JSONRewriting.write(root, to: &writer)
            let again = try JSONDocument(writer.finish())
            var second = JSONWriter()
            try JSONRewriting.write(again.root, to: &second)
            #expect(second.finish() == again.bytes, "written otherwise: \(text), seed \(run.seed)")
        }
    }

    /// The reasons of strictness or limits, for texts that Foundation accepts.
    private static let strictReasons: Set<JSONSyntaxError.Reason> = [
        .duplicateMember, .byteOrderMark, .loneSurrogate, .tooDeep, .tooLong, .tooManyValues,
    ]

    @Test func spoiltTextsAreRefusedWhereFoundationRefusesThem() throws {
        var run = FuzzRun("JSONDocument, spoilt texts", share: 0.5)
        while var numbers = run.nextRound() {
            let bytes = RandomJSON.spoil(Array(RandomJSON.value(&numbers).utf8), &numbers)
            // Foundation detects UTF-16 and UTF-32 by zeros among the first bytes.
            guard !bytes.prefix(4).contains(0) else { continue }
            let other = Self.foundationValue(bytes)
            let text = String(decoding: bytes, as: UTF8.self)
            // Foundation drops U+FEFF inside strings.
            guard !text.unicodeScalars.contains("\u{FEFF}") else { continue }
            do {
                let root = try JSONDocument(bytes).root
                var writer = JSONWriter()
                try JSONRewriting.write(root, to: &writer)
                guard let other else {
                    // Foundation rejects numbers beyond the range of doubles, which are valid JSON.
                    #expect(Self.holdsNumberBeyondDoubles(root), "accepted \(text), seed \(run.seed)")
                    continue
                }
                #expect(Self.agree(root, other), "disagree on \(text), seed \(run.seed)")
            } catch let error as JSONSyntaxError {
                #expect((0...bytes.count).contains(error.offset))
                #expect(
                    other == nil || Self.strictReasons.contains(error.reason) || Self.isCommaTooMany(error, in: bytes),
                    "refused \(text): \(error), seed \(run.seed)")
            }
        }
    }

    /// Returns true for a trailing comma: Foundation accepts `[1,]`.
    private static func isCommaTooMany(_ error: JSONSyntaxError, in bytes: [UInt8]) -> Bool {
        let before = bytes[..<error.offset].last { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard error.reason == .unexpectedCharacter, before == UInt8(ascii: ",") else { return false }
        return bytes[error.offset] == UInt8(ascii: "]") || bytes[error.offset] == UInt8(ascii: "}")
    }

    private static func holdsNumberBeyondDoubles(_ node: JSONNode) -> Bool {
        switch node.kind {
        case .number: node.double == nil || node.double == 0 || node.double?.isSubnormal == true
        case .array: node.elements.contains(where: holdsNumberBeyondDoubles)
        case .object: node.members.contains { holdsNumberBeyondDoubles($0.node) }
        default: false
        }
    }

    @Test func noiseNeverCrashes() throws {
        var run = FuzzRun("JSONDocument, noise", share: 0.05)
        while var numbers = run.nextRound() {
            let bytes = (0..<numbers.below(64)).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
            guard let document = try? JSONDocument(bytes) else { continue }
            var writer = JSONWriter()
            try JSONRewriting.write(document.root, to: &writer)
        }
    }
}
