/// What `TERM` may stand for where nobody described it: people who come over ssh bring the names of their terminals along,
/// and a server seldom knows `xterm-kitty`, `alacritty` or `xterm-16color`, though all of these do what xterm does.
enum TerminalKind {
    /// Families of terminals, each with what every machine knows that does the same: term(7), terminfo(5).
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

    /// The kinds to try, the one that was named first; none where nothing was named.
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
