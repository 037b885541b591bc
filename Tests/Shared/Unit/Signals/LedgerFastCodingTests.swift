import Coordination
import Domain
import Foundation
import Reasons
import Signals
import StrictJSON
import Testing

/// The hand-written JSON of the hot path equals that of the declarations.
@Suite struct LedgerFastCodingTests {
    private struct Transfer: Codable {
        let id: String
        let from: String
        let to: String
        let amount: Money
        let description: String
        let category: String?
        let status: LedgerSignal.TransferStatus
        let createdAt: Instant
        let sequence: Int64
        let expiresAt: Instant?
        let settledAt: Instant?
        let heldAmount: Money?
        let reverses: String?
        let reversedBy: String?
        let reason: String?
        let occurredAt: Instant?
        let exchange: LedgerSignal.ExchangeTerms?
        let `import`: String?
    }

    private struct TransferItem: Codable {
        let from: String
        let to: String
        let amount: Money
        let description: String?
        let idempotencyKey: String?
        let linked: Bool?
        let upTo: Bool?
        let closes: Bool?
    }

    private struct MakeTransfer: Codable {
        let from: String
        let to: String
        let amount: Money
        let description: String?
        let upTo: Bool?
        let closes: Bool?
        let dryRun: Bool?
    }

    private struct TransferResult: Codable {
        let transfer: LedgerSignal.Transfer?
        let fault: Fault?
    }

    private struct BalanceAnswer: Codable {
        let account: String
        let balance: Money
        let available: Money
        let held: Money?
        let overdraft: Money?
        let asOf: Instant
    }

    private struct AccountBalance: Codable {
        let account: String
        let balance: Money
        let available: Money
    }

    private struct TransferAnswer: Codable {
        let transfer: LedgerSignal.Transfer
        let balances: [AccountBalance]
        let needsCode: Bool?
        let doneBefore: Bool?
    }

    /// The types of the hot path reject a foreign coder, and no other type does. A type that accepts one has a slow
    /// synthesised implementation.
    @Test func theHotPathIsDirect() throws {
        let transfer = try #require(Self.transfers.first)
        let item = LedgerSignal.TransferItem(from: "a", to: "b", amount: transfer.amount)
        let balance = LedgerSignal.AccountBalance(
            account: "a", balance: transfer.amount, available: transfer.amount)
        let written: [any Encodable] = [
            transfer, item, balance, LedgerSignal.MakeTransfer(from: "a", to: "b", amount: transfer.amount),
            LedgerSignal.TransferAnswer(transfer: transfer, balances: [balance]),
            LedgerSignal.BalanceAnswer(
                account: "a", balance: transfer.amount, available: transfer.amount, asOf: transfer.createdAt),
            LedgerSignal.MakeTransfers(transfers: [item]), LedgerSignal.TransferResults(results: [.transfer(transfer)]),
        ]
        for value in written { #expect(throws: EncodingError.self, "\(value)") { try JSONEncoder().encode(value) } }
        let object = Data("{}".utf8)
        func refuses<Value: Decodable>(_ type: Value.Type) {
            #expect {
                try JSONDecoder().decode(type, from: object)
            } throws: { error in
                guard case .dataCorrupted = error as? DecodingError else { return false }
                return true
            }
        }
        refuses(LedgerSignal.Transfer.self)
        refuses(LedgerSignal.TransferItem.self)
        refuses(LedgerSignal.MakeTransfer.self)
        refuses(LedgerSignal.MakeTransfers.self)
        refuses(LedgerSignal.TransferResult.self)
    }

    private struct MakeTransfers: Codable {
        let transfers: [TransferItem]
        let atomic: Bool?
        let dryRun: Bool?
    }

    private struct TransferResults: Codable {
        let results: [LedgerSignal.TransferResult]
    }

