import Foundation
import TestSupport
import Testing

/// Services that were stopped where they stood while a session ended.
@Suite struct FrozenRevocationTests {
    /// The request waits at the service when it goes on, and with it the news that the session is no more.
    @Test(arguments: ["ledger", "history", "scanner"])
    func whatWaitedForAStoppedServiceIsNotAnsweredToAnEndedSession(service: String) async throws {
        let bank = try await Bank.opened(["auth", service])
        let house = bank.house
        let method = ["ledger": "ledger.accounts", "history": "history.categories"][service] ?? "scanner.securities"
        for round in 0..<5 {
            let person = try await bank.person()
            #expect(try await bank.ask(method, as: person.session).result != nil)
            let peer = try await onThread {
                let stream = try #require(RawStream(path: house.socket(of: service)))
                #expect(stream.join())
                return Handed(stream: stream)
            }
            try await house.freeze(service)
            #expect(try await bank.ask("auth.logout", as: person.session).result != nil)
            let request = ZMTP.frame(Array(Bank.request(method, session: person.session).utf8))
            let reply = try await onThread {
                // The kernel has it now, and keeps it until the service reads.
                #expect(peer.stream.write(request))
                house.send(SIGCONT, to: service)
                var reply = ""
                while !reply.contains("\"result\""), !reply.contains("\"error\"") {
                    let byte = peer.stream.read(1, within: .seconds(180))
                    guard !byte.isEmpty else { break }
                    reply += String(decoding: byte, as: UTF8.self)
                }
                return reply + String(decoding: peer.stream.read(2_000, within: .milliseconds(100)), as: UTF8.self)
            }
            #expect(
                reply.contains("unauthenticated"),
                "round \(round): \(service) believed a session that had ended: \(reply.debugDescription)")
        }
        await bank.close()
    }

    /// A stream that threads hand on.
    // Proof: each step waits for the one before, so one thread at a time uses it.
    private struct Handed: @unchecked Sendable {
        let stream: RawStream
    }
}
