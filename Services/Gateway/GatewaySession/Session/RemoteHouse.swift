/// The address of a house on another machine: `ssh://anna@host:22/run/user/1000/kopilka`. User, port and the directory
/// of the sockets may be missing.
package struct RemoteHouse: Hashable, Sendable {
    /// `anna@host`, as ssh(1) takes it.
    package let destination: String
    /// The port; that of ssh's own settings if nil.
    package let port: UInt16?
    /// The directory of the sockets on that machine; asked there if nil.
    package let directory: String?

    /// The command that leads to the machine, `ssh -p 22 anna@host`.
    package var command: String { (["ssh"] + flags + [destination]).joined(separator: " ") }

    /// The flags of ssh(1) for the port.
    var flags: [String] { port.map { ["-p", String($0)] } ?? [] }

    /// The name of the profile for sessions at it, `ssh-anna-host-22`; one here must not be taken for one there.
    package var profile: String {
        let name = ([destination] + (port.map { [String($0)] } ?? [])).joined(separator: "-")
        return String(("ssh-" + name.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()).prefix(64))
    }

    /// Parses an address; nil for anything else. What begins with a hyphen would be a flag for ssh.
    package init?(_ text: String) {
        guard text.hasPrefix("ssh://"), text.utf8.count <= 1_024,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        let rest = text.dropFirst("ssh://".count)
        let authority = rest.prefix { $0 != "/" }
        let path = rest.dropFirst(authority.count)
        var host = authority
        var port: UInt16?
        // In [::1] the colons belong to the address.
        if let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") {
            guard let number = UInt16(authority[authority.index(after: colon)...]), number > 0 else { return nil }
            (host, port) = (authority[..<colon], number)
        }
        let parts = host.split(separator: "@", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix("-") }),
            parts.allSatisfy({ $0.utf8.allSatisfy(Self.isPlain) }),
            path.utf8.allSatisfy({ Self.isPlain($0) || $0 == UInt8(ascii: "/") })
        else { return nil }
        destination = String(host.filter { $0 != "[" && $0 != "]" })
        self.port = port
        directory = path.count > 1 ? String(path) : nil
    }

    /// True for characters that mean nothing to a shell, and nothing to the forwarding of ssh but `:` in an address.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "["), UInt8(ascii: "]"),
            UInt8(ascii: ":"):
            true
        default: false
        }
    }
}
