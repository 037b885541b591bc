import Coordination
import Domain
import Foundation
import Hosting
import Synchronization

@testable import GatewayCommandLine
@testable import GatewayService
@testable import GatewayWords

/// A gateway with scripted services, recorded streams, and a home that is deleted with the test.
final class GatewayFixture: Sendable {
    /// The exit code and the output of a run.
    struct Outcome: Sendable {
        let code: Int32
        let output: String
        let errors: String
    }

    static let now = Instant(microseconds: 1_795_000_000_000_000)

    let services = ScriptedServices()
    let directory: String

    init() throws {
        directory = FileManager.default.temporaryDirectory.path + "/gateway-\(Identifier.random())"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    /// Returns the path of the session file.
    func sessionPath(profile: String? = nil) -> String {
        "\(directory)/state/kopilka/session\(profile.map { "-" + $0 } ?? "").json"
    }

    /// Runs a command line; quoted words stay together.
    func run(
        _ arguments: String..., variables: [String: String] = [:], width: Int? = nil, isTerminal: Bool = false
    ) async -> Outcome {
        await run(arguments, variables: variables, width: width, isTerminal: isTerminal)
    }

    func run(
        _ arguments: [String], variables: [String: String] = [:], width: Int? = nil, isTerminal: Bool = false,
        pager: Pager? = nil
    ) async -> Outcome {
        let output = Recorder()
        let errors = Recorder()
        let home = [
            "HOME": directory, "XDG_STATE_HOME": directory + "/state", "KOPILKA_RUN": directory + "/run", "TZ": "UTC",
        ]
        let all = home.merging(variables) { _, own in own }
        let gateway = Gateway(
            environment: Environment(variables: all, arguments: arguments), commands: CommandTable.all,
            clock: WallClock { Self.now }, makeCaller: { [services] _ in services },
            makeConsole: { noColor, mayAsk in
                func stream(_ recorder: Recorder) -> TextStream {
                    TextStream(
                        isTerminal: isTerminal, width: width,
                        hasColor: ColorRule.allows(isTerminal: isTerminal, variables: all, noColor: noColor)
                    ) { recorder.append($0) }
                }
                return Console(output: stream(output), errors: stream(errors), mayAsk: mayAsk, pager: pager)
            })
        let code = await gateway.run()
        return Outcome(code: code, output: output.text, errors: errors.text)
    }

    /// Signs in as Anna, with a token that is valid for `seconds`.
    func signIn(for seconds: Int = 3600, profile: String? = nil) async throws {
        services.answer("auth.login", json: Self.signedIn(expiresAt: Self.now + .seconds(seconds)))
        let password = directory + "/password"
        try "correct horse".write(toFile: password, atomically: true, encoding: .utf8)
        var arguments = ["login", "anna", "--password-file", password]
        if let profile { arguments += ["--profile", profile] }
        let outcome = await run(arguments)
        precondition(outcome.code == 0, outcome.errors)
    }

    /// Returns the answer of `auth.login`.
    static func signedIn(expiresAt: Instant, number: Int = 1) -> String {
        """
        {"user":{"id":"u1","name":"Anna","email":"anna@example.org"},\
        "session":\(session(expiresAt: expiresAt, number: number))}
        """
    }

    /// Returns a session, identified by a number.
    static func session(expiresAt: Instant, number: Int) -> String {
        """
        {"id":"s1","userId":"u1","token":"token-\(number)","refreshToken":"refresh-\(number)",\
        "expiresAt":"\(expiresAt)"}
        """
    }

    /// The answer of `auth.me`.
    static let me = """
        {"user":{"id":"u1","name":"Anna","email":"anna@example.org"},"hasPassword":true,"totp":false,\
        "recoveryCodesLeft":0}
        """

    /// The answer of `ledger.accounts`.
    static let accounts = """
        {"accounts":[\(account("a1b2c3d4e5f6", "main", "1500.50", "RUB")),\
        \(account("a1b9z8y7x6w5", "savings", "20.00", "USD"))]}
        """

    /// Returns an account.
    static func account(_ id: String, _ name: String, _ amount: String, _ currency: String) -> String {
        let money = #"{"amount":"\#(amount)","currency":"\#(currency)"}"#
        return #"{"id":"\#(id)","userId":"u1","name":"\#(name)","currency":"\#(currency)","balance":\#(money),"#
            + #""available":\#(money),"status":"active","openedAt":"2026-01-01T00:00:00Z"}"#
    }

    /// The answer of `ledger.transfer`.
    static let transfer = """
        {"transfer":{"id":"t1","from":"a1b2c3d4e5f6","to":"z9z9z9z9z9z9","amount":{"amount":"500.00","currency":"RUB"},\
        "description":"lunch","status":"posted","createdAt":"2026-11-21T08:51:48Z","sequence":7},\
        "balances":[{"account":"a1b2c3d4e5f6","balance":{"amount":"1000.50","currency":"RUB"},\
        "available":{"amount":"1000.50","currency":"RUB"}}]}
        """
}

/// Records the output.
final class Recorder: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    func append(_ more: [UInt8]) { bytes.withLock { $0 += more } }

    var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
}
