/// The spelling of shapes in SVG. Files (``SVGWriter``) and pages share it.
public enum SVGFormat: Sendable {
    /// Two decimals and absolute coordinates, for files.
    case precise
    /// One decimal and relative coordinates, for pages, which repeat a chart in several sizes.
    case compact

    /// Returns a number with a decimal point in every language.
    public func number(_ value: Double) -> String {
        switch self {
        case .precise: return NumberLabel.trimmed(value, places: 2)
        case .compact: return Self.text(ofTenths: Self.tenths(value))
        }
    }

    /// Returns the value of the attribute `d`.
    public func data(of steps: [Path.Step]) -> String {
        switch self {
        case .precise: precise(steps)
        case .compact: compact(steps)
        }
    }

    /// Returns a colour without its opacity: `#0072b2`.
    public static func text(of colour: Colour) -> String {
        let digits = String(colour.rgb, radix: 16)
        return "#\(String(repeating: "0", count: 6 - digits.count))\(digits)"
    }

    private func precise(_ steps: [Path.Step]) -> String {
        var text = ""
        for step in steps {
            switch step {
            case .move(let x, let y): text += "M\(number(x)) \(number(y))"
            case .line(let x, let y): text += "L\(number(x)) \(number(y))"
            case .close: text += "Z"
            }
        }
        return text
    }

    private func compact(_ steps: [Path.Step]) -> String {
        var text = ""
        // Differences are taken between rounded coordinates, so that roundings do not add up.
        var (x, y, letter) = (0, 0, Character("z"))
        func write(_ command: Character, _ numbers: [Int]) {
            if command != letter || command == "M" { text.append(command) }
            for (index, number) in numbers.enumerated() {
                if number >= 0, index > 0 || command == letter && command != "M" { text.append(" ") }
                text += Self.text(ofTenths: number)
            }
            letter = command
        }
        for step in steps {
            switch step {
            case .move(let toX, let toY):
                (x, y) = (Self.tenths(toX), Self.tenths(toY))
                write("M", [x, y])
            case .line(let toX, let toY):
                let (alongX, alongY) = (Self.tenths(toX) - x, Self.tenths(toY) - y)
                if alongY == 0 {
                    if alongX != 0 { write("h", [alongX]) }
                } else if alongX == 0 {
                    write("v", [alongY])
                } else {
                    write("l", [alongX, alongY])
                }
                (x, y) = (x + alongX, y + alongY)
            case .close:
                text.append("z")
                letter = "z"
            }
        }
        return text
    }

    /// Returns a coordinate in tenths of a point. Layouts are finite and small; anything else is drawn at zero.
    private static func tenths(_ value: Double) -> Int {
        let tenths = (value * 10).rounded()
        return abs(tenths) < 1e9 ? Int(tenths) : 0
    }

    /// Returns `12.5`, `12`, `.5` or `-.5`.
    private static func text(ofTenths tenths: Int) -> String {
        let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
        let sign = tenths < 0 ? "-" : ""
        guard rest > 0 else { return sign + String(whole) }
        return sign + (whole > 0 ? String(whole) : "") + "." + String(rest)
    }
}
