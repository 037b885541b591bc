import Foundation
import Hosting
import StrictJSON

/// An independent local mail server: `Tests/Clients/receive_mail.py`. It ends with the last reference.
public final class MailStandIn: Sendable {
    /// A message that the server accepted.
    public struct Mail: Sendable {
        /// The return address.
        public let sender: String
        /// The recipients.
        public let recipients: [String]
        /// True when the connection was encrypted.
        public let isEncrypted: Bool
        /// The content type, `multipart/alternative`.
        public let type: String
        /// The decoded subject.
        public let subject: String
        /// The `Message-ID`.
        public let id: String
        /// The names of the header fields.
        public let headers: [String]
        /// The defects that a parser finds.
        public let defects: [String]
        /// The plain text.
        public let plain: String
        /// The HTML.
        public let html: String
        /// The length of the longest line.
        public let longestLine: Int
    }

    private let directory = TemporaryDirectory()
    private let child: ChildProcess
    private let output: String
    /// The port.
    public let port: Int

    /// Starts the server and waits for its port.
    ///
    /// - Parameter isPlain: True for a server without STARTTLS.
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

    /// The value of `KOPILKA_SMTP_URL`.
    public var url: String { "smtp://127.0.0.1:\(port)" }

    /// Its self-signed certificate.
    public var certificate: String { directory.file("cert.pem") }

    /// The accepted messages in order.
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
