import Domain
import GatewayScenes
import GatewayTerminal
import GatewayWords
import Terminal

extension FuzzTarget {
    /// Input at a terminal: scalars and keys typed into a form, the same as a paste, and as a line of the plain face.
    static let terminalInput = FuzzTarget(
        "terminal-input", maximumLength: 512, modules: ["GatewayScenes", "GatewayTerminal", "Terminal"]
    ) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        var form = Form(fields)
        for scalar in text.unicodeScalars {
            // Control characters choose a key that no character is.
            let special = scalar.value < keys.count ? keys[Int(scalar.value)] : nil
            guard let key = special ?? TerminalKey(character: scalar.value) else { continue }
            try receive(key, &form)
        }
        var pasted = PastedText()
        for scalar in text.unicodeScalars { pasted.append(scalar.value) }
        try demand(pasted.text == text, "a paste is not what was pasted")
        try receive(.paste(pasted.text), &form)
        for language in Language.allCases {
            let screen = Screen(Text(verbatim: "form"), blocks: [.form(form)])
            _ = PlainWord.input(text, on: screen, also: [], in: language)
            _ = PlainWord.panes(text, of: screen)
        }
    }

    private static func receive(_ key: TerminalKey, _ form: inout Form) throws {
        let screen = Screen(Text(verbatim: "form"), blocks: [.form(form)])
        guard case .scene(let input)? = KeyMap.input(for: key, on: screen, also: [], in: .russian) else { return }
        _ = form.receive(input)
        try demand(form.fields.indices.contains(form.focus), "the cursor is in no field")
        for field in form.fields {
            let edited = field.edited
            try demand((0...edited.clusters.count).contains(edited.cursor), "the cursor is outside of its text")
            try demand(edited.clusters.count <= EditedText.longest, "a text of any length")
            try demand(field.text.unicodeScalars.count <= EditedText.mostScalars, "a text of any scalars")
            try demand(
                !field.text.unicodeScalars.contains { $0.value < 0x20 }, "a field holds a control character")
            _ = field.shown
        }
    }

    private static let fields: [FormField] = {
        let choices = ["Main", "Savings", "Основной"].map { Text(verbatim: $0) }
        return [
            FormField("amount", Text(verbatim: "Amount")),
            FormField("day", Text(verbatim: "Day"), .day(from: CalendarDay(daysSince1970: 20_786))),
            FormField("secret", Text(verbatim: "Secret"), .secret),
            FormField("kind", Text(verbatim: "Kind"), .choice(choices)),
            FormField("account", Text(verbatim: "Account"), .pick(choices)),
        ]
    }()

    private static let keys: [TerminalKey] = [
        .enter, .escape, .tab, .backTab, .backspace, .delete, .up, .down, .left, .right, .shiftLeft, .shiftRight, .home,
        .end, .pageUp, .pageDown, .control("u"), .control("p"), .function(1), .click(row: 1, column: 1),
    ]
}
