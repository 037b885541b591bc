import Glibc
import Synchronization

/// The addresses of a host's name, found within a deadline.
///
/// libpq calls getaddrinfo(3) within `PQconnectPoll`, which blocks for as long as the resolver's own timeouts. The call
/// therefore runs on a thread of its own here, and libpq gets the address (`hostaddr`).
final class NameLookup: Sendable {
    /// The reason why there is no address.
    enum Failure: Error {
        case timedOut
        case failed(String)
    }

    /// The greatest number of addresses that are tried.
    private static let greatestCount = 8

    private let outcome = Mutex<Result<[String], Failure>?>(nil)
    /// Two connected sockets; a byte on its way ends the wait. socketpair(2)
    private let ends: (read: Int32, write: Int32)

    /// Returns the addresses of a name as texts, best first, without duplicates. getaddrinfo(3), getnameinfo(3)
    static func addresses(of name: String, until deadline: ContinuousClock.Instant) throws(Failure) -> [String] {
        let lookup = try NameLookup()
        let isStarted = DetachedThread.start {
            let found = Self.find(name)
            lookup.outcome.withLock { $0 = found }
            // One byte always fits.
            _ = write(lookup.ends.write, "!", 1)
        }
        guard isStarted else { throw .failed("no thread could be started") }
        guard SocketWait.untilReady(lookup.ends.read, for: POLLIN, deadline) != nil else { throw .timedOut }
        guard let outcome = lookup.outcome.withLock({ $0 }) else { throw .timedOut }
        return try outcome.get()
    }

    private init() throws(Failure) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .failed("no descriptors are left") }
        self.ends = (ends[0], ends[1])
    }

    // The thread holds the last reference after a timeout, so it never writes to a descriptor of somebody else.
    deinit {
        close(ends.read)
        close(ends.write)
    }

    private static func find(_ name: String) -> Result<[String], Failure> {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let failure = getaddrinfo(name, nil, &hints, &list)
        guard failure == 0 else { return .failure(.failed(String(cString: gai_strerror(failure)))) }
        defer { freeaddrinfo(list) }
        var found: [String] = []
        var next = list
        while let entry = next?.pointee, found.count < greatestCount {
            next = entry.ai_next
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let result = getnameinfo(
                entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            let address = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if result == 0, !found.contains(address) { found.append(address) }
        }
        return found.isEmpty ? .failure(.failed("the name has no address")) : .success(found)
    }
}
