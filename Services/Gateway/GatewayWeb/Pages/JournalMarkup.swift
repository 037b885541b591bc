import Domain
import GatewayScenes
import GatewaySession
import GatewayWords
import Signals

/// The form by which the books of all accounts are downloaded for another program. It changes nothing, so it has no
/// ticket. Without days, the books are whole.
struct JournalMarkup {
    let scene: SceneMarkup
    let today: CalendarDay

    var html: HTML {
        let title = scene.say(PageTexts.downloadBooks)
        return .tag(
            .details, .classes("more", "pane"), .text(.id, "books"),
            content: [
                .tag(.summary, .classes("btn", "plain"), text: title),
                .tag(
                    .form, .text(.method, "get"), .link(.action, WebLink("journal")), .classes("form"),
                    content: [
                        day("from", PageTexts.firstDay), day("to", PageTexts.lastDay), format,
                        .tag(
                            .div, .classes("acts"),
                            content: [.tag(.button, .classes("btn", "go"), text: title)]),
                    ]),
            ])
    }

    private func day(_ name: String, _ label: Text) -> HTML {
        field(
            name, label,
            .tag(
                .input, .text(.id, "books-\(name)"), .text(.name, name), .text(.type, "date"),
                .text(.max, today.description)))
    }

    private var format: HTML {
        field(
            "format", PageTexts.format,
            .tag(
                .select, .text(.id, "books-format"), .text(.name, "format"),
                content: HistorySignal.JournalFormat.allCases.map { format in
                    .tag(.option, .text(.value, format.rawValue), text: format == .hledger ? "hledger" : "Beancount")
                }))
    }

    private func field(_ name: String, _ label: Text, _ control: HTML) -> HTML {
        .tag(
            .div, .classes("field"),
            content: [.tag(.label, .text(.for, "books-\(name)"), text: scene.title(label)), control])
    }
}
