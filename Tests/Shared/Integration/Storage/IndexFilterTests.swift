import Storage
import TestSupport
import Testing

@Suite struct IndexFilterTests {
    @Test func untilItIsWholeTheIndexIsAskedForEverything() throws {
        var filter = IndexFilter(capacity: 100, isWhole: false)
        #expect(filter.mayHave(5))
        let begun = filter.beginFilling()
        let (round, first) = try #require(begun)
        #expect(first == .min)
        let begunAgain = filter.beginFilling()
        #expect(begunAgain == nil, "one fills it")
        let next = filter.fill(round, with: [.min, 1, 7], isLast: false)
        #expect(next == 8)
        #expect(filter.mayHave(5))
        filter.add(9)
        let nextAgain = filter.fill(round, with: [8], isLast: true)
        #expect(nextAgain == nil)
        #expect([.min, 1, 7, 8, 9].allSatisfy(filter.mayHave))
        #expect(!filter.mayHave(5))
        let begunAtLast = filter.beginFilling()
        #expect(begunAtLast == nil, "it is whole")
    }

    @Test func theGreatestHashIsTheLast() throws {
        var filter = IndexFilter(capacity: 100, isWhole: false)
        let begun = filter.beginFilling()
        let (round, _) = try #require(begun)
        let next = filter.fill(round, with: [.max], isLast: false)
        #expect(next == nil)
        #expect(filter.mayHave(.max) && !filter.mayHave(5))
    }

    @Test func afterAFailureItIsTriedAgainAWhileLaterFromThere() throws {
        var filter = IndexFilter(capacity: 100, isWhole: false)
        let begun = filter.beginFilling()
        let (round, _) = try #require(begun)
        let next = filter.fill(round, with: [1, 7], isLast: false)
        #expect(next == 8)
        filter.giveUpFilling(round)
        for _ in 0..<IndexFilter.commitsBetweenTries {
            let early = filter.beginFilling()
            #expect(early == nil)
        }
        let begunAgain = filter.beginFilling()
        let again = try #require(begunAgain)
        #expect(again.round == round && again.hash == 8)
        let nextAgain = filter.fill(round, with: [], isLast: true)
        #expect(nextAgain == nil)
        #expect(filter.mayHave(1) && filter.mayHave(7) && !filter.mayHave(5))
    }

    @Test func whoFillsAFilterThatWasReplacedNotices() throws {
        var filter = IndexFilter(capacity: 2, isWhole: false)
        let begun = filter.beginFilling()
        let (round, _) = try #require(begun)
        filter.makeRoom(atLeast: 0)
        #expect(filter.round == round, "there is room")
        var random = SeededGenerator(seed: 1)
        let hashes = (0..<3).map { _ in Int64(bitPattern: random.next()) }.sorted()
        let next = filter.fill(round, with: hashes, isLast: false)
        #expect(next != nil)
        filter.makeRoom(atLeast: 0)
        #expect(filter.round == round + 1)
        let nextAgain = filter.fill(round, with: hashes, isLast: true)
        #expect(nextAgain == nil)
        #expect(filter.mayHave(5), "what the other was told does not make this one whole")
        filter.giveUpFilling(round)
        let begunAgain = filter.beginFilling()
        let (newRound, first) = try #require(begunAgain)
        #expect(newRound == round + 1 && first == .min)
        let nextAtLast = filter.fill(newRound, with: hashes, isLast: true)
        #expect(nextAtLast == nil)
        #expect(hashes.allSatisfy(filter.mayHave) && !filter.mayHave(5))
    }
}
