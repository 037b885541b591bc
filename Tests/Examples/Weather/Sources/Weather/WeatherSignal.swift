import Coordination

struct Temperature: Codable, Sendable { let city: String, degrees: Double, transfersSince: Int }

struct ReportTemperature: Signal {
    typealias Answer = Temperature
    static let method: SignalMethod = "weather.report"
    static let summary = "Records the temperature in a city."
    let city: String, degrees: Double
}

struct CurrentTemperature: Signal {
    typealias Answer = Temperature
    static let method: SignalMethod = "weather.current"
    static let summary = "Returns the temperature that you reported last, and the number of your transfers since then."
    static let effect = SignalEffect.reads
    let city: String
}
