/// The figures of `Shared/Docs/SCALING.md`: what was measured, and what is assumed. Everything else follows from them.
public struct ScalingFigures: Sendable {
    /// A figure that the page lacks, or that is not a positive number.
    public struct Missing: Error, Equatable {
        public let name: String
    }

    private let values: [String: Double]

    /// Reads the rows of the page's tables whose last cell is the name of a figure: `| text | 2,102 | `oneClient` |`.
    ///
    /// - Throws: ``Missing`` for the first figure that the page does not have.
    public init(page: String) throws(Missing) {
        var values: [String: Double] = [:]
        for line in page.split(separator: "\n") where line.hasPrefix("|") {
            let cells = line.split(separator: "|").map { $0.filter { $0 != " " } }
            guard cells.count == 3, let name = cells.last, name.hasPrefix("`"), name.hasSuffix("`") else { continue }
            values[String(name.dropFirst().dropLast())] = Double(cells[1].filter { $0 != "," })
        }
        for name in Name.allCases {
            guard let value = values[name.rawValue], value > 0 else { throw Missing(name: name.rawValue) }
        }
        self.values = values
    }

    /// A figure.
    public enum Name: String, CaseIterable, Sendable {
        // Measured.
        case oneClient, oneClientWithoutLog, manyClients, manyClientsWithoutLog, lists, listsWithoutLog, repeating
        case logBytes, historyFollows, appends, balances, serviceMemory
        // Assumed.
        case paymentsADay, peakFactor, highestLoad, crossShare, services, writers, commitsOfAPayment, transfersACommit
        case commitBytes, storedBytes, yearsStored, daysOfLog, snapshotBytesASecond, snapshotHours, machineCores
        case machineMemory, machineDisk, machinePrice, connections, network, readsOfAPayment, signInsAMonth, signInCost
    }

    /// Returns a figure in the unit of the page.
    public subscript(_ name: Name) -> Double { values[name.rawValue] ?? 0 }

    /// The service times of a ledger with a log: those with which one client, many clients and lists of 8,192 get
    /// their measured rates.
    public var serviceTimes: ServiceTimes {
        let (one, many, list) = (1e9 / self[.oneClient], 1e9 / self[.manyClients], 1e9 / self[.lists])
        // A request of n rows occupies the processor for request + n x row: many = request + row, and a list of 8,192
        // takes 8,192 x list.
        let row = (list * Self.listSize - many) / (Self.listSize - 1)
        return ServiceTimes(request: Int(many - row), row: Int(row), commit: Int(one - many))
    }

    static let listSize = 8_192.0
}
