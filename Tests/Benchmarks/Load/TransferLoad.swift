import TestSupport

/// Transfers between the accounts of a bank, by as many clients as are asked for. Its methods block.
struct TransferLoad: Sendable {
    /// The socket of ledger.
    let path: String
    let session: String
    let accounts: [String]

    /// How many transfers a long list has.
    static let listSize = 8192

    /// One transfer a request and one request in flight for each client, after a few that do not count.
    ///
    /// - Parameter pause: The time after each answer in which nothing is sent.
    func singles(clients: Int, transfers: Int, keyed: Bool, pause: Duration = .zero) throws -> LoadClient.Measured {
        let run = Int.random(in: 0..<1_000_000_000)
        let warmUp = transfers / 10
        let requests = (0..<transfers + warmUp).map { number in
            let (from, to) = pair(number)
            return request(
                number, "ledger.transfer",
                params: #""from":"\#(from)","to":"\#(to)","amount":{"amount":"0.01","currency":"RUB"}"#,
                // Of no order, like those that people's programs make.
                key: keyed ? "\(UInt64.random(in: 0 ... .max))-\(run)-\(number)" : nil)
        }
        let client = try LoadClient(path: path, connections: clients)
        _ = try client.run(Array(requests[..<warmUp]), count: warmUp)
        return try client.run(Array(requests[warmUp...]), count: transfers, pause: pause)
    }

    /// Long lists by one client, two requests in flight, so that reading one and writing another go on at once.
    /// - Returns: Transfers a second.
    func lists(transfers: Int) throws -> Double {
        let requests = (0..<8).map(list)
        let count = (transfers + Self.listSize - 1) / Self.listSize
        let measured = try LoadClient(path: path, connections: 1).run(requests, count: count, window: 2)
        return measured.perSecond * Double(Self.listSize)
    }

    private func list(_ salt: Int) -> [UInt8] {
        let items = (0..<Self.listSize).map { number in
            let (from, to) = pair(number + salt * Self.listSize)
            return #"{"from":"\#(from)","to":"\#(to)","amount":{"amount":"0.01","currency":"RUB"}}"#
        }
        return request(salt, "ledger.transfers", params: #""transfers":[\#(items.joined(separator: ","))]"#)
    }

    /// Two accounts that differ, picked by a number.
    private func pair(_ number: Int) -> (from: String, to: String) {
        let from = number &* 7919 % accounts.count
        let to = (from + 1 + number % (accounts.count - 1)) % accounts.count
        return (accounts[from], accounts[to])
    }

    /// The bytes of a request.
    func request(_ id: Int, _ method: String, params: String, key: String? = nil) -> [UInt8] {
        let idempotency = key.map { #","idempotencyKey":"\#($0)""# } ?? ""
        return Array(
            (#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(params),"#
                + #""_meta":{"session":"\#(session)"\#(idempotency)}}}"#).utf8)
    }
}

extension LoadClient.Measured {
    /// What was seen in turns, as one.
    static func joined(_ turns: [LoadClient.Measured]) -> LoadClient.Measured {
        let latencies = turns.flatMap(\.latencies)
        let seconds = turns.reduce(0) { $0 + Double($1.latencies.count) / $1.perSecond }
        return LoadClient.Measured(perSecond: Double(latencies.count) / seconds, latencies: latencies)
    }
}
