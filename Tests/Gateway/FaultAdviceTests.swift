import Coordination
import Signals
import Testing

@testable import GatewayService

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

    @Test func aFaultForPeopleCannotSteerTheTerminal() {
        let text = FaultReport(Fault(.notFound, "No \u{1B}[2Jaccount\nhere")).page.rendered(width: nil, hasColor: false)
        #expect(text.hasPrefix("gateway: No \u{FFFD}[2Jaccount\u{FFFD}here [notFound]\n"))
    }
}
