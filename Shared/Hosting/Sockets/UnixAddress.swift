import Glibc

/// The address of a Unix socket: `sockaddr_un`, unix(7).
struct UnixAddress: Sendable {
    /// The longest path that fits beside its terminating zero; also libzmq's limit for `ipc://`.
    static let maximumPathBytes = 107

    private var storage = sockaddr_un()
    private let length: socklen_t

    /// Creates an address.
    ///
    /// - Parameter path: A path, or `@name` for an abstract address. At most 107 bytes, otherwise `nil`.
    init?(_ path: String) {
        var bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.maximumPathBytes, !bytes.contains(0) else { return nil }
        let isAbstract = bytes[0] == UInt8(ascii: "@")
        if isAbstract { bytes[0] = 0 }
        storage.sun_family = sa_family_t(AF_UNIX)
        let pathOffset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? MemoryLayout<sa_family_t>.size
        withUnsafeMutableBytes(of: &storage.sun_path) { $0.copyBytes(from: bytes) }
        // The length of a path includes its zero. An abstract name has none, and every byte counts.
        length = socklen_t(pathOffset + bytes.count + (isAbstract ? 0 : 1))
    }

    /// Passes the address in the form that bind(2), connect(2) and sendto(2) take.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    /// Returns the path of a bound socket: getsockname(2). `nil` for a socket that is not a Unix socket or has no path.
    static func path(of descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
        let path = withUnsafeBytes(of: address.sun_path) { $0.prefix { $0 != 0 } }
        return path.isEmpty ? nil : String(decoding: path, as: UTF8.self)
    }
}
