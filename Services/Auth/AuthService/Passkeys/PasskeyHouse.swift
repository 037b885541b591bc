import Hosting

/// The house as passkeys know it: the domain that they belong to, and the pages on which they may be used.
struct PasskeyHouse: Sendable {
    /// The name that authenticators show.
    static let name = "Kopilka"

    /// The id of the relying party.
    let id: String
    let origins: PasskeyOrigins

    /// A house whose page is opened on the machine itself.
    static let local = PasskeyHouse(id: PasskeyDomain.local.settingText, origins: .local)

    init(id: String, origins: PasskeyOrigins) {
        self.id = id
        self.origins = origins
    }

    /// Reads the settings. Faults are collected by the reader.
    init(reading reader: SettingsReader) {
        let domain = reader[AuthSettings.passkeyDomain]
        id = domain.settingText
        origins = reader[AuthSettings.passkeyOrigins] ?? (domain == .local ? .local : .page(of: domain))
        // Browsers refuse a passkey of a domain on a page that is not within it.
        guard origins.origins.allSatisfy({ domain.holds($0.host) }) else {
            reader.fault(AuthSettings.passkeyOrigins.name, "must be pages of passkey-id or of domains below it")
            return
        }
    }
}

/// The id of a relying party: a domain, or `localhost`.
struct PasskeyDomain: SettingValue, Hashable {
    static let settingType = "a domain in lower case, such as money.example.org, or localhost"

    static let local = PasskeyDomain(settingText: "localhost")

    let settingText: String

    /// - Parameter text: 1 to 253 bytes of labels with a-z, 0-9 and hyphen. The last label has a letter, so that an
    ///   address in numbers, for which no browser makes passkeys, is none.
    static func parse(_ text: String) -> PasskeyDomain? {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...253).contains(text.utf8.count), labels.allSatisfy(isLabel),
            labels.last?.utf8.contains(where: isLetter) == true, labels.count > 1 || text == "localhost"
        else { return nil }
        return PasskeyDomain(settingText: text)
    }

    /// True when a host is the domain or one below it.
    func holds(_ host: String) -> Bool { host == settingText || host.hasSuffix("." + settingText) }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

/// The origins of the pages on which passkeys may be used.
struct PasskeyOrigins: SettingValue, Hashable {
    static let settingType = "origins, separated by commas, such as https://money.example.org or http://localhost:*"
    /// The most origins.
    private static let most = 16

    /// One origin.
    struct Origin: Hashable, Sendable {
        /// What stands before the port.
        let place: String
        let host: String
        /// The port with its colon; empty for that of the scheme, `:*` for any.
        let port: String

        /// True when a browser's text is this origin.
        func includes(_ text: String) -> Bool {
            guard port == ":*" else { return text == place + port }
            guard text.hasPrefix(place) else { return false }
            let rest = text.dropFirst(place.count)
            return rest.isEmpty || PasskeyOrigins.isPort(rest)
        }
    }

    let origins: [Origin]

    /// A page on the machine itself, at any port.
    static let local = PasskeyOrigins(
        origins: [Origin(place: "http://localhost", host: "localhost", port: ":*")])

    /// The page of a domain.
    static func page(of domain: PasskeyDomain) -> PasskeyOrigins {
        let text = domain.settingText
        return PasskeyOrigins(origins: [Origin(place: "https://" + text, host: text, port: "")])
    }

    var settingText: String { origins.map { $0.place + $0.port }.joined(separator: ",") }

    static func parse(_ text: String) -> PasskeyOrigins? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let origins = parts.compactMap { origin(in: String($0)) }
        guard (1...most).contains(parts.count), origins.count == parts.count, Set(origins).count == origins.count
        else { return nil }
        return PasskeyOrigins(origins: origins)
    }

    /// True when a page with this origin may use passkeys.
    func include(_ text: String) -> Bool { origins.contains { $0.includes(text) } }

    /// Reads one origin as browsers write it: scheme, host, and a port that is not the scheme's own. Pages without TLS,
    /// and pages at any port, are on the machine itself.
    private static func origin(in text: String) -> Origin? {
        let scheme = ["https://", "http://"].first { text.hasPrefix($0) }
        guard let scheme else { return nil }
        let rest = text.dropFirst(scheme.count)
        let host = String(rest.prefix { $0 != ":" })
        let port = String(rest.dropFirst(host.count))
        let isLocal = host == "localhost" || host.hasSuffix(".localhost")
        guard PasskeyDomain.parse(host) != nil, scheme == "https://" || isLocal,
            port.isEmpty || (port == ":*" && isLocal)
                || (isPort(Substring(port)) && port != (scheme == "https://" ? ":443" : ":80"))
        else { return nil }
        return Origin(place: scheme + host, host: host, port: port)
    }

    /// True for a colon and a number of 1 to 65535 without a zero in front.
    private static func isPort(_ text: Substring) -> Bool {
        guard text.first == ":", let number = Int(text.dropFirst()) else { return false }
        return (1...65_535).contains(number) && ":\(number)" == text
    }
}
