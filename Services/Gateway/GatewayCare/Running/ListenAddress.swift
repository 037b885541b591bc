import Glibc
import Hosting

/// An IP address and a port, as `127.0.0.1:8417` or `[::1]:8417`. Names are not looked up.
package struct ListenAddress: SettingValue, Hashable {
    /// The address as text, without brackets.
    package let address: String
    /// The port; 0 lets the system choose one.
    package let port: Int

    /// Creates an address.
    package init(address: String, port: Int) {
        self.address = address
        self.port = port
    }

    package static var settingType: String { "an address and a port like 127.0.0.1:8417 or [::1]:8417" }

    package static func parse(_ text: String) -> ListenAddress? {
        guard text.utf8.count <= 64, let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let port = UInt16(digits) else {
            return nil
        }
        var address = text[..<colon]
        let isBracketed = address.first == "[" && address.last == "]"
        if isBracketed { address = address.dropFirst().dropLast() }
        guard family(of: String(address)) == (isBracketed ? AF_INET6 : AF_INET) else { return nil }
        return ListenAddress(address: String(address), port: Int(port))
    }

    package var settingText: String { address.utf8.contains(0x3A) ? "[\(address)]:\(port)" : "\(address):\(port)" }

    /// Returns the family of an IP address; nil for anything else: inet_pton(3).
    static func family(of text: String) -> Int32? {
        var buffer = in6_addr()
        return [AF_INET, AF_INET6].first { inet_pton($0, text, &buffer) == 1 }
    }
}
