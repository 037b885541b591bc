import Hosting

/// A setting of several words, separated by commas.
package protocol CommaList: SettingValue, Hashable {
    /// The words.
    var words: [String] { get }

    init(_ words: [String])

    /// Returns a word as it counts; nil for one that does not belong here.
    static func word(_ text: Substring) -> String?
}

/// The most words of a list.
private let mostWords = 32

extension CommaList {
    package static func parse(_ text: String) -> Self? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let words = parts.compactMap(word)
        return words.count == parts.count && words.count <= mostWords ? Self(words) : nil
    }

    package var settingText: String { words.isEmpty ? "none" : words.joined(separator: ",") }
}

/// Host names with or without a port, in lowercase: `bank.example.org`, `bank.example.org:8443`.
package struct HostNames: CommaList {
    package let words: [String]

    package init(_ words: [String]) { self.words = words }

    package static var settingType: String { "host names like bank.example.org, separated by commas" }

    /// Returns a name that a browser can write into `Host`: RFC 9110, section 7.2.
    package static func word(_ text: Substring) -> String? {
        let name = text.lowercased()
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if let port = parts.dropFirst().first, UInt16(port) == nil { return nil }
        let isName =
            (1...253).contains(parts[0].utf8.count)
            && parts[0].utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
                    || $0 == UInt8(ascii: ".")
            }
        return isName ? name : nil
    }
}

/// IP addresses.
package struct AddressList: CommaList {
    package let words: [String]

    package init(_ words: [String]) { self.words = words }

    package static var settingType: String { "IP addresses, separated by commas" }

    package static func word(_ text: Substring) -> String? {
        ListenAddress.family(of: String(text)) == nil ? nil : String(text)
    }
}
