import GatewayScenes
import GatewayWords

extension SceneMarkup {
    /// Returns the button that asks an authenticator. The page asks at once after a button that means a passkey; where
    /// a code serves as well, it waits for the person.
    func passkey(_ request: PasskeyBlock) -> HTML {
        let data = [
            HTMLAttribute.data("purpose", request.purpose.rawValue), .data("options", request.options),
            .data("refused", say(PageTexts.passkeyRefused)), .data("known", say(PageTexts.passkeyKnown)),
            .data("failed", say(PageTexts.passkeyFailed)),
        ]
        let classes: HTMLAttribute = request.purpose == .prove ? .classes("passkey") : .classes("passkey", "now")
        return .element(
            .div, [classes] + data.compactMap(\.self),
            [
                SceneMarkup.hidden("credential", ""),
                .tag(
                    .button, .classes("btn", "go"), .text(.name, "do"), .text(.value, "credential"),
                    text: title(request.title)),
                .element(.p, [.classes("error"), .text(.role, "alert")], []),
                .tag(.p, .classes("label"), text: say(PageTexts.passkeyNeeds)),
            ])
    }
}
