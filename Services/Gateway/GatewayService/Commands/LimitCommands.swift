import Coordination
import Domain
import Signals

/// What may leave an account, and the confirmation of what needs a code.
enum LimitCommands {
    private static let ownAccount: Text = "Your account: its id, your name for it, or the first letters of its id."
    private static let codeNote: Text = "At a terminal the gateway asks for the code when one is needed."

    static let all: [any Command] = [
        SignalCommand(
            LedgerSignal.GetLimits.self, "limits show", part: .money, positional: ["account"],
            fields: ["account": ownAccount + " Not needed when there is only one."], accounts: ["account"],
            found: ["account"],
            examples: [CommandExample("limits show main", "tells the limits of main and what is left today")],
            complete: { arguments, scene in
                guard arguments["account"] == nil else { return }
                let accounts = try await scene.desk.ask(LedgerSignal.Accounts()).accounts
                arguments["account"] = .text(try AccountReference.only(of: accounts, flag: "account"))
            },
            present: { answer, page in present(answer.limits, &page) }),
        SignalCommand(
            LedgerSignal.SetLimits.self, "limits set", part: .money, positional: ["account"],
            fields: [
                "account": ownAccount,
                "perTransfer": "The most that one transfer may take.",
                "daily": "The most that may leave on one day (UTC).",
                "confirmAbove": "What is more than this needs a code of your authenticator app.",
                "code": "The code, where one is needed and nobody can be asked.",
            ],
            accounts: ["account"],
            extraFlags: [
                FlagShape(
                    "remove", field: "removed", .words, placeholder: "LIMITS",
                    "Limits to remove: per-transfer, daily, confirm-above, with commas between them.")
            ],
            examples: [
                CommandExample("limits set main --daily \"5000 RUB\"", "at most 5,000 a day to others"),
                CommandExample("limits set main --confirm-above 1000 --currency RUB", "asks for a code above 1,000"),
                CommandExample("limits set main --remove daily,per-transfer", "takes two limits away"),
            ],
            notes: [
                "Limits bind what leaves to other people or out of the books, not what goes between your own accounts.",
                "To raise or to remove one while confirm-above is set takes a code. " + codeNote,
            ],
            complete: { arguments, _ in
                guard let names = arguments.text("removed") else { return }
                arguments["remove"] = .list(try names.split(separator: ",").map { try limit(String($0)) })
            },
            present: { answer, page in present(answer.limits, &page) }),
        SignalCommand(
            LedgerSignal.Confirm.self, "confirm", part: .money, positional: ["challenge", "code"],
            fields: [
                "challenge": "What waits, as the refusal named it.",
                "code": "The code of your authenticator app; asked for unless it is given.",
            ],
            found: ["code"],
            examples: [
                CommandExample("confirm 7q4m2k9x1c3z", "asks for the code and makes the transfer"),
                CommandExample("confirm 7q4m2k9x1c3z 123456", "without asking"),
            ],
            notes: ["It confirms exactly what was asked for, within 5 minutes; three wrong codes, and it is void."],
            complete: { arguments, scene in
                guard arguments["code"] == nil else { return }
                guard let code = try OneTimeCode.ask(nil, scene) else {
                    throw UsageError(
                        "A code is needed and there is no terminal to ask at.", hint: "give it as --code CODE",
                        field: "code")
                }
                arguments["code"] = .text(code)
            },
            present: { answer, page in
                MoneyCommands.present(answer, "confirmed ", &page)
            }),
    ]

    private static func limit(_ name: String) throws(UsageError) -> String {
        let names = LedgerSignal.LimitName.allCases.map(\.rawValue)
        guard let found = names.first(where: { $0 == name || FlagShape.flagName(ofField: $0) == name }) else {
            throw UsageError(
                "\(name.debugDescription) is not a limit; there are per-transfer, daily and confirm-above.",
                field: "remove")
        }
        return found
    }

    private static func present(_ limits: LedgerSignal.Limits, _ page: inout Page) {
        func text(_ money: Money?) -> StyledText {
            money.map { StyledText(ValueText.money($0), .bold) } ?? StyledText("none", .dim)
        }
        page.facts([
            ("account", StyledText(limits.account)), ("per transfer", text(limits.perTransfer)),
            ("a day", text(limits.daily)), ("code above", text(limits.confirmAbove)),
            ("spent today", StyledText(ValueText.money(limits.spentToday))),
            ("left today", limits.leftToday.map { StyledText(ValueText.money($0), .bold) }),
            ("until", StyledText(ValueText.time(limits.resetsAt) + " UTC")),
        ])
    }
}
