import Coordination
import Domain
import Reasons
import Signals
import Testing

@testable import GatewayCommandLine
@testable import GatewayService
@testable import GatewayWords

@Suite struct FaultAdviceTests {
    @Test func everyFaultHasAnExitCode() {
        for code in FaultCode.all { #expect(FaultAdvice.table[code] != nil, "\(code)") }
        #expect(FaultAdvice.table.count == FaultCode.all.count)
    }

    @Test func noFaultEndsWithSuccess() {
        #expect(!FaultAdvice.table.values.contains { $0.exitCode == .done })
    }

    @Test(
        arguments: [
            (FaultCode.insufficientFunds, 6), (.notFound, 5), (.unauthenticated, 4), (.invalidCredentials, 4),
            (.conflict, 7),
            (.unavailable, 69), (.overloaded, 69), (.deadlineExceeded, 75), (.invalidArgument, 2), (.weakPassword, 6),
            (.currencyMismatch, 6), (.cancelled, 3), (FaultCode("fromTheFuture"), 1),
        ] as [(FaultCode, Int32)])
    func mainFailuresHaveNumbersOfTheirOwn(_ code: FaultCode, _ number: Int32) {
        #expect(FaultReport(Fault(code, "No.")).exitCode.rawValue == number)
    }

    @Test func aReasonMayHaveAHintOfItsOwn() {
        let full = FaultAdvice.forFault(Fault(.storageUnavailable, .diskFull))
        let log = FaultAdvice.forFault(Fault(.storageUnavailable, .logUnreachable))
        #expect(full.exitCode == log.exitCode)
        #expect(full.hint?.spoken(in: .english).contains("make room") == true)
        #expect(log.hint?.spoken(in: .english).contains("gateway doctor") == true)
    }

    @Test func aFaultInJSONIsOneLineWithAllItsParts() {
        let fault = Fault(
            .insufficientFunds, "There is not enough money.", field: "amount",
            details: ["available": .text("12.00 RUB"), "missing": .number(3)])
        #expect(
            String(decoding: FaultReport(fault).json, as: UTF8.self)
                == #"{"error":{"code":"insufficientFunds","message":"There is not enough money.","field":"amount","#
                + #""retryable":false,"details":{"available":"12.00 RUB","missing":3},"#
                + #""hint":"gateway balance ACCOUNT shows what is available","exitCode":6}}"#)
    }

    /// Returns the command with this name.
    private func command(_ name: String) throws -> any Command {
        try #require(CommandTable.all.first { $0.name == name }, "\(name)")
    }

    @Test(arguments: [
        ("void", "hold", "gateway holds"), ("schedule cancel", "id", "gateway schedule list"),
        ("mandate revoke", "id", "gateway mandate list"), ("template remove", "name", "gateway template list"),
        ("rule remove", "id", "gateway rule list"), ("filter remove", "name", "gateway filter list"),
        ("import forget", "name", "gateway import layouts"),
        ("sessions end", "id", "gateway sessions"), ("passkeys remove", "id", "gateway passkeys"),
        ("transfer show", "transfer", "gateway history"),
        ("transfer", "to", "gateway accounts"), ("hold", "from", "gateway accounts"),
        ("market chart", "ticker", "gateway market list"), ("subs add", "service", "gateway subs services"),
        ("subs add", "payFrom", "gateway accounts"), ("subs show", "id", "gateway subs list"),
        ("subs pay", "id", "gateway subs list"), ("subs accept", "suggestion", "gateway subs suggest"),
        ("subs merge", "id", "gateway subs list"), ("subs set", "account", "gateway accounts"),
        ("bonds show", "isin", "gateway bonds list"), ("bonds chart", "isin", "gateway bonds list"),
        ("inbox show", "ids", "gateway inbox"), ("inbox read", "ids", "gateway inbox"),
        ("notify remove", "channel", "gateway notify channels"), ("notify resend", "id", "gateway notify failed"),
        ("patterns show", "id", "gateway patterns list"),
        ("patterns watch remove", "tickers", "gateway patterns watch list"),
        ("rate remove", "from", "gateway rate list"), ("market unsplit", "day", "gateway market splits"),
        ("history", "filter", "gateway filter list"), ("post", "hold", "gateway holds"),
        ("reverse", "transfer", "gateway history"), ("account close", "to", "gateway accounts"),
    ])
    func whatIsNotFoundIsLookedForWhereItIsListed(name: String, field: String, hint: String) throws {
        let report = FaultReport(Fault(.notFound, "No.", field: field), of: try command(name))
        let text = report.page.rendered(width: nil, hasColor: false)
        #expect(text.contains("hint: \(hint) lists"), "\(text)")
        // The suggested text is a command.
        _ = try command(String(hint.dropFirst("gateway ".count)))
    }

    @Test(arguments: [
        ("inbox undo", nil), ("bonds fetch", "isin"), ("market fetch", "ticker"), ("people reset", "login"),
    ])
    func whatIsListedNowhereIsNotLookedFor(name: String, field: String?) throws {
        let report = FaultReport(Fault(.notFound, "No.", field: field), of: try command(name))
        #expect(!report.page.rendered(width: nil, hasColor: false).contains("hint:"))
    }

    @Test func everyHintNamesACommandInBothLanguages() throws {
        for thing in NamedThing.allCases where thing != .challenge {
            let (english, russian) = (thing.hint.spoken(in: .english), thing.hint.spoken(in: .russian))
            let name = String(english.prefix(upTo: try #require(english.firstRange(of: " lists ")).lowerBound))
            #expect(russian.hasPrefix("\(name) перечисляет "))
            _ = try command(String(name.dropFirst("gateway ".count)))
        }
    }

    @Test func peopleReadOfFlagsAndProgramsOfFields() throws {
        let fault = Fault.invalidArgument("expiresAt", .mustBeInFuture)
        let report = FaultReport(fault, of: try command("hold"))
        let text = report.page.rendered(width: nil, hasColor: false)
        #expect(text.hasPrefix("gateway: --expires-at must be in the future. [invalidArgument]\n"))
        #expect(
            String(decoding: report.json, as: UTF8.self).contains(#""message":"expiresAt must be in the future.""#))
    }

    @Test func keysAreSpokenOfToThoseWhoGaveOne() throws {
        let fault = Fault(.conflict, "There is one already.")
        func text(_ hasKey: Bool) throws -> String {
            FaultReport(fault, of: try command("transfer"), hasKey: hasKey).page.rendered(width: nil, hasColor: false)
        }
        #expect(try text(true).contains("--idempotency-key"))
        #expect(try !text(false).contains("--idempotency-key"))
    }

    @Test func aFaultForPeopleCannotSteerTheTerminal() {
        let text = FaultReport(Fault(.notFound, "No \u{1B}[2Jaccount\nhere")).page.rendered(width: nil, hasColor: false)
        #expect(text.hasPrefix("gateway: No \u{FFFD}[2Jaccount\u{FFFD}here [notFound]\n"))
    }
}
