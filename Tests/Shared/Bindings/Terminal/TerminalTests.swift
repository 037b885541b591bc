import Glibc
import Testing

@testable import Terminal

@Suite struct TerminalTests {
    @Test(
        arguments: [
            (9, TerminalKey.tab), (10, .enter), (13, .enter), (27, .escape), (127, .backspace), (3, .control("c")),
            (0x451, .character("ё")), (0x1F4B0, .character("💰")),
        ] as [(UInt32, TerminalKey)])
    func charactersAreKeys(value: UInt32, key: TerminalKey) { #expect(TerminalKey(character: value) == key) }

    @Test(arguments: [0, 28, 31, 0xD800, 0x11_0000] as [UInt32])
    func whatNobodyTypesIsNoKey(value: UInt32) { #expect(TerminalKey(character: value) == nil) }

    @Test func codesOfNothingAreNoKey() { #expect(TerminalKey(code: 0xFFFF) == nil) }

    @Test(
        arguments: [
            ("xterm-256color", ["xterm-256color", "xterm"]), ("xterm-16color", ["xterm-16color", "xterm"]),
            ("xterm-kitty", ["xterm-kitty", "xterm-256color", "xterm"]),
            ("alacritty", ["alacritty", "xterm-256color", "xterm"]),
            ("foot-extra", ["foot-extra", "xterm-256color", "xterm"]),
            ("tmux-256color", ["tmux-256color", "screen-256color", "screen"]),
            ("screen.xterm-256color", ["screen.xterm-256color", "screen-256color", "screen"]),
            ("linux-16color", ["linux-16color", "linux"]), ("wyse60", ["wyse60"]), ("dumb", ["dumb"]), ("", []),
        ] as [(String, [String])])
    func whatNobodyDescribedIsTakenForItsFamily(term: String, kinds: [String]) {
        #expect(TerminalKind.known(for: term) == kinds)
        #expect(TerminalKind.known(for: nil) == [])
    }

    /// Standard input of a test is not a terminal, or its output is read by a program.
    @Test func withoutATerminalThereIsNoScreen() {
        guard isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0 else { return }
        #expect(throws: TerminalError(.notATerminal)) {
            _ = try TerminalScreen(wantsColor: true, wantsMouse: false)
        }
    }
}
