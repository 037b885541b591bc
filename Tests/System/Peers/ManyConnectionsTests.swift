import Foundation
import Hosting
import TestSupport
import Testing

/// More connections than anybody needs, and more than there are descriptors.
struct ManyConnectionsTests {
    @Test func tenThousandConnectionsAreServed() async throws {
        let bank = Bank()
        try await bank.house.start("ledger")
        // Each connection takes a descriptor in both processes, up to their hard limits.
        let room = DescriptorLimit.raise() - 1_500
        let count = min(10_000, room)
        if count < 10_000 { print("ManyConnectionsTests: only \(count) connections, RLIMIT_NOFILE allows no more") }
        let path = bank.house.socket(of: "ledger")
        let process = try #require(bank.house.processID(of: "ledger"))
        let open = try await onThread {
            let crowd = try Crowd(count, at: path)
            defer { crowd.close() }
            try crowd.askOnEach()
            return try Self.descriptors(of: process)
        }
        #expect(open >= count, "all of them were open at once")
        try await eventually("it serves") { try await bank.house.isReady("ledger") }
        try await eventually("the connections are gone") {
            try Self.descriptors(of: process) < 200
        }
        await bank.close()
    }

    private static func descriptors(of process: Int32) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
    }

    @Test func aStormOfConnectionsWithoutDescriptorsIsSurvived() async throws {
        let bank = Bank()
        try await bank.house.start("auth")
        let person = try await bank.person()
        try bank.house.launch("ledger", after: "ulimit -n 64")
        try await eventually("the ledger is ready") { try await bank.house.isReady("ledger") }
        let path = bank.house.socket(of: "ledger")
        let process = bank.house.processID(of: "ledger")
        let account = try await bank.account(of: person, with: "100")

        // Several waves, each of several times the available descriptors. Some peers greet, some stay silent.
        for wave in 0..<4 {
            try await onThread {
                let peers = (0..<300).compactMap { _ in RawStream(path: path) }
                for (number, peer) in peers.enumerated() where number.isMultiple(of: 2) {
                    peer.write(ZMTP.greeting() + ZMTP.ready(), within: .milliseconds(20))
                }
                if wave.isMultiple(of: 2) { usleep(200_000) }
                for peer in peers { peer.close() }
            }
        }
        try await eventually("the ledger serves again") {
            try await bank.house.isReady("ledger")
        }
        #expect(bank.house.processID(of: "ledger") == process)
        #expect(try await bank.balance(of: account, person) == "100.00")
        let deposit = #""account":"\#(account)","amount":\#(Bank.money("1"))"#
        #expect(try await bank.ask("ledger.deposit", deposit, as: person.session).result != nil)
        await bank.close()
    }
}
