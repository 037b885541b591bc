import Coordination
import Domain
import Signals
import Testing

@testable import GatewayScenes
@testable import GatewayWords

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

    @Test func aSecretIsShownAsDots() {
        var form = Form([FormField("password", Text(verbatim: "Password"), .secret)])
        for character in "пароль" { _ = form.receive(.type(character)) }
        #expect(form["password"] == "пароль")
        #expect(form.focused.map { "\($0.shown)" } == "••••••")
    }

    @Test func daysAreMovedByArrowsAndWhatIsNoDayIsEdited() throws {
        let today = try #require(CalendarDay("2026-11-18"))
        var form = Form([FormField("day", Text(verbatim: "Day"), .day(from: today), text: "2026-11-30")])
        #expect(form.receive(.step(.right)) == "day" && form["day"] == "2026-12-01")
        _ = form.receive(.step(.left))
        _ = form.receive(.step(.left))
        #expect(form["day"] == "2026-11-29")
        _ = form.receive(.clearField)
        _ = form.receive(.step(.right))
        #expect(form["day"] == "2026-11-18", "of nothing today is the first")
        _ = form.receive(.fill(field: "day", "yesterday"))
        _ = form.receive(.step(.right))
        #expect(form["day"] == "2026-11-18")
        _ = form.receive(.fill(field: "day", "2026"))
        _ = form.receive(.step(.left))
        _ = form.receive(.type("1"))
        #expect(form["day"] == "20216", "the cursor moved")
    }

    @Test func aFormIsFilledFromFieldToField() {
        var form = Form([
            FormField("password", Text(verbatim: "Password"), .secret), FormField("code", Text(verbatim: "Code")),
        ])
        func fill(_ input: SceneInput) -> Form.Filling { form.fill(input) }
        func takesBack(_ code: FaultCode) -> Bool {
            form.takesBack(SceneFault(Text(verbatim: "No."), code: code))
        }
        #expect(fill(.type("x")) == .changed && fill(.enter) == .unchanged)
        #expect(form.focused?.name == "code" && fill(.enter) == .unchanged)
        #expect(form.focused?.problem == RegisterTexts.empty)
        #expect(fill(.type("1")) == .changed && fill(.enter) == .filled)
        #expect(takesBack(.wrongCode))
        #expect(form["code"].isEmpty && form["password"] == "x" && form.focused?.problem != nil)
        #expect(!takesBack(.unavailable))
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

    private static let metals = FormField(
        "metal", Text(verbatim: "Metal"),
        .pick([Text("Au  gold", "Au  золото"), Text("Ag  silver", "Ag  серебро"), Text("Al", "Al")]))

    @Test(arguments: [("a", 0), ("ag", 1), ("сереб", 1), ("SIL", 1), ("al", 2), ("a g", 0), ("g au", 0)])
    func whatIsPickedIsLookedForByBeginnings(typed: String, found: Int) {
        var field = Self.metals
        for character in typed { field.type(String(character)) }
        #expect(field.choice == found && !field.isUnknown)
        var filled = Self.metals
        filled.fill(typed)
        #expect(filled.choice == found && filled.text.isEmpty, "what was found is chosen")
    }

    @Test func arrowsGoThroughWhatFits() {
        var field = Self.metals
        field.step(1)
        #expect(field.choice == 1)
        field.step(1)
        field.step(1)
        #expect(field.choice == 0, "round and round")
        field.type("s")
        #expect(field.choice == 1)
        field.step(1)
        #expect(field.choice == 1, "nothing else fits")
    }

    @Test func whatIsNotThereIsNotChosen() {
        var form = Form([Self.metals, FormField("name", Text(verbatim: "Name"))])
        for character in "iron" { _ = form.receive(.type(character)) }
        #expect(form.fields[0].isUnknown && form.fields[0].shown == Text(verbatim: "iron"))
        _ = form.receive(.nextField)
        #expect(form.fields[0].isUnknown, "it stays to be seen")
        _ = form.receive(.previousField)
        #expect(form.receive(.clearField) == "metal")
        #expect(!form.fields[0].isUnknown)
        _ = form.receive(.type("g"))
        _ = form.receive(.nextField)
        #expect(form.fields[0].text.isEmpty && form.fields[0].choice == 0, "what was found is chosen")
    }

    @Test func aFieldHasAnEnd() {
        var field = FormField("name", Text(verbatim: "Name"))
        for _ in 0..<(EditedText.longest + 5) { field.type("a") }
        field.type("\u{7}")
        #expect(field.text.count == EditedText.longest)
    }
}
