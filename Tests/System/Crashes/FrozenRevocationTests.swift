import Foundation
import TestSupport
import Testing

/// Services that were stopped while a session ended.
@Suite struct FrozenRevocationTests {
    /// When the service continues, the request waits in its socket, and so does the event of the ended session.
    @Test(arguments: ["ledger", "history", "scanner"])
    func whatWaitedForAStoppedServiceIsNotAnsweredToAnEndedSession(service: String) async throws {
        let bank = try await Bank.opened(["auth", service])
        for round in 0..<5 {
            try await endSession(in: bank, while: service, round: round) {
                try await bank.house.freeze(service)
            } goingOn: {
                bank.house.send(SIGCONT, to: service)
            }
        }
        await bank.close()
    }

    /// Auth answers a second after the service continued, as on an overloaded machine.
    @Test func authMayTakeItsTime() async throws {
        let bank = try await Bank.opened(["auth", "scanner"])
        try await endSession(in: bank, while: "scanner", round: 0) {
            try await bank.house.freeze("scanner")
        } goingOn: {
            bank.house.send(SIGSTOP, to: "auth")
            bank.house.send(SIGCONT, to: "scanner")
            Thread.sleep(forTimeInterval: 1)
            bank.house.send(SIGCONT, to: "auth")
        }
        await bank.close()
    }

    /// The service gets no Unix signal when it continues, like a paused container.
    @Test(
        .enabled(
            if: Freezer.obstacle == nil, Comment(rawValue: "nothing can be frozen: \(Freezer.obstacle ?? "")")),
        arguments: ["ledger", "scanner"])
    func whatWaitedForAFrozenServiceIsNotAnsweredToAnEndedSession(service: String) async throws {
        let bank = try await Bank.opened(["auth", service])
        let freezer = try Freezer()
        try freezer.add(try #require(bank.house.processID(of: service)))
        for round in 0..<2 {
            try await endSession(in: bank, while: service, round: round) {
                try await freezer.freeze()
                // A shorter gap does not count as a stop; see THREATS.
                let least = ContinuousClock.now + .milliseconds(1600)
                try await eventually("it was a stop") { ContinuousClock.now > least }
            } goingOn: {
                try freezer.thaw()
            }
        }
        try freezer.remove()
        await bank.close()
    }

    /// Ends a session while a service stands still, and sends it a request of that session before it continues.
    private func endSession(
        in bank: Bank, while service: String, round: Int, stops stop: () async throws -> Void,
        goingOn: @escaping @Sendable () throws -> Void
    ) async throws {
        let house = bank.house
        let method = ["ledger": "ledger.accounts", "history": "history.categories"][service] ?? "scanner.securities"
        let person = try await bank.person()
        #expect(try await bank.ask(method, as: person.session).result != nil)
        let peer = try await onThread {
            Handed(stream: try #require(RawStream.joined(path: house.socket(of: service))))
        }
        try await stop()
        #expect(try await bank.ask("auth.logout", as: person.session).result != nil)
        let request = ZMTP.frame(Array(Bank.request(method, session: person.session).utf8))
        let reply = try await onThread {
            // The kernel keeps the request until the service reads it.
            #expect(peer.stream.write(request))
            try goingOn()
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

    /// A stream that is passed between threads.
    // Proof: each step awaits the previous one, so one thread at a time uses it.
    private struct Handed: @unchecked Sendable {
        let stream: RawStream
    }
}
