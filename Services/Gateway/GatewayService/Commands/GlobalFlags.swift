/// The flags that every command has.
enum GlobalFlags {
    /// In the order of the help.
    static let shapes = [
        FlagShape("json", .toggle, "Print the service's answer as one line of JSON, faults too."),
        FlagShape("profile", .text, "Act as the person signed in under this name (KOPILKA_PROFILE)."),
        FlagShape("timeout", .duration, "How long to wait for an answer; 10s unless said otherwise."),
        FlagShape("run", .text, placeholder: "DIR", "Where the sockets are (KOPILKA_RUN)."),
        FlagShape("no-input", .toggle, "Never ask; fail and name the flag that is missing."),
        FlagShape("no-color", .toggle, "No colours (NO_COLOR)."),
        FlagShape("help", .toggle, short: "h", "Explain the command."),
    ]

    /// For commands that change something.
    static let idempotencyKey = FlagShape(
        "idempotency-key", .text, placeholder: "KEY",
        "Names this attempt: the same key and content have their effect once. The gateway makes one itself.")
}
