import Coordination
import Domain
import Signals
import Testing

@testable import LedgerService

@Suite struct TemplateTests {
    @Test(arguments: StoreKind.allCases) func templatesAreKeptByNameForTheirUser(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann")
            let bob = try await bank.openAccount(of: "bob")
            let purse = try await bank.openAccount(of: "ann", currency: .usd)
            func save(_ name: String, _ from: String, _ to: String, _ amount: Money?) -> LedgerSignal.SaveTemplate {
                LedgerSignal.SaveTemplate(name: name, from: from, to: to, amount: amount, description: "d")
            }
            let rent = try await bank.send(save("rent", ann, bob, rubles(100)), as: "ann", key: "k").template
            #expect(rent.amount == rubles(100) && rent.description == "d")
            _ = try await bank.send(save("lunch", ann, bob, nil), as: "ann")
            _ = try await bank.send(save("rent", ann, bob, rubles(200)), as: "ann")
            #expect(try await bank.send(save("rent", ann, bob, rubles(100)), as: "ann", key: "k").template == rent)
            let list = try await bank.send(LedgerSignal.Templates(), as: "ann").templates
            #expect(list.map(\.name) == ["lunch", "rent"])
            #expect(list.map(\.amount) == [nil, rubles(200)])
            #expect(try await bank.send(LedgerSignal.Templates(), as: "bob").templates == [])
            func code(_ signal: LedgerSignal.SaveTemplate) async throws -> FaultCode {
                try await bank.fault(signal, as: "ann").code
            }
            #expect(try await code(save("", ann, bob, nil)) == .invalidArgument)
            #expect(try await code(save(String(repeating: "x", count: 101), ann, bob, nil)) == .invalidArgument)
            #expect(try await code(save("a\nb", ann, bob, nil)) == .invalidArgument)
            #expect(try await code(save("x", ann, bob, rubles(0))) == .invalidArgument)
            #expect(try await code(save("x", bob, ann, nil)) == .notFound)
            #expect(try await code(save("x", ann, "world-RUB", nil)) == .notFound)
            #expect(try await code(save("x", ann, ann, nil)) == .sameAccount)
            #expect(try await code(save("x", ann, purse, nil)) == .currencyMismatch)
            let remove = LedgerSignal.RemoveTemplate(name: "rent")
            #expect(try await bank.fault(remove, as: "bob").code == .notFound)
            #expect(try await bank.send(remove, as: "ann").template.amount == rubles(200))
            #expect(try await bank.fault(remove, as: "ann").code == .notFound)
            for index in 1..<LedgerLimits.templatesPerUser {
                _ = try await bank.send(save("\(index)", ann, bob, nil), as: "ann")
            }
            #expect(try await code(save("one more", ann, bob, nil)) == .limitExceeded)
            _ = try await bank.send(save("lunch", ann, bob, rubles(1)), as: "ann")
        }
    }
}
