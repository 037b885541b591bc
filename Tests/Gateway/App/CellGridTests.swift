import Domain
import Terminal
import Testing

@testable import GatewayTerminal

@Suite struct CellGridTests {
    @Test func textsAreCutAtTheEdge() {
        var grid = CellGrid(rows: 2, columns: 6)
        #expect(grid.put("abcdefgh", row: 0, column: 1) == 6)
        #expect(grid.put("xyz", row: 1, column: 0, width: 2) == 2)
        #expect(grid.lines == [" abcd…", "x…"])
    }

    @Test func whatIsOutsideIsNotWritten() {
        var grid = CellGrid(rows: 1, columns: 3)
        grid.put("abc", row: 1, column: 0)
        grid.put("abc", row: -1, column: 0)
        grid.put("abc", row: 0, column: 5)
        #expect(grid.lines == [""])
    }

    @Test func wideCharactersTakeTwoCells() {
        var grid = CellGrid(rows: 1, columns: 4)
        #expect(grid.put("你好", row: 0, column: 0) == 4)
        #expect(grid[0, 1].text.isEmpty)
        #expect(grid.lines == ["你好"])
    }

    @Test func anotherPersonsTextCannotSteerTheTerminal() {
        var grid = CellGrid(rows: 1, columns: 20)
        grid.put("a\u{1B}[2Jb\n\u{202E}c", row: 0, column: 0)
        #expect(!grid.lines[0].unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" })
    }

    @Test func aRowFallsIntoRunsOfOneLook() {
        var grid = CellGrid(rows: 1, columns: 8)
        grid.put("ab", row: 0, column: 0, style: .bold)
        grid.put("cd", row: 0, column: 2)
        let runs = grid.runs(ofRow: 0)
        #expect(runs.map(\.text) == ["ab", "cd    "])
        #expect(runs.map(\.column) == [0, 2])
        #expect(runs.first?.style == .bold)
    }

    @Test func widthsOfWrappedLinesAreKept() {
        let lines = Wrapping.lines("one two three four", width: 9)
        #expect(lines == ["one two", "three", "four"])
        #expect(Wrapping.lines("", width: 5) == [""])
    }
}
