import Foundation
import Hosting
import TestSupport
import Testing

/// Sockets that another user of the machine put in place of ours: nothing is sent there.
@Suite(.enabled(if: geteuid() == 0, "only root can listen as another user")) struct ForeignSocketTests {
    private static let password = "correct horse battery staple"

    /// Signs in at a socket of `auth` on which `user` listens.
    ///
    /// - Parameters:
    ///   - expected: What has to be sent there. It is tried again until then: a busy machine may need more time than
    ///     the command has, and the stand-in tells what it was sent a moment after the connection has ended.
    ///   - prepare: Called with the directory of the sockets, which contains the socket.
    /// - Returns: The outcome, and the data sent there.
    private func signIn(
        listener user: UInt32, sending expected: String? = nil,
        _ prepare: (_ runDirectory: String) throws -> Void = { _ in }
    ) async throws -> (ended: FinishedProcess, sent: String) {
        let house = RunningHouse()
        let run = house.runDirectory
        try FileManager.default.createDirectory(
            atPath: run, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let listener = try await SilentListener(at: house.socket(of: "auth"), as: user)
        try prepare(run)
        let password = try house.directory.write(Self.password + "\n", to: "password")
        var outcome: (ended: FinishedProcess, sent: String)?
        try await eventually("the stand-in was sent what it must be sent") {
            let ended = try await house.run(
                "gateway", ["login", "anna", "--password-file", password, "--run", run, "--timeout", "2s"])
            #expect(ended.status != .exited(0), "\(ended)")
            let sent = try listener.requests().joined()
            outcome = (ended, sent)
            return expected.map { sent.contains($0) } ?? true
        }
        return try #require(outcome)
    }

    /// The control: a stand-in of our own user receives the password.
    @Test func aSocketOfOursIsSentThePassword() async throws {
        let sent = try await signIn(listener: geteuid(), sending: Self.password).sent
        #expect(sent.contains(Self.password))
    }

    @Test func aDirectoryOfSomebodyElseIsToldAndNothingIsSent() async throws {
        let (ended, sent) = try await signIn(listener: SilentListener.stranger) { run in
            #expect(chown(run, SilentListener.stranger, SilentListener.stranger) == 0 && chmod(run, 0o755) == 0)
        }
        #expect(sent.isEmpty)
        #expect(
            ended.errors.contains("nothing was sent") && ended.errors.contains("belongs to user 65534"), "\(ended)")
    }

    @Test func aDirectoryThatOthersMayWriteToIsToldAndNothingIsSent() async throws {
        let (ended, sent) = try await signIn(listener: geteuid()) { #expect(chmod($0, 0o777) == 0) }
        #expect(sent.isEmpty)
        #expect(ended.errors.contains("nothing was sent") && ended.errors.contains("chmod 700"), "\(ended)")
    }

    @Test func aSocketOfSomebodyElseIsToldAndNothingIsSent() async throws {
        let (ended, sent) = try await signIn(listener: SilentListener.stranger) { run in
            #expect(chown(run + "/auth.sock", SilentListener.stranger, SilentListener.stranger) == 0)
        }
        #expect(sent.isEmpty)
        #expect(ended.errors.contains("nothing was sent") && ended.errors.contains("auth.sock belongs"), "\(ended)")
    }

    @Test func aListenerThatIsSomebodyElseIsSentNothingThoughThePathIsOurs() async throws {
        let (_, sent) = try await signIn(listener: SilentListener.stranger)
        #expect(sent.isEmpty)
    }

    @Test func aServiceSendsAStrangerNothingHoweverOftenItConnects() async throws {
        let house = RunningHouse()
        try FileManager.default.createDirectory(
            atPath: house.runDirectory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let listener = try await SilentListener(at: house.socket(of: "ledger"), as: SilentListener.stranger)
        try await house.start("history")
        try await eventually("history has come three times") { try listener.bytes().count >= 3 }
        #expect(try listener.bytes().allSatisfy { $0 == 0 })
    }

    @Test func aSupervisorOfSomebodyElseIsNotBelieved() async throws {
        let house = RunningHouse()
        try FileManager.default.createDirectory(
            atPath: house.runDirectory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        // The test itself is the process that a stranger's file names: it must survive `down`.
        let lock = house.runDirectory + "/supervisor.lock"
        try "\(getpid())\n".write(toFile: lock, atomically: false, encoding: .utf8)
        let held = open(lock, O_RDONLY | O_CLOEXEC)
        defer { close(held) }
        #expect(chown(house.runDirectory, SilentListener.stranger, SilentListener.stranger) == 0)
        let down = try await house.run("gateway", ["down", "--json"])
        #expect(down.output.contains("\"stopped\":false"), "\(down)")
    }
}
