import Tables

extension FuzzTarget {
    /// Tables (CSV): rows that are written are read again as the same, strictly.
    static let tables = FuzzTarget("tables", maximumLength: 4_096, modules: ["Tables"], samples: ["Samples/Banks"]) {
        bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        for quoting in [CSVReader.Quoting.strict, .lenient] {
            do {
                let rows = try CSVReader.rows(of: text, separator: CSVReader.separator(of: text), quoting: quoting)
                try checkTable(rows)
            } catch let error as CSVProblem {
                let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
                try demand((1...lines).contains(error.line), "line \(error.line) of \(lines) is refused")
                try Refusals.check(error.refusal)
            }
        }
        _ = try? CSVTable(text)
        let cell = CSVCell.safe(text)
        try demand(CSVCell.original(cell) == text, "a cell is not restored")
    }

    private static func checkTable(_ rows: [CSVRow]) throws {
        var written: [UInt8] = []
        for row in rows {
            try demand((1...CSVReader.mostFields).contains(row.fields.count), "a row has \(row.fields.count) fields")
            CSVCell.append(row: row.fields, to: &written)
        }
        let again = try CSVReader.rows(of: String(decoding: written, as: UTF8.self), quoting: .strict)
        try demand(again.map(\.fields) == rows.map(\.fields), "rows are read otherwise than they were written")
    }
}
