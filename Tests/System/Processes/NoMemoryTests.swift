import Foundation
import Hosting
import TestSupport
import Testing

/// A machine without memory for a password's hash.
@Suite struct NoMemoryTests {
    @Test func aRightPasswordIsNotCalledWrong() async throws {
        let bank = Bank(environment: ["KOPILKA_HASH_MEMORY": "262144"])
        try await bank.house.start("auth")
        let person = try await bank.person()
        let process = try #require(bank.house.processID(of: "auth"))
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmSize:") })
        let size = try #require(line.split(separator: " ").compactMap { Int($0) }.first)
        func signIn() async throws -> WireReply {
            try await bank.ask("auth.login", #""login":"\#(person.email)","password":"\#(person.password)""#)
        }
        // Enough for everything but the 256 MiB of a hash.
        #expect(try await bank.house.limit("as", to: "\((size << 10) + (64 << 20))", of: "auth"))
        for _ in 0..<20 {
            let refused = try await signIn()
            #expect(refused.code == "overloaded" && refused.isRetryable == true, "\(refused)")
        }
        #expect(try await bank.house.limit("as", to: "unlimited", of: "auth"))
        let reply = try await signIn()
        #expect(reply.result != nil, "\(reply)")
        await bank.close()
    }
}
