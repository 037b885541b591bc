// Tables as records: `try connection.all(NameTable.self, "WHERE owner = ?", owner)`.

extension Connection {
    /// Returns the records selected by `rest`, in its order.
    ///
    /// - Parameter rest: The text after `SELECT ... FROM table`: `WHERE`, `JOIN`, `ORDER BY` and the like.
    /// - Throws: ``SQLiteError`` of the SQL; the error of the table's `read`.
    @inlinable
    public func all<T: Table, each Argument: SQLiteValue>(
        _ table: T.Type, _ rest: StaticString, _ arguments: repeat each Argument
    ) throws -> [T.Record] {
        try all(table, rest, repeat each arguments, as: T.read)
    }

    /// Returns the results of `value` for the rows selected by `rest`, in its order.
    @inlinable
    public func all<T: Table, each Argument: SQLiteValue, Value>(
        _ table: T.Type, _ rest: StaticString, _ arguments: repeat each Argument,
        as value: (borrowing NamedRow<T.Columns>) throws -> Value
    ) throws -> [Value] {
        let row = try select(table, rest)
        row.statement.bind(repeat each arguments)
        return try row.all(as: value)
    }

    /// Returns the results of `value` for the rows selected by SQL composed at run time, which is compiled each time.
    @inlinable
    public func all<T: Table, each Argument: SQLiteValue, Value>(
        _ table: T.Type, dynamic rest: String, _ arguments: repeat each Argument,
        as value: (borrowing NamedRow<T.Columns>) throws -> Value
    ) throws -> [Value] {
        let row = try select(table, dynamic: rest)
        row.statement.bind(repeat each arguments)
        return try row.all(as: value)
    }

    /// Returns the first record selected by `rest`; nil when there is none.
    @inlinable
    public func first<T: Table, each Argument: SQLiteValue>(
        _ table: T.Type, _ rest: StaticString, _ arguments: repeat each Argument
    ) throws -> T.Record? {
        let row = try select(table, rest)
        row.statement.bind(repeat each arguments)
        return try row.statement.step() ? try T.read(row) : nil
    }

    /// Opens the rows that `rest` chooses, in its order, for callers that step through several statements at once.
    /// - Throws: ``SQLiteError``: what reading the schema can run into.
    @inlinable
    public func rows<T: Table, each Argument: SQLiteValue>(
        _ table: T.Type, _ rest: StaticString, _ arguments: repeat each Argument
    ) throws(SQLiteError) -> NamedRow<T.Columns> {
        let row = try select(table, rest)
        row.statement.bind(repeat each arguments)
        return row
    }

    /// Opens the rows of a statement, its columns by name.
    ///
    /// - Parameter columns: The columns that the statement selects, in its order.
    @inlinable
    public func rows<Columns: ColumnList, each Argument: SQLiteValue>(
        _ columns: Columns.Type, _ sql: StaticString, _ arguments: repeat each Argument
    ) throws(SQLiteError) -> NamedRow<Columns> {
        NamedRow(try statement(sql, repeat each arguments))
    }

    /// Calls `body` for each row of a statement, with columns by name.
    ///
    /// - Parameter columns: The columns that the statement selects, in its order.
    @inlinable
    public func query<Columns: ColumnList, each Argument: SQLiteValue>(
        _ columns: Columns.Type, _ sql: StaticString, _ arguments: repeat each Argument,
        body: (borrowing NamedRow<Columns>) throws -> Void
    ) throws {
        let row = NamedRow<Columns>(try statement(sql, repeat each arguments))
        while try row.statement.step() { try body(row) }
    }

    /// Returns the result of `value` for the first row of a statement, with columns by name; nil when there is no row.
    @inlinable
    public func first<Columns: ColumnList, each Argument: SQLiteValue, Value>(
        _ columns: Columns.Type, _ sql: StaticString, _ arguments: repeat each Argument,
        as value: (borrowing NamedRow<Columns>) throws -> Value
    ) throws -> Value? {
        let row = NamedRow<Columns>(try statement(sql, repeat each arguments))
        return try row.statement.step() ? try value(row) : nil
    }

    /// Inserts a record.
    ///
    /// - Parameter rest: The text after the values: `ON CONFLICT DO NOTHING` and the like.
    /// - Throws: ``SQLiteError`` of the SQL; the error of the table's `write`.
    public func insert<T: Table>(
        _ record: T.Record, into table: T.Type, _ rest: StaticString = ""
    ) throws {
        try write(record, to: table, StatementKey(table, .insert, rest)) { T.insert("\(rest)") }
    }

    /// Inserts a record, or replaces the one with the same key.
    public func upsert<T: Table>(_ record: T.Record, in table: T.Type) throws {
        try write(record, to: table, StatementKey(table, .upsert), T.upsert)
    }

    /// Replaces the record with the same key, if there is one.
    public func update<T: Table>(_ record: T.Record, in table: T.Type) throws {
        try write(record, to: table, StatementKey(table, .update), T.update)
    }

    private func write<T: Table>(
        _ record: T.Record, to table: T.Type, _ key: StatementKey, _ sql: () -> String
    ) throws {
        var row = NewRow<T.Columns>(try prepared(key, sql))
        try T.write(record, to: &row)
        try row.write()
    }

    @usableFromInline
    func select<T: Table>(_ table: T.Type, _ rest: StaticString) throws(SQLiteError) -> NamedRow<T.Columns> {
        NamedRow(try prepared(StatementKey(table, .select, rest)) { T.select("\(rest)") })
    }

    @usableFromInline
    func select<T: Table>(_ table: T.Type, dynamic rest: String) throws(SQLiteError) -> NamedRow<T.Columns> {
        NamedRow(try statement(dynamic: T.select(rest)))
    }
}

extension NamedRow {
    /// Returns the results of `value` for each row of the statement.
    @inlinable
    borrowing func all<Value>(as value: (borrowing NamedRow) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        while try statement.step() { values.append(try value(self)) }
        return values
    }
}
