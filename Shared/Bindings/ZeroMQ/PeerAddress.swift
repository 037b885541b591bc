/// The process at the other end of a Unix socket, as the kernel saw it connect. `SO_PEERCRED`
public struct PeerAddress: Hashable, Sendable {
    /// The effective user.
    public let userID: UInt32
    /// The effective group.
    public let groupID: UInt32
    /// The process; it may have ended since, and its number may belong to another one.
    public let processID: Int32

    /// Makes an address; used by tests and transports in memory.
    public init(userID: UInt32, groupID: UInt32, processID: Int32) {
        self.userID = userID
        self.groupID = groupID
        self.processID = processID
    }

    /// Reads libzmq's `localhost:UID:GID:PID`; nil for anything else, such as an IP address.
    init?(_ text: UnsafePointer<CChar>) {
        let parts = String(cString: text).split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "localhost",
            let userID = UInt32(parts[1]), let groupID = UInt32(parts[2]), let processID = Int32(parts[3])
        else { return nil }
        self.init(userID: userID, groupID: groupID, processID: processID)
    }
}
