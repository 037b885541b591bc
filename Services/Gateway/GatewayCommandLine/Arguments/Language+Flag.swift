import Domain
import GatewayWords

extension Language {
    /// The flag that chooses a language.
    static let flag = FlagShape(
        "lang", .choice(allCases.map(\.rawValue)), placeholder: "en|ru",
        Text(
            "Speak English or Russian; by default as LC_ALL, LC_MESSAGES or LANG say.",
            "Говорить по-английски или по-русски; иначе — как велят LC_ALL, LC_MESSAGES или LANG."))
}
