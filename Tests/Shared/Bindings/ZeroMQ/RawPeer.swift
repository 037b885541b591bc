import Glibc

/// A Unix stream socket without libzmq, for misbehaving peers.
final class RawPeer {
    let descriptor: Int32

    init() {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        precondition(descriptor >= 0, "A socket could not be made.")
    }

    deinit {
        close(descriptor)
    }

    /// Connects to a path, or listens there.
    func attach(_ path: String, listening: Bool = false) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                let size = socklen_t(MemoryLayout<sockaddr_un>.size)
                guard listening else { return connect(descriptor, address, size) == 0 }
                return Glibc.bind(descriptor, address, size) == 0 && listen(descriptor, 128) == 0
                    && fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
            }
        }
    }

    func write(_ bytes: [UInt8]) -> Bool {
        Glibc.write(descriptor, bytes, bytes.count) == bytes.count
    }

    /// Reads and discards exactly `count` bytes; false when the peer hangs up before.
    func read(_ count: Int) -> Bool {
        var bytes = [UInt8](repeating: 0, count: count)
        return recv(descriptor, &bytes, count, Int32(MSG_WAITALL)) == count
    }
}
