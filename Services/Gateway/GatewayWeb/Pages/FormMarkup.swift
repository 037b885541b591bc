import Domain
import GatewayScenes
import GatewaySession
import GatewayWords

/// The fields of a scene's form. Each says what it is for, so that phones show the right keyboard and password managers
/// help.
struct FormMarkup {
    let scene: SceneMarkup
    let pane: String

    /// Returns the fields.
    func fields(of form: Form) -> HTML {
        let wrong = form.fields.first { $0.problem != nil }?.name
        return .group(form.fields.filter { !$0.isPasskey }.map { field($0, in: form, isFirstWrong: $0.name == wrong) })
    }

    /// Returns what asks an authenticator. It stands behind the other buttons of its form: Enter in a field presses the
    /// first one. HTML Standard, section 4.10.22.2.
    func passkeys(of form: Form) -> [HTML] {
        form.fields.compactMap { field in
            if case .passkey(let request, _) = field.kind { scene.passkey(request) } else { nil }
        }
    }

    private func field(_ field: FormField, in form: Form, isFirstWrong: Bool) -> HTML {
        let purpose = FieldPurpose.of(field, in: form)
        let id = "field-\(pane)-\(field.name)"
        let remark = field.problem ?? field.note
        var attributes: [HTMLAttribute] = [.text(.id, id), .text(.name, "field.\(field.name)")]
        if remark != nil { attributes.append(.text(.ariaDescribedBy, id + "-remark")) }
        if field.problem != nil { attributes.append(.text(.ariaInvalid, "true")) }
        if isFirstWrong { attributes.append(.flag(.autofocus)) }
        let isKept = form.keepsSecrets && !field.text.isEmpty
        var content: [HTML] = [
            .tag(.label, .text(.for, id), text: scene.title(field.label)),
            control(field, purpose, attributes, isKept: isKept),
        ]
        if !field.offers.isEmpty {
            content.append(
                .tag(
                    .datalist, .text(.id, id + "-offers"),
                    content: field.offers.prefix(50).map { .tag(.option, .text(.value, $0)) }))
        }
        if let remark {
            content.append(
                .tag(
                    .p, .classes(field.problem == nil ? "label" : "error"), .text(.id, id + "-remark"),
                    text: scene.say(remark)))
        }
        return .tag(.div, .classes(field.name == "amount" ? "field big" : "field"), content: content)
    }

    private func control(
        _ field: FormField, _ purpose: FieldPurpose, _ attributes: [HTMLAttribute], isKept: Bool
    ) -> HTML {
        switch field.kind {
        case .choice(let choices), .pick(let choices): return select(choices, field, attributes)
        case .day(let today):
            // A browser shows a day its own way, and sends it as ISO 8601.
            let day = TypedDay.day(field.text, today: today)
            guard field.text.isEmpty || day != nil else { return text(field, purpose, attributes) }
            return .element(
                .input, attributes + [.text(.type, "date"), .text(.value, day?.description ?? "")], [])
        case .secret:
            return .element(
                .input,
                attributes + [
                    .text(.type, "password"), .text(.autocomplete, purpose.autocomplete ?? "current-password"),
                ] + (isKept ? [.text(.placeholder, "••••••••")] : []), [])
        case .text: return text(field, purpose, attributes)
        case .passkey: return .nothing
        }
    }

    private func text(_ field: FormField, _ purpose: FieldPurpose, _ attributes: [HTMLAttribute]) -> HTML {
        var attributes = attributes + [.text(.type, purpose.type)]
        if purpose.type != "file" { attributes.append(.text(.value, field.text)) }
        if let mode = purpose.inputMode { attributes.append(.text(.inputmode, mode)) }
        attributes.append(.text(.autocomplete, purpose.autocomplete ?? "off"))
        if !field.offers.isEmpty { attributes.append(.text(.list, "field-\(pane)-\(field.name)-offers")) }
        return .element(.input, attributes, [])
    }

    private func select(_ choices: [Text], _ field: FormField, _ attributes: [HTMLAttribute]) -> HTML {
        // The value is the text, with its number among equal ones: another choice of a changed list is never taken.
        var seen: [String: Int] = [:]
        let options = choices.enumerated().map { index, choice -> HTML in
            let words = scene.say(choice)
            seen[words, default: 0] += 1
            var option: [HTMLAttribute] = [.text(.value, "\(seen[words] ?? 1) \(words)")]
            if index == field.choice { option.append(.flag(.selected)) }
            return .element(.option, option, [.text(words)])
        }
        return .element(.select, attributes, options)
    }

    /// Returns the number of the choice that a value of ``select(_:_:_:)`` means, counted from 0; nil when it is not
    /// among the choices any more.
    static func choice(_ value: String, among choices: [Text], in language: Language) -> Int? {
        guard let gap = value.firstIndex(of: " "), let number = Int(value[..<gap]), number > 0 else { return nil }
        let words = value[value.index(after: gap)...]
        let equal = choices.indices.filter { DisplayText.clean(choices[$0].spoken(in: language)) == words }
        return equal.count >= number ? equal[number - 1] : nil
    }
}

/// The purpose of a field, in the vocabulary of HTML.
///
/// - Source: HTML Standard, sections 4.10.18.7 (autocomplete) and 6.8.7 (inputmode).
struct FieldPurpose {
    var type = "text"
    var inputMode: String?
    var autocomplete: String?

    /// Returns the purpose of a field by its name, which scenes share.
    static func of(_ field: FormField, in form: Form) -> FieldPurpose {
        switch field.name {
        case "amount", "opening": FieldPurpose(inputMode: "decimal")
        case "email": FieldPurpose(type: "email", autocomplete: "email")
        case "login": FieldPurpose(autocomplete: "username")
        case "code": FieldPurpose(inputMode: "numeric", autocomplete: "one-time-code")
        case "password" where form.fields.contains { $0.name == "again" }:
            // A password that is typed twice is a new one.
            FieldPurpose(type: "password", autocomplete: "new-password")
        case "password": FieldPurpose(type: "password", autocomplete: "current-password")
        case "again": FieldPurpose(type: "password", autocomplete: "new-password")
        case "search", "text": FieldPurpose(type: "search")
        case "file": FieldPurpose(type: "file")
        case "count", "watch", "tail": FieldPurpose(inputMode: "numeric")
        default: FieldPurpose()
        }
    }
}
