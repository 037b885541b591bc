import Testing

@testable import GatewayService

@Suite struct FormTests {
    private func form() -> Form {
        Form([
            FormField("name", Text(verbatim: "Name")),
            FormField(
                "kind", Text(verbatim: "Kind"), .choice([Text("lines", "линии"), Text("candles", "свечи")])),
        ])
    }

    @Test func charactersGoWhereTheCursorIs() {
        var form = form()
        for character in "анна" { #expect(form.receive(.type(character)) == "name") }
        _ = form.receive(.step(.left))
        _ = form.receive(.type("X"))
        _ = form.receive(.erase)
        _ = form.receive(.step(.first))
        _ = form.receive(.eraseForward)
        #expect(form["name"] == "нна")
        #expect(form.receive(.clearField) == "name")
        #expect(form["name"].isEmpty)
    }

    @Test func choicesTurnRound() {
        var form = form()
        #expect(form.receive(.nextField) == nil)
        #expect(form.receive(.step(.right)) == "kind")
        #expect(form.choice("kind") == 1)
        _ = form.receive(.step(.right))
        #expect(form.choice("kind") == 0)
    }

    @Test(arguments: ["2", "candles", "СВЕЧИ"]) func choicesAreMadeByNumberOrNameInEitherLanguage(typed: String) {
        var form = form()
        #expect(form.receive(.fill(field: "kind", typed)) == "kind")
        #expect(form.choice("kind") == 1)
    }

    @Test func aFieldHasAnEnd() {
        var field = FormField("name", Text(verbatim: "Name"))
        for _ in 0..<(FormField.longest + 5) { field.type("a") }
        field.type("\u{7}")
        #expect(field.text.count == FormField.longest)
    }
}
