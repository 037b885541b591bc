import SQLite
import Testing

@Suite struct TableTests {
    struct Book: Equatable {
        var isbn: String
        var titleEn: String
        var pages: Int?
        var addedAt: Int64 = 1
    }

    enum BookTable: Table {
        enum Columns: Int, ColumnList {
            case isbn, titleEn, pages, addedUs, cover
        }

        static let name = "books"
        static let key = [Columns.isbn]
        static let constant: [Columns] = [.addedUs, .cover]
        static let unread = [Columns.cover]

        static func write(_ book: Book, to row: inout NewRow<Columns>) {
            row.set(.isbn, book.isbn)
            row.set(.titleEn, book.titleEn)
            row.set(.pages, book.pages)
            row.set(.addedUs, book.addedAt)
            row.set(.cover, [1, 2, 3] as [UInt8])
        }

        static func read(_ row: borrowing NamedRow<Columns>) throws -> Book {
            try Book(isbn: row[.isbn], titleEn: row[.titleEn], pages: row[.pages], addedAt: row[.addedUs])
        }
    }

    enum ForgetfulTable: Table {
        typealias Columns = BookTable.Columns

        static let name = "books"
        static let key = [Columns.isbn]

        static func write(_ book: Book, to row: inout NewRow<Columns>) { row.set(.isbn, book.isbn) }
        static func read(_ row: borrowing NamedRow<Columns>) throws -> Book { try BookTable.read(row) }
    }

    let connection: Connection

    init() throws {
        connection = try Connection(path: ":memory:")
        // In another order than the listed columns.
        try connection.execute(
            """
            CREATE TABLE books (cover BLOB NOT NULL, added_us INTEGER NOT NULL, pages INTEGER, title_en TEXT NOT NULL,
                isbn TEXT PRIMARY KEY) STRICT;
            CREATE TABLE shelves (book TEXT, shelf TEXT);
            """)
        for number in 1...3 {
            try connection.insert(Book(isbn: "\(number)", titleEn: "t\(number)"), into: BookTable.self)
        }
    }

    @Test func recordsComeBackAsTheyWere() throws {
        #expect(try connection.all(BookTable.self, "ORDER BY isbn DESC").map(\.isbn) == ["3", "2", "1"])
        #expect(try connection.first(BookTable.self, "WHERE isbn = ?", "2") == Book(isbn: "2", titleEn: "t2"))
        #expect(try connection.first(BookTable.self, "WHERE isbn = ?", "4") == nil)
    }

    @Test func tablesAreJoined() throws {
        try connection.run("INSERT INTO shelves (book, shelf) VALUES (?, ?), (?, ?)", "3", "a", "1", "b")
        let found = try connection.all(
            BookTable.self, "JOIN shelves ON shelves.book = books.isbn WHERE shelf = ?", "a")
        #expect(found.map(\.isbn) == ["3"])
    }

    @Test func aRowIsReadByNames() throws {
        let titles: [String] = try connection.all(
            BookTable.self, dynamic: "WHERE isbn IN ('1', '2') AND isbn <> ?", "1"
        ) { row in try row[.titleEn] }
        #expect(titles == ["t2"])
    }

    @Test func upsertReplacesAllButWhatIsConstant() throws {
        try connection.run("UPDATE books SET cover = x'07'")
        try connection.upsert(Book(isbn: "1", titleEn: "new", pages: 9, addedAt: 5), in: BookTable.self)
        try connection.upsert(Book(isbn: "9", titleEn: "nine", addedAt: 5), in: BookTable.self)
        #expect(
            try connection.first(BookTable.self, "WHERE isbn = '1'")
                == Book(isbn: "1", titleEn: "new", pages: 9, addedAt: 1))
        #expect(try connection.first(BookTable.self, "WHERE isbn = '9'")?.addedAt == 5)
        #expect(try connection.first("SELECT cover FROM books WHERE isbn = '1'") == [7 as UInt8])
    }

    @Test func updateAddsNothing() throws {
        try connection.update(Book(isbn: "2", titleEn: "new", addedAt: 5), in: BookTable.self)
        try connection.update(Book(isbn: "9", titleEn: "nine"), in: BookTable.self)
        #expect(
            try connection.all(BookTable.self, "ORDER BY isbn") == [
                Book(isbn: "1", titleEn: "t1"), Book(isbn: "2", titleEn: "new"), Book(isbn: "3", titleEn: "t3"),
            ])
    }

    @Test func whatComesAfterTheValuesIsTheCallers() throws {
        try connection.insert(Book(isbn: "1", titleEn: "other"), into: BookTable.self, "ON CONFLICT DO NOTHING")
        #expect(connection.changes == 0)
        #expect(throws: SQLiteError(code: .primaryKeyConstraint, message: "")) {
            try connection.insert(Book(isbn: "1", titleEn: "other"), into: BookTable.self)
        }
    }

    @Test func aColumnThatIsForgottenTraps() async {
        await #expect(processExitsWith: .failure) {
            let tests = try TableTests()
            try tests.connection.insert(Book(isbn: "9", titleEn: ""), into: ForgetfulTable.self)
        }
    }
}
