import Domain
import StrictJSON
import Synchronization
import TestSupport
import Testing

/// The limits of an account and of a person, actually reached.
@Suite(.bank("auth", "ledger")) struct LimitTests {
    @Test func aPersonHasAThousandAccountsAndNotOneMore() async throws {
        let bank = try SharedBank.current()
        let person = try await bank.person()
        let open = Bank.request("ledger.openAccount", #""currency":"RUB""#, session: person.session)
        let replies = try await Self.burst(1_001, to: bank) { _ in open }
        #expect(replies.filter { $0.result != nil }.count == 1_000)
        let refused = replies.filter { $0.result == nil }
        #expect(refused.map(\.code) == ["limitExceeded"], "\(refused)")
    }

    @Test func anAccountNeverOutgrows64BitsOfMinorUnits() async throws {
        let bank = try SharedBank.current()
        let person = try await bank.person()
        // A separate currency, so that the sums of other tests are unaffected.
        let account = try await bank.account(of: person, "CHF")
        let small = try await bank.account(of: person, "CHF", with: "10")
        let most = Bank.money("10000000000000", "CHF")
        // 9,223 times the largest amount is just below 2^63. The ten francs of the other account count as well.
        let replies = try await Self.burst(9_300, to: bank) { _ in
            Bank.request("ledger.deposit", #""account":"\#(account)","amount":\#(most)"#, session: person.session)
        }
        #expect(replies.filter { $0.result != nil }.count == 9_223)
        let refused = replies.filter { $0.result == nil }
        #expect(refused.allSatisfy { $0.code == "amountOverflow" && $0.field == "amount" }, "\(refused.first as Any)")
        #expect(try await bank.balance(of: account, person) == "92230000000000000.00")

        // Beyond it a transfer is refused as well, and insufficient funds of the payer are reported first.
        let rest = #""account":"\#(account)","amount":\#(Bank.money("3720368547748.07", "CHF"))"#
        #expect(try await bank.ask("ledger.deposit", rest, as: person.session).code == nil)
        func transfer(_ amount: String) async throws -> WireReply {
            try await bank.ask(
                "ledger.transfer",
                #""from":"\#(small)","to":"\#(account)","amount":\#(Bank.money(amount, "CHF"))"#, as: person.session)
        }
        let fits = try await transfer("10.00")
        #expect(fits.code == "amountOverflow" || fits.result != nil, "\(fits)")
        #expect(try await transfer("10000000000000").code == "insufficientFunds")
        #expect(try await bank.problems(as: person).isEmpty)
    }

    /// Sends many requests over one connection, a few hundred at a time, and returns all replies.
    static func burst(
        _ count: Int, to bank: Bank, _ request: @escaping @Sendable (Int) -> String
    ) async throws -> [WireReply] {
        try await withRawPeer(path: bank.house.socket(of: "ledger")) { peer in
            var replies: [WireReply] = []
            var sent = 0
            while replies.count < count {
                while sent < count, sent - replies.count < 500 {
                    try peer.send(request(sent))
                    sent += 1
                }
                let frames = try #require(try peer.receive(within: .seconds(180)), "\(replies.count) replies came")
                replies.append(WireReply(try JSONDocument(frames.last ?? []).root))
            }
            return replies
        }
    }
}
