/// Replacements for values of `TERM` without a description on this machine. People who connect over ssh bring the names
/// of their terminals along. A server seldom knows `xterm-kitty`, `alacritty` or `xterm-16color`, although all of them
/// behave like xterm.
enum TerminalKind {
    /// Families of terminals, each with compatible kinds that every machine knows: term(7), terminfo(5).
    private static let families: [(names: [String], with256: String, with8: String)] = [
        (["screen", "tmux"], "screen-256color", "screen"),
        (
            [
                "xterm", "alacritty", "contour", "foot", "ghostty", "gnome", "iterm", "iterm2", "kitty", "konsole",
                "mintty",
                "nsterm", "putty", "rio", "st", "vte", "wezterm",
            ], "xterm-256color", "xterm"
        ),
        (["rxvt"], "rxvt-unicode-256color", "rxvt"), (["linux"], "linux", "linux"),
        (["vt100", "vt220", "vt320"], "vt220", "vt100"),
    ]

    /// Returns the kinds to try, the named one first; empty when no kind is named.
    static func known(for term: String?) -> [String] {
        guard let term, !term.isEmpty else { return [] }
        // `screen.xterm-256color` is a screen within an xterm.
        let name = term.lowercased().prefix { $0 != "-" && $0 != "." && $0 != "+" }
        guard let family = families.first(where: { $0.names.contains(String(name)) }) else { return [term] }
        let isSmall = ["16color", "8color", "color", "mono", "m"].contains { term.hasSuffix("-\($0)") }
        let others = isSmall ? [family.with8] : [family.with256, family.with8]
        return [term] + others.filter { $0 != term }
    }
}
