/// What a security is called. One that was made up is called so by the market.
enum SecurityNameText {
    static func of(_ name: String?) -> Text {
        name == "made up" ? Text("made up", "придуманная бумага") : Text(verbatim: name ?? "")
    }

    /// A heading for a security or a bond: its name with what it is known by, `Sberbank (SBER)`; that alone where it has no
    /// name.
    static func title(_ known: String, name: String?) -> Text {
        guard let name, !name.isEmpty, name != known else { return Text(verbatim: known) }
        return Text(verbatim: "") + of(name) + Text(verbatim: " (\(known))")
    }
}
