import Domain
import GatewayScenes
import GatewaySession
import GatewayWords
import Signals

/// The form by which a statement is downloaded. It changes nothing, so it has no ticket.
struct StatementMarkup {
    let scene: SceneMarkup
    /// The accounts to choose from: their ids and names. One needs no choice.
    let accounts: [(id: String, name: String)]
    let today: CalendarDay
    /// True where all accounts are shown, and so their books are offered, too.
    var isOfAll = false

    /// The form for the books of all accounts, or nothing.
    var books: HTML { isOfAll && !accounts.isEmpty ? JournalMarkup(scene: scene, today: today).html : .nothing }

    /// The form, or nothing without an account.
    var html: HTML {
        guard !accounts.isEmpty else { return .nothing }
        let title = scene.say(PageTexts.download)
        return .tag(
            .details, .classes("more", "pane"), .text(.id, "statement"),
            content: [
                .tag(.summary, .classes("btn", "plain"), text: title),
                .tag(
                    .form, .text(.method, "get"), .link(.action, WebLink("statement")), .classes("form"),
                    content: [
                        account, day("from", PageTexts.firstDay, StatementParts.firstDay(before: today)),
                        day("to", PageTexts.lastDay, today), format,
                        .tag(
                            .div, .classes("acts"),
                            content: [.tag(.button, .classes("btn", "go"), text: title)]),
                    ]),
            ])
    }

    private var account: HTML {
        guard accounts.count > 1 else { return SceneMarkup.hidden("account", accounts[0].id) }
        return field(
            "account", PageTexts.account,
            .tag(
                .select, .text(.id, "statement-account"), .text(.name, "account"),
                content: accounts.map { account in
                    .tag(.option, .text(.value, account.id), text: DisplayText.clean(account.name))
                }))
    }

    private func day(_ name: String, _ label: Text, _ day: CalendarDay) -> HTML {
        field(
            name, label,
            .tag(
                .input, .text(.id, "statement-\(name)"), .text(.name, name), .text(.type, "date"),
                .text(.value, day.description), .text(.max, today.description)))
    }

    private var format: HTML {
        field(
            "format", PageTexts.format,
            .tag(
                .select, .text(.id, "statement-format"), .text(.name, "format"),
                content: HistorySignal.StatementFormat.allCases.map { format in
                    .tag(.option, .text(.value, format.rawValue), text: Self.name(of: format))
                }))
    }

    private static func name(of format: HistorySignal.StatementFormat) -> String {
        format == .json ? "JSON Lines" : format.rawValue.uppercased()
    }

    private func field(_ name: String, _ label: Text, _ control: HTML) -> HTML {
        .tag(
            .div, .classes("field"),
            content: [.tag(.label, .text(.for, "statement-\(name)"), text: scene.title(label)), control])
    }
}
