import Testing

/// The reader that all rules rely on.
@Suite struct PlainCodeTests {
    @Test(arguments: [
        (#"let a = "x // y" // z"#, #"let a = "      "     "#),
        (#"f("\(g("q!")) r", b)"#, #"f("\(g("  "))  ", b)"#),
        (##"let a = #"no \(b) "here" \#(c)"# + d"##, ##"let a = #"               \#(c)"# + d"##),
        ("a /* b /* c */ d */ e", "a" + String(repeating: " ", count: 19) + "e"),
        (#"let q = "\"" + b!"#, #"let q = "  " + b!"#),
        ("let t = \"\"\"\n  it's \"so\"!\n  \"\"\"; b", "let t = \"\"\"\n            \n  \"\"\"; b"),
        ("#if DEBUG", "#if DEBUG"),
    ])
    func commentsAndLiteralsBecomeBlanks(source: String, plain: String) {
        #expect(PlainCode.lines(of: source).joined(separator: "\n") == plain)
    }
}
