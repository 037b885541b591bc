import Glibc
import TestSupport
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

    /// News of a socket is lost to its descriptor when any call takes it. The poller has to find the message anyway.
    @Test(arguments: [UInt64.random(in: 0 ... .max)])
    func readySocketsAreFoundWhateverWasCalledBefore(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let context = Context()
        let poller = Poller()
        var pipes: [(sender: Socket, receiver: Socket, index: Int)] = []
        for receiver in 0..<4 {
            let socket = try Socket(.dealer, in: context)
            try socket.bind("inproc://pipe\(receiver)")
            let index = poller.add(socket)
            for _ in 0..<3 {
                let sender = try Socket(.dealer, in: context)
                try sender.connect("inproc://pipe\(receiver)")
                pipes.append((sender, socket, index))
            }
        }
        var waiting = [Int](repeating: 0, count: 4)
        var paused = Set<Int>()
        for _ in 0..<2_000 {
            let pipe = pipes[Int.random(in: pipes.indices, using: &random)]
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1:
                try pipe.sender.send(frames: [[1]])
                waiting[pipe.index] += 1
            case 2, 3:
                #expect(try (pipe.receiver.receive() != nil) == (waiting[pipe.index] > 0), "seed \(seed)")
                waiting[pipe.index] = max(0, waiting[pipe.index] - 1)
            case 4:
                // The other way: what is sent leads through the same calls of libzmq.
                try pipe.receiver.send(frames: [[2]])
            default:
                if paused.remove(pipe.index) == nil { paused.insert(pipe.index) }
                poller.wait(for: paused.contains(pipe.index) ? [] : .readable, at: pipe.index)
            }
            guard Bool.random(using: &random) else { continue }
            let ready = Set(waiting.indices.filter { waiting[$0] > 0 }).subtracting(paused)
            #expect(try poller.poll(milliseconds: ready.isEmpty ? 0 : 120_000) == ready.count, "seed \(seed)")
            #expect(Set(waiting.indices.filter { poller.isReadable(at: $0) }) == ready, "seed \(seed)")
        }
    }

    @Test func aWaitEndsInTimeThoughNewsComesThatIsNoMessage() throws {
        let context = Context()
        let server = try Socket(.router, in: context)
        try server.bind("inproc://news")
        let poller = Poller()
        poller.add(server)
        // A new connection is news, but nothing to read.
        let client = try Socket(.dealer, in: context)
        try client.connect("inproc://news")
        #expect(try poller.poll(milliseconds: 20) == 0)
        try client.send(frames: [[1]])
        #expect(try poller.poll(milliseconds: 120_000) == 1)
    }
}
