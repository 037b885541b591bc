// Statements with their values: `try connection.run("INSERT INTO names (id, name) VALUES (?, ?)", id, name)`.
//
// Values have the order of their placeholders. Columns are passed in order to the parameters of a closure or an
// initialiser: `try connection.all("SELECT id, name FROM names", as: Name.init)`. A wrong number of placeholders or
// columns is a bug and traps when the statement first runs.

extension Connection {
    /// Opens a statement and binds its values.
    /// - Throws: ``SQLiteError``: `sql` and errors of reading the schema.
    @inlinable
    public func statement<each Argument: SQLiteValue>(
        _ sql: StaticString, _ arguments: repeat each Argument
    ) throws(SQLiteError) -> Statement {
        let statement = try self.statement(sql)
        statement.bind(repeat each arguments)
        return statement
    }

    /// Runs one statement to its end; rows are skipped.
    /// - Throws: ``SQLiteError``: any error of the SQL.
    @inlinable
    public func run<each Argument: SQLiteValue>(
        _ sql: StaticString, _ arguments: repeat each Argument
    ) throws(SQLiteError) {
        let statement = try statement(sql)
        statement.bind(repeat each arguments)
        while try statement.step() {}
    }

    /// Runs one statement and calls `body` with the columns of each row, in order, before the next is computed.
    /// - Throws: ``SQLiteError`` of the SQL or of `body`.
    @inlinable
    public func query<each Argument: SQLiteValue, each Column: SQLiteValue>(
        _ sql: StaticString, _ arguments: repeat each Argument,
        body: (repeat each Column) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        let statement = try statement(sql)
        statement.bind(repeat each arguments)
        statement.row.expect(repeat (each Column).self)
        while try statement.step() { try statement.row.read(as: body) }
    }

    /// Returns the results of `value` for the columns of each row, in order.
    /// - Throws: ``SQLiteError`` of the SQL or of `value`.
    @inlinable
    public func all<each Argument: SQLiteValue, each Column: SQLiteValue, Value>(
        _ sql: StaticString, _ arguments: repeat each Argument,
        as value: (repeat each Column) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> [Value] {
        let statement = try statement(sql)
        statement.bind(repeat each arguments)
        statement.row.expect(repeat (each Column).self)
        var values: [Value] = []
        while try statement.step() { values.append(try statement.row.read(as: value)) }
        return values
    }

    /// Returns the only column of each row, in order.
    /// - Throws: ``SQLiteError``: any error of the SQL.
    @inlinable
    public func all<each Argument: SQLiteValue, Column: SQLiteValue>(
        _ sql: StaticString, _ arguments: repeat each Argument
    ) throws(SQLiteError) -> [Column] {
        let statement = try statement(sql)
        statement.bind(repeat each arguments)
        statement.row.expect(Column.self)
        var values: [Column] = []
        while try statement.step() { values.append(try Column.read(statement.row, at: 0)) }
        return values
    }

    /// Returns the result of `value` for the columns of the first row; nil when there is no row.
    /// - Throws: ``SQLiteError`` of the SQL or of `value`.
    @inlinable
    public func first<each Argument: SQLiteValue, each Column: SQLiteValue, Value>(
        _ sql: StaticString, _ arguments: repeat each Argument,
        as value: (repeat each Column) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value? {
        let statement = try statement(sql)
        statement.bind(repeat each arguments)
        statement.row.expect(repeat (each Column).self)
        return try statement.step() ? try statement.row.read(as: value) : nil
    }

    /// Returns the only column of the first row; nil when there is no row or the column is null.
    /// - Throws: ``SQLiteError``: any error of the SQL.
    @inlinable
    public func first<each Argument: SQLiteValue, Column: SQLiteValue>(
        _ sql: StaticString, _ arguments: repeat each Argument
    ) throws(SQLiteError) -> Column? {
        let statement = try statement(sql)
        statement.bind(repeat each arguments)
        statement.row.expect(Column.self)
        return try statement.step() ? try Column?.read(statement.row, at: 0) : nil
    }
}

extension Statement {
    /// Binds a value to each placeholder, in order.
    @inlinable @inline(__always)
    public borrowing func bind<each Argument: SQLiteValue>(_ arguments: repeat each Argument) {
        var index = 0
        repeat bind(each arguments, after: &index)
        precondition(index == placeholders, "A statement was given another number of values than it has placeholders.")
    }

    /// Increments `index` and binds a value to that placeholder.
    @inlinable @inline(__always)
    public borrowing func bind<Argument: SQLiteValue>(_ argument: Argument, after index: inout Int) {
        index += 1
        argument.bind(to: self, at: index)
    }

    /// Binds the values, runs to the end and resets the statement.
    /// - Throws: ``SQLiteError``: any error of the SQL.
    @inlinable
    public borrowing func run<each Argument: SQLiteValue>(_ arguments: repeat each Argument) throws(SQLiteError) {
        reset()
        bind(repeat each arguments)
        while try step() {}
    }
}

extension Row {
    /// Returns the result of `value` for the columns.
    /// - Throws: ``SQLiteError`` `corrupt` for a column whose value does not fit its type; the error of `value`.
    @inlinable
    public borrowing func read<each Column: SQLiteValue, Value>(
        as value: (repeat each Column) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        var index = 0
        return try value(repeat try (each Column).read(self, next: &index))
    }

    /// Traps when the number of columns differs from the number of types.
    @inlinable
    borrowing func expect<each Column>(_ types: repeat (each Column).Type) {
        var expected = 0
        for _ in repeat each types { expected += 1 }
        precondition(count == expected, "A statement has another number of columns than are read.")
    }
}

extension SQLiteValue {
    /// Reads the column at `index` and increments the index.
    @inlinable @inline(__always)
    static func read(_ row: borrowing Row, next index: inout Int) throws(SQLiteError) -> Self {
        defer { index += 1 }
        return try read(row, at: index)
    }
}
