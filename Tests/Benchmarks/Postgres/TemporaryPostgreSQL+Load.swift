import TestSupport

extension TemporaryPostgreSQL {
    /// The result of pgbench.
    struct Measured {
        let perSecond: Double
        let meanLatency: Duration
    }

    /// Runs a script with pgbench, as prepared statements.
    func bench(_ script: String, clients: Int, seconds: Int, variables: [String: Int]) throws -> Measured {
        let file = try write(script, named: "script.sql")
        let output = try run(
            "pgbench",
            [
                "--no-vacuum", "--protocol", "prepared", "--client", "\(clients)", "--jobs", "2", "--time",
                "\(seconds)", "--file", file,
            ] + variables.flatMap { ["--define", "\($0.key)=\($0.value)"] } + [Self.user])
        func number(after name: String) throws -> Double {
            let line = output.split(separator: "\n").first { $0.hasPrefix(name) }
            guard let text = line?.dropFirst(name.count).split(separator: " ").first, let number = Double(text) else {
                throw Failure(description: "pgbench did not say \(name): \(output)")
            }
            return number
        }
        guard try number(after: "number of failed transactions:") == 0 else {
            throw Failure(description: "transfers failed: \(output)")
        }
        return Measured(
            perSecond: try number(after: "tps ="),
            meanLatency: .microseconds(Int(try number(after: "latency average =") * 1000)))
    }
}

extension PostgresYardstick {
    /// A run with so many clients for so many seconds.
    typealias Load = (_ clients: Int, _ seconds: Int) throws -> TemporaryPostgreSQL.Measured

    /// Makes the tables, and runs once for nothing.
    static func prepare(_ server: TemporaryPostgreSQL, accounts: Int) throws -> Load {
        try server.sql(schema(accounts: accounts))
        let load: Load = { clients, seconds in
            try server.bench(script, clients: clients, seconds: seconds, variables: ["accounts": accounts])
        }
        _ = try load(8, 2)
        try server.sql(afterWarmUp)
        return load
    }

    /// Checks the books.
    static func verify(_ server: TemporaryPostgreSQL) throws {
        let problems = try server.sql(check)
        guard problems.allSatisfy(\.isWhitespace) else {
            throw TemporaryPostgreSQL.Failure(description: "PostgreSQL's books are wrong: \(problems)")
        }
    }
}
