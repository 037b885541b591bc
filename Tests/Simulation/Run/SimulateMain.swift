import CSimulatedMachine
import Foundation

/// `simulate --seeds FIRST..LAST [--hours H]`: runs a plan of each seed in a process of its own and reports.
/// `simulate --seed N [--hours H]`, `simulate --plan FILE`: runs one plan here.
///
/// Exit codes: 0 everything held, 1 something did not, 64 wrong arguments.
@main
struct SimulateMain {
    static func main() {
        do {
            let arguments = try SimulateArguments(CommandLine.arguments.dropFirst())
            if let plan = try arguments.plan() {
                kopilka_world_prepare(CommandLine.unsafeArgv)
                finish(Simulation.run(plan), asJSON: arguments.wantsJSON)
            }
            try Seeds(arguments).run()
        } catch {
            FileHandle.standardError.write(Data("simulate: \(error)\n".utf8))
            exit(64)
        }
    }

    /// Threads of the world never end, so neither their destructors nor libc's may wait for them.
    private static func finish(_ report: Report, asJSON: Bool) -> Never {
        var text = report.text + "\n"
        if asJSON, let data = try? JSONEncoder().encode(report) { text = String(decoding: data, as: UTF8.self) + "\n" }
        if !asJSON, let log = report.log { text += log }
        FileHandle.standardOutput.write(Data(text.utf8))
        kopilka_world_save_counts()
        _exit(report.problems.isEmpty ? 0 : 1)
    }
}

/// What the program was asked for.
struct SimulateArguments {
    var seeds: ClosedRange<UInt64> = 1...10
    var hours = 24.0
    var seed: UInt64?
    var file: String?
    var focus = Focus.everything
    var wantsJSON = false
    /// The disk says to have synced what it has not, which must be found.
    var hasLyingDisk = false
    var jobs = 2
    /// The seconds after which a plan counts as stuck.
    var limit = 600.0
    /// How many shorter plans are tried for each one that fails.
    var trials = 100

    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            func value() throws -> String {
                guard let value = rest.popFirst() else { throw SimulationError("\(name) needs a value") }
                return value
            }
            switch name {
            case "--seed": seed = try Self.number(try value(), name)
            case "--seeds":
                let parts = try value().components(separatedBy: "..")
                let (first, last) = (try Self.number(parts[0], name), try Self.number(parts[parts.count - 1], name))
                guard first <= last, parts.count <= 2 else { throw SimulationError("--seeds is FIRST..LAST") }
                seeds = first...last
            case "--hours":
                guard let number = Double(try value()), number > 0, number <= 10_000 else {
                    throw SimulationError("--hours is a number from 0 to 10,000")
                }
                hours = number
            case "--jobs": jobs = Int(clamping: max(1, try Self.number(try value(), name)))
            case "--limit": limit = Double(try Self.number(try value(), name))
            case "--trials": trials = Int(clamping: try Self.number(try value(), name))
            case "--plan": file = try value()
            case "--focus":
                guard let named = Focus(rawValue: try value()) else {
                    throw SimulationError("--focus is everything, disk or damage")
                }
                focus = named
            case "--json": wantsJSON = true
            case "--lying-disk": hasLyingDisk = true
            default: throw SimulationError("there is no \(name); see Tests/Simulation/Run/SimulateMain.swift")
            }
        }
    }

    /// The one plan to run here; nil when it is about many.
    func plan() throws -> Plan? {
        if let file {
            guard let content = FileManager.default.contents(atPath: file) else {
                throw SimulationError("\(file) cannot be read")
            }
            do {
                return try JSONDecoder().decode(Plan.self, from: content)
            } catch {
                throw SimulationError("\(file) is no plan: \(error)")
            }
        }
        return seed.map(plan(of:))
    }

    /// The plan of a seed.
    func plan(of seed: UInt64) -> Plan {
        var plan = Plan(seed: seed, hours: hours, focus: focus)
        plan.hasLyingDisk = hasLyingDisk
        return plan
    }

    private static func number(_ text: String, _ name: String) throws -> UInt64 {
        guard let number = UInt64(text) else { throw SimulationError("\(name) is a whole number, not \(text)") }
        return number
    }
}
