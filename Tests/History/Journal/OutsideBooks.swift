import Domain
import Foundation
import Tables
import TestSupport
import Testing

/// Books as a program outside of the house understands them: hledger or Beancount.
struct OutsideBooks {
    /// An account and a commodity.
    struct Place: Hashable, Comparable {
        let account: String
        let currency: String

        static func < (left: Place, right: Place) -> Bool {
            (left.account, left.currency) < (right.account, right.currency)
        }
    }

    /// What a reader does not accept.
    struct Complaint: Error, CustomStringConvertible {
        let description: String
    }

    static let hledger = "/usr/bin/hledger"
    static let beanCheck = "/usr/bin/bean-check"
    /// Debian's, which has Beancount.
    static let python = "/usr/bin/python3"

    /// True where Debian's packages hledger and beancount are installed.
    static var areReadersInstalled: Bool {
        [hledger, beanCheck, python].allSatisfy(FileManager.default.isExecutableFile(atPath:))
    }

    /// The sums that are not zero, as decimal texts.
    var balances: [Place: String] = [:]
    /// The same from the income statement: what came in and what went out, both as positive numbers.
    var income: [Place: String] = [:]
    var expenses: [Place: String] = [:]
    /// The ids and descriptions of transactions.
    var texts: [String: String] = [:]

    // MARK: hledger

    /// Has hledger check a journal strictly, and reads it with its reports.
    static func hledger(_ content: String) async throws -> OutsideBooks {
        let folder = TemporaryDirectory()
        let file = try folder.write(content, to: "books.journal")
        for check in [["check", "--strict"], ["check", "ordereddates"]] {
            _ = try await output(of: hledger, ["-f", file] + check)
        }
        var books = OutsideBooks()
        let table = try await output(of: hledger, ["-f", file, "bal", "-N", "--flat", "--layout=bare", "-O", "csv"])
        for row in try cells(table).dropFirst() {
            books.balances[Place(account: row[0], currency: row[1])] = row[2]
        }
        let statement = try await output(of: hledger, ["-f", file, "is", "--flat", "--layout=bare", "-O", "csv"])
        var isIncome = false
        for row in try cells(statement).dropFirst(2) where row.count >= 3 {
            switch row[0] {
            case "Revenues": isIncome = true
            case "Expenses": isIncome = false
            case "total", "Net:": break
            default:
                let place = Place(account: row[0], currency: row[1])
                if isIncome { books.income[place] = row[2] } else { books.expenses[place] = row[2] }
            }
        }
        let register = try await output(of: hledger, ["-f", file, "print", "-O", "csv"])
        for row in try cells(register).dropFirst() {
            guard let id = row[6].firstMatch(of: /id:([^,]+)/)?.1 else { continue }
            books.texts[String(id)] = row[5]
        }
        withExtendedLifetime(folder) {}
        return books.withoutZeros
    }

    /// Returns the rows of a report of hledger by period, without its headings: the account, the commodity, and a
    /// number for each period.
    static func report(_ arguments: [String], of content: String) async throws -> [[String]] {
        let folder = TemporaryDirectory()
        let file = try folder.write(content, to: "books.journal")
        let table = try await output(
            of: hledger, ["-f", file] + arguments + ["-N", "--flat", "--layout=bare", "-O", "csv"])
        withExtendedLifetime(folder) {}
        return Array(try cells(table).dropFirst())
    }

    // MARK: Beancount

    /// What `read_beancount.py` prints.
    private struct Seen: Decodable {
        let sums: [[String]]
        let texts: [String: String]
    }

    /// Has Beancount check a file and read it.
    static func beancount(_ content: String) async throws -> OutsideBooks {
        let folder = TemporaryDirectory()
        let file = try folder.write(content, to: "books.beancount")
        _ = try await output(of: beanCheck, [file])
        var books = OutsideBooks()
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Clients/read_beancount.py").path
        let seen = try JSONDecoder().decode(Seen.self, from: Data(try await output(of: python, [script, file]).utf8))
        for row in seen.sums {
            let (place, number) = (Place(account: row[0], currency: row[1]), row[2])
            books.balances[place] = number
            if place.account.hasPrefix("Expenses:") { books.expenses[place] = number }
            if place.account.hasPrefix("Income:") { books.income[place] = negated(number) }
        }
        books.texts = seen.texts
        withExtendedLifetime(folder) {}
        return books.withoutZeros
    }

    // MARK: Cells

    static func negated(_ number: String) -> String {
        number.hasPrefix("-") ? String(number.dropFirst()) : "-" + number
    }

    private var withoutZeros: OutsideBooks {
        func isSomething(_ number: String) -> Bool { number.contains { $0.isNumber && $0 != "0" } }
        var books = self
        books.balances = balances.filter { isSomething($0.value) }
        books.income = income.filter { isSomething($0.value) }
        books.expenses = expenses.filter { isSomething($0.value) }
        return books
    }

    private static func cells(_ table: String) throws -> [[String]] {
        do {
            return try CSVReader.rows(of: table, quoting: .strict).map(\.trimmedFields)
        } catch {
            throw Complaint(description: "\(error)\n\(table)")
        }
    }

    private static func output(of program: String, _ arguments: [String]) async throws -> String {
        let finished = try await FinishedProcess.run(
            executable: program, arguments: arguments,
            environment: ["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": "/nonexistent"])
        guard "\(finished.status)" == "exit 0" else {
            throw Complaint(description: "\(program) \(arguments)\n\(finished)")
        }
        return finished.output
    }
}
