/// What every holder of a session may learn about the others, by THREATS: the amount of activity in the house. Anything
/// else that differs is a fault.
enum DeclaredDifferences {
    /// The members that count the work of a service for everybody.
    private static let ofStats: Set<String> = [
        "methods", "inFlight", "uptimeSeconds", "repliesDropped", "lastEvent", "log",
    ]
    /// The members that count the books of everybody.
    private static let ofCheck: Set<String> = ["accounts", "transfers", "records", "head", "imbalance"]

    /// Returns the members of a method's answer that are not compared.
    static func members(of method: String) -> Set<String> {
        switch method.split(separator: ".").last {
        case "stats": ofStats
        case "check": ofCheck
        // The sequences of events have no gaps, so they count the events of all.
        case "events": ["last"]
        case "health": ["uptimeSeconds", "time", "status"]
        default: []
        }
    }

    /// The parameters that name an account of anybody: a payer may learn whether it can be paid.
    static let payees: Set<String> = [
        "ledger.transfer to", "ledger.transfers to", "ledger.hold to", "ledger.schedule to", "ledger.saveTemplate to",
        "ledger.close to", "ledger.savePayee account", "ledger.findPayee to",
    ]

    /// The methods that are left out, each with its reason.
    static let left: [String: String] = [
        "rpc.discover": "describes the program",
        "auth.register": "an address is taken by one user only",
        "auth.logout": "ends the session of the plan",
        "auth.deleteUser": "ends the user of the plan",
        "auth.changePassword": "changes the password of the plan",
        "auth.refresh": "a foreign refresh token is the session of another",
        "bonds.fetch": "asks a server outside",
        "scanner.fetch": "asks a server outside",
        "scanner.simulate": "computes for long",
        "notifications.test": "asks a server outside",
    ]
}
