import Testing

@testable import Storage

/// Goal: a commit waits for those who are about to come, and not again and again for those who are not.
struct GatheringTests {
    private let queue = JobQueue<WriteJob>(limit: 100, workers: 1)

    private func come(_ count: Int) {
        for _ in 0..<count {
            let refusal = queue.add(
                WriteJob(deadline: nil, weight: 1, trace: nil, run: { _ in {} }, fail: { _ in }))
            #expect(refusal == nil)
        }
    }

    @Test func whoIsAloneIsNotWaitedFor() {
        var gathering = Gathering()
        for _ in 1...10 { gathering.wait(for: queue, after: 1, took: .seconds(1)) }
        #expect(gathering.misses == 0 && gathering.pass == 0)
    }

    @Test func whoDoesNotComeBackIsWaitedForMoreAndMoreRarely() {
        var (gathering, waits) = (Gathering(), 0)
        for _ in 1...1000 {
            let mayWait = gathering.pass == 0
            gathering.wait(for: queue, after: 8, took: .milliseconds(1))
            if mayWait { waits += 1 }
        }
        // After 1, 2, 4 … 64 commits, then after every 64th.
        #expect(waits == 6 + (1000 - 63) / 64)
    }

    @Test func whoeverComesBackIsWaitedForNextTime() async {
        var gathering = Gathering()
        for _ in 1...4 { gathering.wait(for: queue, after: 8, took: .milliseconds(1)) }
        #expect(gathering.misses > 1)
        while gathering.pass > 0 { gathering.wait(for: queue, after: 8, took: .milliseconds(1)) }
        // Some of them while it waits: each wait may end before, and then the next one has them.
        async let coming: Void = Task.detached { come(8) }.value
        while gathering.misses > 0 { gathering.wait(for: queue, after: max(1, 8 - queue.count), took: .seconds(1)) }
        await coming
        #expect(gathering.pass == 0)
    }

    @Test func mostOfThemAreEnough() {
        var gathering = Gathering()
        come(6)
        gathering.wait(for: queue, after: 2, took: .milliseconds(1))
        #expect(gathering.misses == 0)
    }
}