    @Test func listsAreWrittenAndReadAsDeclared() throws {
        let transfer = try #require(Self.transfers.first)
        let item = LedgerSignal.TransferItem(from: "a", to: "b", amount: transfer.amount)
        let twin = TransferItem(
            from: "a", to: "b", amount: transfer.amount, description: nil, idempotencyKey: nil, linked: nil, upTo: nil,
            closes: nil)
        for count in 0...2 {
            for atomic in [nil, true, false] as [Bool?] {
                let dryRun = atomic.map { !$0 }
                let list = LedgerSignal.MakeTransfers(
                    transfers: Array(repeating: item, count: count), atomic: atomic, dryRun: dryRun)
                let json = try JSONEncoding.encode(list)
                let twins = MakeTransfers(
                    transfers: Array(repeating: twin, count: count), atomic: atomic, dryRun: dryRun)
                #expect(json == (try JSONEncoding.encode(twins)))
                let read = try JSONDocument(json).root.decode(LedgerSignal.MakeTransfers.self)
                #expect(read.transfers == list.transfers && read.atomic == atomic && read.dryRun == dryRun)
            }
            let results = Array(repeating: LedgerSignal.TransferResult.transfer(transfer), count: count)
            #expect(
                try JSONEncoding.encode(LedgerSignal.TransferResults(results: results))
                    == JSONEncoding.encode(TransferResults(results: results)))
        }
        #expect(
            try JSONSchema.of(LedgerSignal.MakeTransfers.self).fields.map(\.name) == ["transfers", "atomic", "dryRun"])
    }

    @Test(arguments: [
        #"[]"#, #"{}"#, #"{"transfers":null}"#, #"{"transfers":{}}"#, #"{"transfers":[1]}"#, #"{"transfers":[{}]}"#,
        #"{"transfers":[],"atomic":1}"#, #"{"transfers":[],"more":1}"#,
        #"{"transfers":[{"from":"a","to":"b","amount":{"amount":"1","currency":"rub"}}]}"#,
    ])
    func whatIsNoListIsRefusedInTheSameWords(json: String) throws {
        let node = try JSONDocument(text: json).root
        let declared = #expect(throws: JSONDecodingError.self) { try node.decode(MakeTransfers.self) }
        let direct = #expect(throws: JSONDecodingError.self) { try node.decode(LedgerSignal.MakeTransfers.self) }
        #expect(declared == direct)
    }

    @Test(arguments: transfers)
    func answersAreWrittenAsDeclared(transfer: LedgerSignal.Transfer) throws {
        let (account, money) = (transfer.to, transfer.amount)
        let (held, overdraft) = (transfer.heldAmount, transfer.heldAmount)
        let balance = LedgerSignal.BalanceAnswer(
            account: account, balance: money, available: money, held: held, overdraft: overdraft,
            asOf: transfer.createdAt)
        let twin = BalanceAnswer(
            account: account, balance: money, available: money, held: held, overdraft: overdraft,
            asOf: transfer.createdAt)
        #expect(try JSONEncoding.encode(balance) == JSONEncoding.encode(twin))
        for count in 0...2 {
            let after = LedgerSignal.AccountBalance(account: account, balance: money, available: money)
            let afterTwin = AccountBalance(account: account, balance: money, available: money)
            let needsCode = count == 0 ? nil : count == 1
            let answer = LedgerSignal.TransferAnswer(
                transfer: transfer, balances: Array(repeating: after, count: count), needsCode: needsCode,
                doneBefore: needsCode)
            let answerTwin = TransferAnswer(
                transfer: transfer, balances: Array(repeating: afterTwin, count: count), needsCode: needsCode,
                doneBefore: needsCode)
            #expect(try JSONEncoding.encode(answer) == JSONEncoding.encode(answerTwin))
        }
    }

    private static let texts = ["", "Обед", "quote \" back \\ line \n", "\u{1F37B}"]

    private static let currencies = ["RUB", "JPY", "KWD", "USD"].compactMap { Currency(code: $0) }
    private static let amounts: [Int64] = [0, -5, .max, .min]
    private static let times: [Int64] = [0, 1_700_000_000_000_000, 1_700_000_000_123_000, 1_700_000_000_123_456]

    /// Each has as many optional fields as its number says.
    private static let transfers: [LedgerSignal.Transfer] = texts.enumerated().flatMap { index, text in
        (0...10).map { present in
            let time = Instant(microseconds: times[index])
            let amount = Money(minorUnits: amounts[index], currency: currencies[index])
            return LedgerSignal.Transfer(
                id: "t\(index)", from: "world-JPY", to: text, amount: amount, description: text,
                category: present > 0 ? text : nil, status: LedgerSignal.TransferStatus.allCases[index],
                createdAt: time, sequence: Int64(index), expiresAt: present > 1 ? time : nil,
                settledAt: present > 2 ? time : nil, heldAmount: present > 3 ? amount : nil,
                reverses: present > 4 ? text : nil, reversedBy: present > 5 ? text : nil,
                reason: present > 6 ? text : nil, occurredAt: present > 7 ? time : nil,
                exchange: present > 8
                    ? LedgerSignal.ExchangeTerms(rate: "92.4", source: text, asOf: time, transfer: "t2") : nil,
                import: present > 9 ? text : nil)
        }
    }

    @Test(arguments: transfers)
    func aTransferIsWrittenAndReadAsDeclared(transfer: LedgerSignal.Transfer) throws {
        let twin = Transfer(
            id: transfer.id, from: transfer.from, to: transfer.to, amount: transfer.amount,
            description: transfer.description, category: transfer.category, status: transfer.status,
            createdAt: transfer.createdAt, sequence: transfer.sequence, expiresAt: transfer.expiresAt,
            settledAt: transfer.settledAt, heldAmount: transfer.heldAmount, reverses: transfer.reverses,
            reversedBy: transfer.reversedBy, reason: transfer.reason, occurredAt: transfer.occurredAt,
            exchange: transfer.exchange, import: transfer.import)
        let json = try JSONEncoding.encode(transfer)
        #expect(json == (try JSONEncoding.encode(twin)))
        #expect(try JSONDocument(json).root.decode(LedgerSignal.Transfer.self) == transfer)
        let result = LedgerSignal.TransferResult.transfer(transfer)
        let twinResult = TransferResult(transfer: transfer, fault: nil)
        #expect(try JSONEncoding.encode(result) == JSONEncoding.encode(twinResult))
        #expect(try JSONDocument(JSONEncoding.encode(result)).root.decode(LedgerSignal.TransferResult.self) == result)
    }

    @Test(arguments: [
        Fault(.notFound, "No."),
        Fault(.insufficientFunds, "Too \"little\".", field: "amount", details: ["available": .text("1.00")]),
        Fault(.overloaded, "Wait.", retryAfterMilliseconds: 5, details: ["left": .number(3)]),
        Fault(.conflict, "", details: ["known": .flag(true)]),
    ])
    func aRefusedTransferIsWrittenAndReadAsDeclared(fault: Fault) throws {
        let result = LedgerSignal.TransferResult.fault(fault)
        let json = try JSONEncoding.encode(result)
        #expect(json == (try JSONEncoding.encode(TransferResult(transfer: nil, fault: fault))))
        #expect(try JSONDocument(json).root.decode(LedgerSignal.TransferResult.self) == result)
    }

    @Test(arguments: texts)
    func anItemIsWrittenAndReadAsDeclared(text: String) throws {
        let amount = Money(minorUnits: 1250, currency: try #require(Currency(code: "RUB")))
        for optional in [nil, text] {
            let flag = optional.map(\.isEmpty)
            let item = LedgerSignal.TransferItem(
                from: text, to: "b", amount: amount, description: optional, idempotencyKey: optional, linked: flag,
                upTo: flag, closes: flag.map { !$0 })
            let twin = TransferItem(
                from: text, to: "b", amount: amount, description: optional, idempotencyKey: optional, linked: flag,
                upTo: flag, closes: flag.map { !$0 })
            let json = try JSONEncoding.encode(item)
            #expect(json == (try JSONEncoding.encode(twin)))
            #expect(try JSONDocument(json).root.decode(LedgerSignal.TransferItem.self) == item)
        }
    }

    @Test(arguments: texts)
    func aSingleTransferIsWrittenAndReadAsDeclared(text: String) throws {
        let amount = Money(minorUnits: 1250, currency: try #require(Currency(code: "RUB")))
        for optional in [nil, text] {
            let flag = optional.map(\.isEmpty)
            let signal = LedgerSignal.MakeTransfer(
                from: text, to: "b", amount: amount, description: optional, upTo: flag, closes: flag.map { !$0 },
                dryRun: flag)
            let twin = MakeTransfer(
                from: text, to: "b", amount: amount, description: optional, upTo: flag, closes: flag.map { !$0 },
                dryRun: flag)
            let json = try JSONEncoding.encode(signal)
            #expect(json == (try JSONEncoding.encode(twin)))
            let read = try JSONDocument(json).root.decode(LedgerSignal.MakeTransfer.self)
            #expect(try JSONEncoding.encode(read) == json)
            let withMeta = try JSONDocument([UInt8(ascii: "{")] + Array(#""_meta":{"a":[1]},"#.utf8) + json.dropFirst())
            let ignoring = try withMeta.root.decode(LedgerSignal.MakeTransfer.self, ignoringMember: "_meta")
            #expect(try JSONEncoding.encode(ignoring) == json)
            #expect(throws: JSONDecodingError(path: "_meta", Refusal(.isUnknownField))) {
                try withMeta.root.decode(LedgerSignal.MakeTransfer.self)
            }
        }
    }

    /// Input that the declarations reject is rejected with the same message about the same place.
    @Test(arguments: [
        #"[]"#, #"{}"#, #"{"from":"a"}"#, #"{"from":"a","to":1}"#, #"{"from":"a","to":"b"}"#,
        #"{"from":"a","to":"b","amount":1}"#, #"{"from":"a","to":"b","amount":{}}"#,
        #"{"from":"a","to":"b","amount":{"amount":"1"}}"#,
        #"{"from":"a","to":"b","amount":{"amount":"1","currency":"rub"}}"#,
        #"{"from":"a","to":"b","amount":{"amount":"1.234","currency":"RUB"}}"#,
        #"{"from":"a","to":"b","amount":{"amount":"1e3","currency":"RUB"}}"#,
        #"{"from":"a","to":"b","amount":{"amount":1,"currency":"RUB"}}"#,
        #"{"from":"a","to":"b","amount":{"amount":"1","currency":"RUB","more":1}}"#,
        #"{"from":"a","to":"b","amount":{"amount":"1","currency":"RUB"},"more":1}"#,
        #"{"from":"a","to":"b","amount":{"amount":"1","currency":"RUB"},"description":1}"#,
        #"{"from":"a","to":"b","amount":{"amount":"1","currency":"RUB"},"linked":1}"#,
        #"{"from":"a","to":"b","amount":{"amount":"1","currency":"RUB"},"closes":"true"}"#,
        #"{"from":null,"to":"b","amount":{"amount":"1","currency":"RUB"}}"#,
    ])
    func whatIsNoItemIsRefusedInTheSameWords(json: String) throws {
        let node = try JSONDocument(text: json).root
        let declared = #expect(throws: JSONDecodingError.self) { try node.decode(TransferItem.self) }
        let direct = #expect(throws: JSONDecodingError.self) { try node.decode(LedgerSignal.TransferItem.self) }
        #expect(declared == direct)
        // The declaration of a single transfer has no such members.
        if json.contains("linked") { return }
        let declaredSingle = #expect(throws: JSONDecodingError.self) { try node.decode(MakeTransfer.self) }
        let directSingle = #expect(throws: JSONDecodingError.self) { try node.decode(LedgerSignal.MakeTransfer.self) }
        #expect(declaredSingle == directSingle)
    }

    @Test func nullsCountAsAbsent() throws {
        let json =
            #"{"from":"a","to":"b","amount":{"currency":"RUB","amount":"1"},"description":null,"idempotencyKey":null}"#
        let item = try JSONDocument(text: json).root.decode(LedgerSignal.TransferItem.self)
        #expect(item.description == nil)
        #expect(item.amount.minorUnits == 100)
    }

    @Test func anEventIsWrittenAsDeclared() throws {
        for transfer in Self.transfers {
            for (category, user) in [(nil, nil), ("food", "ann")] as [(String?, String?)] {
                let entry = LedgerEvent.Entry(
                    account: transfer.to, userId: user, accountSequence: 7, amount: transfer.amount,
                    balanceAfter: transfer.amount)
                let caused = LedgerEvent.Entry(
                    account: transfer.from, userId: user, accountSequence: 8, amount: transfer.amount,
                    balanceAfter: transfer.amount, cause: .mandate)
                let event = LedgerEvent.TransferPosted(
                    transfer: transfer, category: category, entries: [caused, entry])
                var writer = JSONWriter()
                event.write(to: &writer)
                #expect(writer.finish() == (try JSONEncoding.encode(event)))
            }
        }
    }

    @Test func eventsOfHoldsAreWrittenAsDeclared() throws {
        for transfer in Self.transfers {
            let entries = [
                LedgerEvent.HoldEntry(
                    account: "a", userId: "ann", accountSequence: 3, balance: transfer.amount,
                    available: transfer.amount),
                LedgerEvent.HoldEntry(account: "b"),
            ]
            let held = LedgerEvent.TransferHeld(transfer: transfer, entries: entries)
            let released = LedgerEvent.HoldReleased(transfer: transfer, entries: entries)
            var writer = JSONWriter()
            held.write(to: &writer)
            #expect(writer.finish() == (try JSONEncoding.encode(held)))
            var another = JSONWriter()
            released.write(to: &another)
            #expect(another.finish() == (try JSONEncoding.encode(released)))
        }
    }

    @Test func schemasAreThoseOfTheDeclarations() throws {
        #expect(try JSONSchema.of(Transfer.self).fields == LedgerSignal.Transfer.jsonSchema.fields)
        #expect(try JSONSchema.of(TransferItem.self).fields == LedgerSignal.TransferItem.jsonSchema.fields)
        #expect(try JSONSchema.of(MakeTransfer.self).fields == LedgerSignal.MakeTransfer.jsonSchema.fields)
        _ = try JSONSchema.of(LedgerSignal.MakeTransfers.self)
        _ = try JSONSchema.of(LedgerSignal.TransferResults.self)
    }
}
