import Testing

/// The parser that the tests of compose.yaml rely on.
@Suite struct YAMLReaderTests {
    @Test func mapsListsAnchorsAndMergesAreRead() throws {
        let document = try YAMLReader.read(
            """
            # a comment
            x-base: &base
              image: box
              volumes:
                - run:/run
                - "data:/data"
            services:
              one:
                <<: *base
                image: other
                command: [one, "two three"]
              two:
                <<: *base
            volumes:
              run:
            """)
        #expect(document["services"]?["one"]?["image"]?.text == "other")
        #expect(document["services"]?["one"]?["command"]?.list == ["one", "two three"])
        #expect(document["services"]?["two"]?["image"]?.text == "box")
        #expect(document["services"]?["two"]?["volumes"]?.list == ["run:/run", "data:/data"])
        #expect(document["volumes"]?["run"]?.text == "")
    }

    @Test(arguments: [
        ("a: 1\na: 2", 2), ("a", 1), ("a:\n\tb: 1", 2), ("a: 'x'", 1), ("a: {b: c}", 1), ("a: [b", 1), ("a: *none", 1),
        ("<<: *none", 1), ("a: b # why", 1), ("a: \"b", 1), ("a:\n  b: 1\n c: 2", 3), ("a: b: c", 1),
    ])
    func whatIsNotUnderstoodIsRefused(text: String, line: Int) {
        let error = #expect(throws: YAMLReader.Malformed.self) { try YAMLReader.read(text) }
        #expect(error?.line == line)
    }
}
