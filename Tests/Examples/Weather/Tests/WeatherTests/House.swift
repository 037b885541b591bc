import Coordination
import Foundation

@testable import Weather

/// A house with the program as an extra service, operated through the gateway.
final class House: WeatherTests.Wiring {
    struct Outcome {
        let code: Int32
        let output: String
        let errors: String
    }

    private let directory = URL(fileURLWithPath: "/tmp/weather-\(UUID().uuidString.prefix(8))")
    /// Where the programs were built: those of Kopilka, and below them those of this package.
    private static let build = URL(fileURLWithPath: #filePath + "/../../../../../../.build").standardized.path

    /// The right to the libraries of Swift, which lie in the toolchain, and from where this process has them, too.
    private static let librariesOfSwift: String = {
        let maps = (try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()) ?? Data()
        let lines = String(decoding: maps, as: UTF8.self).split(separator: "\n")
        let library = lines.first { $0.hasSuffix("/libswiftCore.so") }
        guard let path = library?.drop(while: { $0 != "/" }) else { return "" }
        return ",weather:" + path.dropLast("/libswiftCore.so".count)
    }()

    /// Starts a house in which a person is signed in, runs `body`, and stops the house in any case.
    static func run(_ body: (House) async throws -> Void) async throws {
        let house = House()
        try FileManager.default.createDirectory(
            at: house.directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let result: Result<Void, any Error>
        do {
            try house.settings().write(to: house.file("settings.json"))
            try "a sunny day in Kazan\n".write(to: house.file("password"), atomically: false, encoding: .utf8)
            try await house.succeed("up", "--detach", "--services", "auth,ledger,weather", "--wait", "60s")
            try await house.succeed("register", "anna@example.org", "--password-file", house.file("password").path)
            try await body(house)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        try await house.succeed("down")
        try FileManager.default.removeItem(at: house.directory)
        try result.get()
    }

    /// The settings of the house: this service, and what it may do.
    private func settings() throws -> Data {
        try JSONEncoder().encode([
            "extra-services": "weather=\(Self.build)/weather/debug/weather",
            "extra-rights": "weather:ledger.transferPosted" + Self.librariesOfSwift,
        ])
    }

    /// The rows that a query of the service's database returns, by a program that knows nothing of the kit.
    func rows(_ sql: String) async throws -> String {
        let script = "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchall())"
        let database = file(".local/share/kopilka/weather/weather.db").path
        return try await run("/usr/bin/python3", ["-c", script, database, sql]).output
    }

    func report(_ city: String, _ degrees: Double) async throws -> Temperature {
        try await call("weather.report", #"{"city":"\#(city)","degrees":\#(degrees)}"#)
    }

    func current(_ city: String) async throws -> Temperature {
        try await call("weather.current", #"{"city":"\#(city)"}"#)
    }

    private func call(_ method: String, _ parameters: String) async throws -> Temperature {
        let outcome = try await gateway("call", method, parameters, "--json")
        guard outcome.code == 0 else {
            throw try JSONDecoder().decode(Refusal.self, from: Data(outcome.errors.utf8)).fault
        }
        return try JSONDecoder().decode(Temperature.self, from: Data(outcome.output.utf8))
    }

    private struct Refusal: Decodable {
        struct Content: Decodable { let code: String, message: String, field: String? }
        let error: Content
        var fault: Fault { Fault(FaultCode(error.code), error.message, field: error.field) }
    }

    private func succeed(_ arguments: String...) async throws {
        let outcome = try await gateway(arguments)
        guard outcome.code == 0 else { throw Fault(.internalFault, "\(arguments): \(outcome)") }
    }

    func gateway(_ arguments: String...) async throws -> Outcome { try await gateway(arguments) }

    private func gateway(_ arguments: [String]) async throws -> Outcome {
        try await run(Self.build + "/debug/gateway", arguments)
    }

    private func run(_ program: String, _ arguments: [String]) async throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = [
            "HOME": directory.path, "TZ": "UTC", "LANG": "C.UTF-8", "KOPILKA_RUN": file("run").path,
            "KOPILKA_HASH_MEMORY": "8", "KOPILKA_HASH_PASSES": "1",
            "KOPILKA_CONFIG": file("settings.json").path,
        ]
        let (output, errors) = (file("output-\(UUID())"), file("errors-\(UUID())"))
        for url in [output, errors] { FileManager.default.createFile(atPath: url.path, contents: nil) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        while process.isRunning { try await Task.sleep(for: .milliseconds(5)) }
        return Outcome(
            code: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8))
    }

    var passwordFile: String { file("password").path }

    private func file(_ name: String) -> URL { directory.appendingPathComponent(name) }
}
