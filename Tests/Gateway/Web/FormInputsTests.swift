import Domain
import MicroHTTPD
import Testing

@testable import GatewayScenes
@testable import GatewayWeb
@testable import GatewayWords

/// What a form means to a scene, and what it cannot mean.
@Suite struct FormInputsTests {
    private static func form(_ fields: (String, String)...) -> WebForm {
        var form = WebForm()
        form.fields = fields.map { WebForm.Field($0.0, $0.1) }
        return form
    }

    private static func list(_ keys: [String], selected: Int = 0) -> ListBlock {
        ListBlock(
            [.text(.blank)], rows: keys.map { [Span(verbatim: $0)] }, selected: selected
        ).keyed(keys, .selects)
    }

    private static func inputs(_ form: WebForm, on screen: Screen) throws -> [RouterInput] {
        guard case .inputs(let inputs, _) = try FormInputs.wish(of: form, on: screen, in: .english) else { return [] }
        return inputs
    }

    /// A list that has changed under a finger: the row is found by its name, and never another one in its place.
    @Test func aRowIsChosenByItsName() throws {
        let form = Self.form(("do", "perform.remove"), ("row", "b"))
        let remove = SceneAction("remove", nil, Text(verbatim: "remove"))
        let moved = Screen(.blank, blocks: [.list(Self.list(["new", "a", "b"]))], actions: [remove])
        #expect(try Self.inputs(form, on: moved) == [.scene(.choose(2)), .scene(.perform("remove"))])
        let gone = Screen(.blank, blocks: [.list(Self.list(["new", "a"]))], actions: [remove])
        #expect(throws: FormInputs.Refusal.rowIsGone) { try Self.inputs(form, on: gone) }
    }

