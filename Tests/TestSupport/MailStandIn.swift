import Foundation
import Hosting
import StrictJSON

/// A server of mail that nobody here wrote, on this machine: `Tests/Clients/receive_mail.py`. Ends with the last reference.
public final class MailStandIn: Sendable {
    /// A message that it took.
    public struct Mail: Sendable {
        /// The address that failures go to.
        public let sender: String
        /// Where it went.
        public let recipients: [String]
        /// Whether the way was.
        public let isEncrypted: Bool
        /// `multipart/alternative`
        public let type: String
        /// Decoded.
        public let subject: String
        /// `Message-ID`
        public let id: String
        /// The names of the lines of the header.
        public let headers: [String]
        /// What a parser has against it.
        public let defects: [String]
        /// The text.
        public let plain: String
        /// The same as HTML.
        public let html: String
        /// Of all lines.
        public let longestLine: Int
    }

    private let directory = TemporaryDirectory()
    private let child: ChildProcess
    private let output: String
    /// The port.
    public let port: Int

    /// Starts it and waits for its port.
    ///
    /// - Parameter isPlain: Without STARTTLS.
    public init(isPlain: Bool = false) async throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let python = package.appendingPathComponent(".venv/bin/python").path
        guard FileManager.default.isExecutableFile(atPath: python) else {
            throw WaitedInVain(
                description: "\(python) is missing: `make .venv` makes it, with the server of this test.")
        }
        let script = package.appendingPathComponent("Tests/Clients/receive_mail.py").path
        output = directory.file("output")
        let file = open(output, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(file) }
        child = try ChildProcess.spawn(
            executable: python, arguments: [script, directory.path] + (isPlain ? ["--plain"] : []),
            environment: ["PYTHONDONTWRITEBYTECODE": "1", "PATH": "/usr/bin:/bin"], standardOutput: file,
            standardError: file)
        let (path, child) = (output, child)
        var found: Int?
        try await eventually("the server of mail listens") {
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            if child.poll() != nil { throw WaitedInVain(description: "the server of mail ended: \(text)") }
            found = text.split(separator: "\n").first.flatMap { Int($0) }
            return found != nil
        }
        port = found ?? 0
    }

    deinit {
        child.kill()
        _ = child.wait()
    }

    /// `KOPILKA_SMTP_URL`
    public var url: String { "smtp://127.0.0.1:\(port)" }

    /// The certificate that it signed itself.
    public var certificate: String { directory.file("cert.pem") }

    /// What came, in order.
    public var mails: [Mail] {
        let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").dropFirst().compactMap { line in
            guard let node = try? JSONDocument(text: String(line)).root else { return nil }
            func text(_ name: String) -> String { node.member(name)?.string ?? "" }
            func texts(_ name: String) -> [String] { node.member(name)?.elements.compactMap(\.string) ?? [] }
            return Mail(
                sender: text("sender"), recipients: texts("recipients"),
                isEncrypted: node.member("encrypted")?.bool ?? false, type: text("type"), subject: text("subject"),
                id: text("id"), headers: texts("headers"), defects: texts("defects"), plain: text("plain"),
                html: text("html"), longestLine: node.member("longest")?.integer(as: Int.self) ?? 0)
        }
    }
}
