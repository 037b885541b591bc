/// The process at the other end of a Unix socket, as the kernel recorded it when it connected. `SO_PEERCRED`
public struct PeerAddress: Hashable, Sendable {
    /// The effective user.
    public let userID: UInt32
    /// The effective group.
    public let groupID: UInt32
    /// The process; it may have ended since, and its id may have been reused.
    public let processID: Int32

    /// Creates an address, for tests and transports in memory.
    public init(userID: UInt32, groupID: UInt32, processID: Int32) {
        self.userID = userID
        self.groupID = groupID
        self.processID = processID
    }

    /// Parses libzmq's `localhost:UID:GID:PID`; nil for anything else, such as an IP address. It runs for every
    /// message, so it creates no string.
    init?(_ text: UnsafePointer<CChar>) {
        var next = text
        for byte in "localhost:".utf8 {
            guard UInt8(bitPattern: next.pointee) == byte else { return nil }
            next += 1
        }
        func number(endedBy end: UInt8) -> UInt32? {
            var value: UInt32 = 0
            var digits = 0
            while case let byte = UInt8(bitPattern: next.pointee), byte != end {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                let (tens, isTooMuch) = value.multipliedReportingOverflow(by: 10)
                let (sum, isMore) = tens.addingReportingOverflow(UInt32(byte - UInt8(ascii: "0")))
                guard !isTooMuch, !isMore else { return nil }
                (value, digits, next) = (sum, digits + 1, next + 1)
            }
            next += 1
            return digits > 0 ? value : nil
        }
        guard let userID = number(endedBy: UInt8(ascii: ":")), let groupID = number(endedBy: UInt8(ascii: ":")),
            let process = number(endedBy: 0), let processID = Int32(exactly: process)
        else { return nil }
        self.init(userID: userID, groupID: groupID, processID: processID)
    }
}
