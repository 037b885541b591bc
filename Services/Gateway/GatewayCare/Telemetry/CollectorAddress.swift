import Hosting

/// The address of a collector, to which `/v1/traces` and `/v1/logs` are appended: `http://127.0.0.1:4318`.
package struct CollectorAddress: SettingValue, Hashable {
    /// The URL without a slash at its end.
    package let url: String

    package static var settingType: String { "a URL like http://127.0.0.1:4318, without a password and without ? or #" }

    package static func parse(_ text: String) -> CollectorAddress? {
        var url = text[...]
        while url.hasSuffix("/") { url = url.dropLast() }
        let scheme = url.prefix { $0 != ":" }.lowercased()
        guard scheme == "http" || scheme == "https", url.utf8.count <= 1_024,
            url.dropFirst(scheme.count).hasPrefix("://"),
            url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !url.contains(where: { "?#@\\\"".contains($0) })
        else { return nil }
        let address = CollectorAddress(url: String(url))
        return address.host.isEmpty ? nil : address
    }

    package var settingText: String { url }

    /// True when only this machine can read what is sent there, or when it is encrypted.
    package var isPrivate: Bool {
        url.lowercased().hasPrefix("https:") || ["127.0.0.1", "[::1]", "localhost"].contains(host.lowercased())
    }

    private var host: Substring {
        let authority = url.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" }
        guard let end = authority.lastIndex(of: ":"), authority.last != "]" else { return authority }
        return authority[..<end]
    }
}
