import Storage
import TestSupport
import Testing

@Suite struct KeyFilterTests {
    @Test(arguments: [1, .random(in: 0 ... .max)] as [UInt64], [1, 100, 5_000])
    func whatWasAddedIsLetThroughAndNearlyNothingElse(seed: UInt64, capacity: Int) {
        var random = SeededGenerator(seed: seed)
        var filter = KeyFilter(capacity: capacity)
        let added = (0..<capacity).map { _ in Int64(bitPattern: random.next()) }
        for hash in added { filter.add(hash) }
        #expect(added.allSatisfy(filter.mayHave))
        #expect(filter.count <= capacity && filter.count > capacity * 98 / 100)
        let count = filter.count
        for hash in added { filter.add(hash) }
        #expect(filter.count == count, "those added again do not count")
        let strangers = 20_000
        let passed = (0..<strangers).count { _ in filter.mayHave(Int64(bitPattern: random.next())) }
        #expect(passed < strangers / 50, "one in a hundred is promised, \(passed) of \(strangers) passed")
    }

    @Test func anEmptyFilterLetsNothingThrough() {
        let filter = KeyFilter(capacity: 0)
        #expect(![0, -1, .min, .max].contains(where: filter.mayHave))
    }
}

@Suite struct KeySweepTests {
    @Test(arguments: [1, .random(in: 0 ... .max)] as [UInt64])
    func allComeOnceInTheOrderOfTheirHashesWhateverIsTakenBack(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var numbers: [Int64: Int64] = [.min: 1, .max: 2, 0: 3, -1: 4]
        for number in 5..<Int64(5 + random.next() % 3_000) { numbers[Int64(bitPattern: random.next())] = number }
        var sweep = KeySweep(numbers)
        #expect(sweep.newest == numbers.values.max())
        var onDisk: [Int64] = []
        var open: [Int64] = []
        while !sweep.isOver || !open.isEmpty {
            let taken = sweep.take(1 + Int(random.next() % 200))
            #expect(taken.allSatisfy { numbers[$0.hash] == $0.number })
            open += taken.map(\.hash)
            if random.chance(30) {
                sweep.goBack()
                open = []
            } else if random.chance(50) || sweep.isOver {
                sweep.keep()
                onDisk += open
                open = []
            }
        }
        #expect(onDisk == numbers.keys.sorted())
    }
}
