import Hosting

/// Writes metrics as text for Prometheus and programs that read its format.
package struct ExpositionText {
    /// The format.
    package enum Format: Sendable {
        /// OpenMetrics 1.0, which Prometheus asks for.
        case openMetrics
        /// The older format of Prometheus, version 0.0.4, which the textfile collector of its node exporter reads. It
        /// has no units and no end mark, and the type of a counter is told under its full name.
        case classic

        /// The media type.
        package var mediaType: String {
            switch self {
            case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
            case .classic: "text/plain; version=0.0.4; charset=utf-8"
            }
        }
    }

    private let format: Format
    private var text = ""

    /// Returns the text of `families`, each of which has another name.
    package static func of(_ families: [MetricFamily], as format: Format) -> String {
        var text = ExpositionText(format)
        for family in families { text.write(family) }
        if format == .openMetrics { text.text += "# EOF\n" }
        return text.text
    }

    private init(_ format: Format) { self.format = format }

    private mutating func write(_ family: MetricFamily) {
        let total = family.kind == .counter ? "\(family.name)_total" : family.name
        let described = format == .classic ? total : family.name
        text += "# HELP \(described) \(escaped(family.help, quotes: format == .openMetrics))\n"
        text += "# TYPE \(described) \(family.kind.rawValue)\n"
        if format == .openMetrics, let unit = family.unit { text += "# UNIT \(described) \(unit)\n" }
        for sample in family.samples {
            guard family.kind == .histogram else {
                line(total, sample.labels, sample.value)
                continue
            }
            for bucket in sample.buckets ?? [] {
                line("\(family.name)_bucket", sample.labels, upTo: bucket.upTo.description, Double(bucket.count))
            }
            line("\(family.name)_bucket", sample.labels, upTo: "+Inf", sample.value)
            line("\(family.name)_count", sample.labels, sample.value)
            line("\(family.name)_sum", sample.labels, sample.sum ?? 0)
        }
    }

    /// - Parameter upTo: The bound of a bucket.
    private mutating func line(_ name: String, _ labels: [MetricLabel], upTo: String? = nil, _ value: Double) {
        let all = labels + (upTo.map { [MetricLabel("le", $0)] } ?? [])
        text += name
        if !all.isEmpty {
            text += "{"
            text += all.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }.joined(separator: ",")
            text += "}"
        }
        text += " \(Self.number(value))\n"
    }

    /// A whole number is written without a fraction, as long as a double holds each of them.
    private static func number(_ value: Double) -> String {
        value.magnitude < 9e15 ? Int64(exactly: value).map { "\($0)" } ?? value.description : value.description
    }

    private func escaped(_ text: String, quotes: Bool) -> String {
        guard text.utf8.contains(where: { $0 == 0x5C || $0 == 0x0A || $0 == 0x22 }) else { return text }
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
