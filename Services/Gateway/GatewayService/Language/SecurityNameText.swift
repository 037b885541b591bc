/// What a security is called. One that was made up is called so by the market.
enum SecurityNameText {
    static func of(_ name: String?) -> Text {
        name == "made up" ? Text("made up", "придумана") : Text(verbatim: name ?? "")
    }
}