    @Test func aButtonThatIsNotThereDoesNothing() throws {
        let go = SceneAction("go", nil, Text(verbatim: "go"), obstacle: Text(verbatim: "not now"))
        let screen = Screen(.blank, blocks: [], actions: [go])
        for name in ["perform.go", "perform.other", "steal", "open.x", "perform."] {
            #expect(throws: (any Error).self) { try Self.inputs(Self.form(("do", name)), on: screen) }
        }
        // While a question is open, only its answers count.
        let asking = Screen(
            .blank, blocks: [.question(Question(Text(verbatim: "sure?"), yes: Text(verbatim: "yes")))],
            actions: [SceneAction("remove", nil, Text(verbatim: "remove"))])
        #expect(throws: FormInputs.Refusal.notPossible) {
            try Self.inputs(Self.form(("do", "perform.remove")), on: asking)
        }
        #expect(try Self.inputs(Self.form(("do", "perform.yes")), on: asking) == [.scene(.perform("yes"))])
    }

    /// Two accounts of one name: the second one of the page is the second one here, and one that is gone is refused.
    @Test func aChoiceIsFoundByItsTextAmongEqualOnes() throws {
        let names = ["main", "main", "other"].map { Text(verbatim: $0) }
        let screen = Screen(.blank, blocks: [.form(Form([FormField("from", .blank, .choice(names))]))])
        let second = try Self.inputs(Self.form(("do", "fill"), ("field.from", "2 main")), on: screen)
        #expect(second == [.scene(.focus(field: "from")), .scene(.pick(field: "from", 1))])
        for value in ["3 main", "1 gone", "main", "0 main", "-1 main", ""] {
            #expect(throws: FormInputs.Refusal.notPossible) {
                try Self.inputs(Self.form(("do", "fill"), ("field.from", value)), on: screen)
            }
        }
    }

    @Test func enterSendsTheWholeForm() throws {
        let screen = Screen(
            .blank, blocks: [.form(Form([FormField("to", .blank), FormField("amount", .blank, text: "5")]))])
        let inputs = try Self.inputs(
            Self.form(("do", "enter"), ("field.to", "anna"), ("field.amount", "5"), ("field.else", "x")), on: screen)
        #expect(
            inputs == [
                .scene(.focus(field: "to")), .scene(.fill(field: "to", "anna")), .scene(.focus(field: "amount")),
                .scene(.enter),
            ])
    }

    /// A page shows no secret: beside a code that is asked for on top of it, an empty field was not typed into again.
    @Test func aSecretStaysAsItWasTypedWhileACodeIsAskedFor() throws {
        let screen = Screen(
            .blank,
            blocks: [.form(Form([FormField("password", .blank, .secret, text: "old"), FormField("code", .blank)]))])
        func inputs(_ password: String) throws -> [RouterInput] {
            try Self.inputs(Self.form(("do", "fill"), ("field.password", password), ("field.code", "")), on: screen)
        }
        #expect(try inputs("").isEmpty)
        let typed = try inputs("new")
        #expect(typed == [.scene(.focus(field: "password")), .scene(.fill(field: "password", "new"))])
    }

    /// Nobody finds the secret of somebody else in a form that was left behind.
    @Test func aSecretIsTypedAgainAnywhereElse() throws {
        let secret = FormField("password", .blank, .secret, text: "old")
        let cleared: [RouterInput] = [
            .scene(.focus(field: "password")), .scene(.fill(field: "password", "")),
        ]
        let withoutCode = Screen(.blank, blocks: [.form(Form([FormField("name", .blank, text: "a"), secret]))])
        #expect(
            try Self.inputs(
                Self.form(("do", "fill"), ("field.name", "a"), ("field.password", "")), on: withoutCode) == cleared)
        let other = Screen(
            .blank,
            blocks: [.form(Form([FormField("login", .blank, text: "anna"), secret, FormField("code", .blank)]))])
        let form = Self.form(("do", "fill"), ("field.login", "boris"), ("field.password", ""), ("field.code", "1"))
        #expect(try Self.inputs(form, on: other).contains(.scene(.fill(field: "password", ""))))
    }

    /// The answer of an authenticator sends the form that asked for it.
    @Test func aPasskeySendsItsForm() throws {
        let request = try PasskeyBlock(.prove, ["challenge": "AQ"], .blank)
        let form = Form([
            FormField("code", .blank), FormField("passkey", .blank, .passkey(request, answer: nil)),
        ])
        let inputs = try Self.inputs(
            Self.form(("do", "credential"), ("credential", "{}"), ("field.code", "")),
            on: Screen(.blank, blocks: [.form(form)]))
        #expect(inputs == [.scene(.credential("{}")), .scene(.focus(field: "passkey")), .scene(.enter)])
        #expect(throws: FormInputs.Refusal.notPossible) {
            try Self.inputs(
                Self.form(("do", "credential"), ("credential", "")), on: Screen(.blank, blocks: [.form(form)]))
        }
        let alone = try Self.inputs(
            Self.form(("do", "credential"), ("credential", "{}")), on: Screen(.blank, blocks: [.passkey(request)]))
        #expect(alone == [.scene(.credential("{}"))])
    }

    /// Enter in a field presses the first button of a form: never the one that asks a device. Alone, it is the first.
    @Test func aPasskeyStandsBehindTheOtherButtons() throws {
        let request = try PasskeyBlock(.prove, ["challenge": "AQ"], .blank)
        let passkey = FormField("passkey", .blank, .passkey(request, answer: nil))
        func buttons(_ fields: [FormField]) -> [String] {
            let screen = Screen(
                .blank, blocks: [.form(Form(fields))],
                actions: [SceneAction(.enter, .enter, Text(verbatim: "send"))])
            let scene = SceneMarkup(
                language: .english, address: .limits(of: nil), action: WebLink("limits"), ticket: .nothing)
            let html = PaneMarkup(scene: scene, screen: screen).html(screen.panes[0], isFirst: true).markup
            return html.matches(of: /name="do" value="([a-z]+)"/).map { String($0.1) }
        }
        #expect(buttons([FormField("code", .blank), passkey]) == ["enter", "credential"])
        #expect(buttons([passkey]) == ["credential"])
    }

    @Test func typingIsNoStep() throws {
        let screen = Screen(.blank, blocks: [.form(Form([FormField("to", .blank)]))])
        let wish = try FormInputs.wish(of: Self.form(("do", "fill"), ("field.to", "a")), on: screen, in: .english)
        guard case .inputs(_, let isStep) = wish else {
            Issue.record("\(wish)")
            return
        }
        #expect(!isStep)
    }

    /// A pane's buttons mean that pane, and only panes that take keys.
    @Test func aFormSaysItsPane() throws {
        let screen = Screen(
            .blank,
            panes: [
                Pane(.main, .blank, blocks: [.list(Self.list(["a"]))]),
                Pane("other", .blank, .aside, blocks: [.list(Self.list(["x", "y"]).keyed(["x", "y"], .enters))]),
            ])
        let inputs = try Self.inputs(Self.form(("do", "open.y"), ("pane", "other")), on: screen)
        #expect(inputs == [.scene(.pane("other")), .scene(.choose(1)), .scene(.enter)])
    }
}
