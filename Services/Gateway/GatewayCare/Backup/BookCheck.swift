import Coordination
import Domain
import GatewaySession
import GatewayWords
import Glibc
import Hosting
import Signals
import StrictJSON

/// Has ledger itself check a copy of its database: a separate process runs over the copy, in a directory that no one
/// else can reach.
struct BookCheck {
    /// Earlier than any house, so that nothing falls due and the check changes nothing.
    private static let clock = "2000-01-01T00:00:00Z"

    /// The executable of ledger.
    let executable: String
    /// The time limit of the check.
    let limit: Duration

    /// Finds ledger beside the gateway; nil if it is not there.
    init?(limit: Duration) {
        executable = "\(House.executableDirectory)/ledger"
        guard access(executable, X_OK) == 0 else { return nil }
        self.limit = limit
    }

    /// Returns ledger's verdict on the database in `data`.
    ///
    /// - Throws: ``Fault`` when ledger cannot start over it, or does not answer.
    func answer(over data: String, corner: String) async throws -> LedgerSignal.CheckAnswer {
        let run = corner + "/run"
        guard let directory = AbsolutePath(run) else {
            let sentence = Text("The path \(run) is too long.", "Путь \(run) слишком длинный.")
            throw Fault(.invalidArgument, "\(sentence)")
        }
        try PrivateDirectory.prepare(directory)
        let log = open(corner + "/ledger.log", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard log >= 0 else { throw HostingError.system("open \(corner)/ledger.log") }
        let file = OwnedDescriptor(owning: log)
        let child = try ChildProcess.spawn(
            executable: executable,
            environment: ["KOPILKA_RUN": run, "KOPILKA_DATA": data, "KOPILKA_CLOCK": Self.clock],
            standardOutput: file.rawValue, standardError: file.rawValue, parentDeathSignal: nil)
        defer {
            child.kill()
            _ = child.wait()
        }
        let clock = Instant(Self.clock).map { WallClock.starting(at: $0) } ?? .system
        let proof = OperatorProof(dataDirectory: data, clock: clock)
        let caller = LinkedServiceCaller(runDirectory: run)
        let deadline = ContinuousClock.now + limit
        while true {
            do {
                // Sent as a change, so that the link does not retry: a ledger that has ended does not come back.
                let answer = try await caller.call(
                    service: "ledger", method: LedgerSignal.Check.method.name, parameters: Array("{}".utf8),
                    effect: .changes,
                    context: SignalContext(session: try proof.token(for: "ledger")),
                    within: max(.milliseconds(1), deadline - .now))
                return try JSONDocument.read(LedgerSignal.CheckAnswer.self, from: answer)
            } catch let fault as Fault where fault.code == .unavailable {
                if let ending = child.poll() {
                    let said = (try? readFile(corner + "/ledger.log", limit: 1 << 16)) ?? nil
                    let last = said.map { String(decoding: $0, as: UTF8.self).split(separator: "\n").last ?? "" } ?? ""
                    throw Fault.badBackup(
                        Text(
                            "The ledger does not start over the copy (\(ending.description)): \(last)",
                            "ledger не запускается над копией (\(ending.description)): \(last)"))
                }
                guard ContinuousClock.now < deadline else { throw fault }
            }
        }
    }
}
