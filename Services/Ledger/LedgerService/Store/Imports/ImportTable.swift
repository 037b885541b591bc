import Storage

/// A row of `imports`: the sums of an import's records.
struct ImportRow: Equatable {
    let number: Int64
    let account: Int64
    var rows: Int64 = 0
    var income: Int64 = 0
    var expense: Int64 = 0
    var opening: Int64?
    let importedAt: Int64
    var firstAt: Int64
    var lastAt: Int64
    var undoneAt: Int64?
}

/// The table of imports.
enum ImportTable: Table {
    enum Columns: Int, ColumnList {
        case number, account, rows, incomeMinor, expenseMinor, openingMinor, importedAtUs, firstAtUs, lastAtUs,
            undoneAtUs
    }

    static let name = "imports"
    static let key = [Columns.number]

    static func write(_ record: ImportRow, to row: inout NewRow<Columns>) {
        row.set(.number, record.number)
        row.set(.account, record.account)
        row.set(.rows, record.rows)
        row.set(.incomeMinor, record.income)
        row.set(.expenseMinor, record.expense)
        row.set(.openingMinor, record.opening)
        row.set(.importedAtUs, record.importedAt)
        row.set(.firstAtUs, record.firstAt)
        row.set(.lastAtUs, record.lastAt)
        row.set(.undoneAtUs, record.undoneAt)
    }

    static func read(_ row: borrowing NamedRow<Columns>) throws(SQLiteError) -> ImportRow {
        try ImportRow(
            number: row[.number], account: row[.account], rows: row[.rows], income: row[.incomeMinor],
            expense: row[.expenseMinor], opening: row[.openingMinor], importedAt: row[.importedAtUs],
            firstAt: row[.firstAtUs], lastAt: row[.lastAtUs], undoneAt: row[.undoneAtUs])
    }
}
