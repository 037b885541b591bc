import Foundation
import Reasons
import StrictJSON
import TestSupport
import Testing

/// Goal: a decoded value equals the one that was sent, and an error names its place. Method: random values are encoded
/// and decoded by us and by Foundation; their JSON is corrupted and decoded again.
@Suite struct JSONDecodingFuzz {
    enum Color: String, Codable, CaseIterable { case red, green, blue }

    struct Sample: Codable, Equatable {
        var text: String
        var whole: Int64
        var byte: UInt8?
        var real: Double
        var color: Color
        var list: [Int?]
        var map: [String: [String]]
        var children: [Sample]?
    }

    private static func sample(_ numbers: inout SeededGenerator, depth: Int = 0) -> Sample {
        func text(_ numbers: inout SeededGenerator) -> String {
            var text = String.UnicodeScalarView()
            for _ in 0..<numbers.below(12) {
                let bound: Int = numbers.one(of: [0x20, 0x80, 0x800, 0x110000])
                if let scalar = Unicode.Scalar(UInt32(numbers.below(bound))) { text.append(scalar) }
            }
            return String(text)
        }
        var real = Double(bitPattern: numbers.next())
        if !real.isFinite { real = 0.1 }
        return Sample(
            text: text(&numbers), whole: Int64(bitPattern: numbers.next() >> UInt64(numbers.below(64))),
            byte: numbers.below(2) == 0 ? nil : UInt8(numbers.below(256)), real: real,
            color: numbers.one(of: Color.allCases),
            list: (0..<numbers.below(4)).map { _ in numbers.below(3) == 0 ? nil : numbers.below(1000) - 500 },
            map: Dictionary(
                (0..<numbers.below(4)).map { _ in (text(&numbers), [text(&numbers)]) },
                uniquingKeysWith: { first, _ in first }),
            children: depth == 3 ? nil : (0..<numbers.below(3)).map { _ in sample(&numbers, depth: depth + 1) })
    }

    @Test func whatIsWrittenIsReadAgainAlsoByFoundation() throws {
        var run = FuzzRun("JSON coding, round trips", share: 0.1)
        while var numbers = run.nextRound() {
            let sample = Self.sample(&numbers)
            let bytes = try JSONEncoding.encode(sample)
            #expect(try JSONDocument(bytes).root.decode(Sample.self) == sample, "seed \(run.seed)")
            #expect(try JSONDecoder().decode(Sample.self, from: Data(bytes)) == sample, "seed \(run.seed)")
            let theirs = try JSONEncoder().encode(sample)
            #expect(try JSONDocument(Array(theirs)).root.decode(Sample.self) == sample, "seed \(run.seed)")
        }
    }

    @Test func spoiltMessagesAreReadAsFoundationReadsThemOrRefused() throws {
        var run = FuzzRun("JSON coding, spoilt messages", share: 0.1)
        while var numbers = run.nextRound() {
            let bytes = RandomJSON.spoil(try JSONEncoding.encode(Self.sample(&numbers)), &numbers)
            guard let root = try? JSONDocument(bytes).root else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            do {
                let ours = try root.decode(Sample.self)
                let theirs = try? JSONDecoder().decode(Sample.self, from: Data(bytes))
                // Foundation rejects some numbers that are valid JSON; otherwise both results are equal.
                #expect(theirs == nil || theirs == ours, "disagree on \(text), seed \(run.seed)")
            } catch {
                #expect(!error.refusal.description.isEmpty, "seed \(run.seed)")
            }
        }
    }
}
