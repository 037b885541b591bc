import Glibc
import Testing
import ZeroMQ

@Suite struct PollerTests {
    @Test func socketsAndDescriptorsAreReadByIndex() throws {
        let context = Context()
        let first = try Socket(.pair, in: context)
        let second = try Socket(.pair, in: context)
        try first.bind("inproc://poller")
        try second.connect("inproc://poller")
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let wakeUp = ends[0]
        defer { for end in ends { close(end) } }

        let poller = Poller()
        let socketIndex = poller.add(first)
        let wakeUpIndex = poller.add(fileDescriptor: wakeUp)
        #expect([socketIndex, wakeUpIndex, poller.count] == [0, 1, 2])
        #expect(try poller.poll(milliseconds: 0) == 0)

        #expect(write(ends[1], "x", 1) == 1)
        #expect(try poller.poll(milliseconds: 120_000) == 1)
        #expect(!poller.isReadable(at: socketIndex))
        #expect(poller.events(at: wakeUpIndex) == .readable)

        try second.send(Message(bytes: [1]), more: false)
        #expect(try poller.poll(milliseconds: 120_000) == 2)
        #expect(poller.isReadable(at: socketIndex))

        poller.wait(for: [], at: wakeUpIndex)
        poller.wait(for: [.readable, .writable], at: socketIndex)
        #expect(try poller.poll(milliseconds: 120_000) == 1)
        #expect(poller.events(at: socketIndex) == [.readable, .writable])

        poller.removeAll()
        #expect(try poller.poll(milliseconds: 0) == 0)
    }
}
