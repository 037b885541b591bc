import Glibc
import TestSupport
import Testing
import ZeroMQ

@Suite struct AcceptGuardTests {
    /// Without the guard libzmq aborts at the first accept without a free descriptor.
    ///
    /// Method: all clients get their descriptors first. Then the limit is lowered to a few above those in use, so that
    /// only the accepting side runs out. Limits apply to the whole process, hence the exit test.
    @Test func stormOfConnectionsIsRefusedAndTheServiceAnswersAfterwards() async {
        await #expect(processExitsWith: .success) {
            let directory = TemporaryDirectory()
            let context = Context()
            let server = try Socket(.router, in: context, options: .server)
            try server.bind(directory.endpoint("s"))
            let client = try Socket(.dealer, in: context, options: .client)
            let poller = Poller()
            poller.add(server)

            var storm = (0..<200).map { _ in RawPeer() }
            let highest = try #require(storm.map(\.descriptor).max())
            var limit = rlimit(rlim_cur: rlim_t(highest) + 20, rlim_max: rlim_t(highest) + 20)
            #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
            for peer in storm { _ = peer.attach(directory.file("s")) }

            // The I/O thread counts refused connections with some delay: at least two minutes.
            for _ in 0..<120_000 where ZeroMQLibrary.refusedConnections < 100 { try poller.poll(milliseconds: 1) }
            #expect(ZeroMQLibrary.refusedConnections >= 100)

            storm = []
            try client.connect(directory.endpoint("s"))
            try client.send(Message(bytes: [42]), more: false)
            try poller.poll(milliseconds: 120_000)
            let frames = try #require(try server.receiveFrames())
            #expect(frames.last == [42])
        }
    }
}
