import MicroHTTPD

/// The name of a browser for the list of sessions: `Firefox on Android`.
enum BrowserName {
    /// The beginning of a name that a browser's maker gave it, and what people call it; the first that fits counts,
    /// because most browsers call themselves by several names.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("YaBrowser/", "Yandex"), ("SamsungBrowser/", "Samsung Internet"),
        ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS", "macOS"),
        ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ]

    /// Returns the name; it is made of our own words only.
    static func of(_ head: WebRequestHead) -> String {
        let agent = (head.header("user-agent") ?? "").prefix(512)
        let browser = browsers.first { agent.contains($0.0) }?.1 ?? "Browser"
        guard let system = systems.first(where: { agent.contains($0.0) })?.1 else { return browser }
        return "\(browser) on \(system)"
    }
}
