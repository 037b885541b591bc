import Coordination
import Domain
import Reasons
import Signals
import Testing

@testable import GatewayService

/// Goal: people read the names of flags where services say the names of fields, and nothing else is taken for one.
@Suite struct FieldNamesTests {
    private static let flags = [
        FlagShape("min-amount", field: "minAmount", .decimal, Text("From.", "От.")),
        FlagShape("max-amount", field: "maxAmount", .decimal, Text("To.", "До.")),
        FlagShape("date-order", field: "dateOrder", .text, Text("Order.", "Порядок.")),
        FlagShape("from", .text, Text("From.", "От.")), FlagShape("to", .text, Text("To.", "До.")),
        FlagShape("format", .text, Text("Format.", "Формат.")),
    ]

    @Test(arguments: [
        ("say which with dateOrder.", "say which with --date-order."),
        ("may be dmy, mdy: say which with dateOrder", "may be dmy, mdy: say which with --date-order"),
        ("maxAmount (or minAmount) must be given", "--max-amount (or --min-amount) must be given"),
        ("--to must not be before from.", "--to must not be before --from."),
        (
            "The account that gives is in RUB from today to tomorrow.",
            "The account that gives is in RUB from today to tomorrow."
        ),
        (
            "a format of the file, as \"minAmount\" or minAmount/2 are",
            "a format of the file, as \"minAmount\" or minAmount/2 are"
        ),
        ("укажите порядок в dateOrder.", "укажите порядок в --date-order."),
        ("", ""),
    ])
    func fieldsAreCalledByTheirFlags(sentence: String, said: String) {
        #expect(FieldNames.asFlags(in: sentence, Self.flags) == said)
    }

    @Test func aFaultNamesFlagsFromItsFirstWordOn() {
        let fault = Fault.invalidArgument("maxAmount", .mustNotBeLessThan, ["other": "minAmount"])
        let said = FaultSentence.of(fault, flag: "max-amount", flags: Self.flags)
        #expect(said.spoken(in: .english) == "--max-amount must not be less than --min-amount.")
        let params = FaultSentence.of(Fault.invalidArgument("params", "must name a limit to set or to remove"))
        #expect(params.spoken(in: .english) == "The command must name a limit to set or to remove.")
        let command = CommandTable.all.first { $0.name == "limits set" }
        let report = FaultReport(Fault.invalidArgument("params", "must name a limit"), of: command)
        #expect(report.page.rendered(width: nil, hasColor: false).contains("hint: gateway help limits set"))
    }
}
