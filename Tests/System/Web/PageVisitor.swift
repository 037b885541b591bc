import Foundation
import TestSupport

/// A browser of bare sockets: it keeps its cookie, and sends the forms of pages.
struct PageVisitor: Sendable {
    /// What came for a request.
    struct Answer: Sendable {
        let status: Int
        let head: String
        let body: String

        var location: String? {
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("location:") }
                .map { String($0.dropFirst("location:".count).drop { $0 == " " }) }
        }
    }

    let port: Int
    private(set) var cookie: String?

    /// - Parameter link: The link that the page has printed.
    init?(link: String) {
        guard let port = URL(string: link)?.port else { return nil }
        self.port = port
    }

    mutating func get(_ target: String) async throws -> Answer { try await ask("GET", target, nil) }

    /// Sends the form of a page that is sent to the page's own address.
    mutating func send(
        _ target: String, _ fields: [String: String], _ button: String = "enter"
    ) async throws -> Answer {
        let page = try await get(target)
        guard let ticket = Self.ticket(in: page.body, to: target) else {
            throw WaitedInVain(description: "no form at \(target): \(page.head)")
        }
        return try await ask("POST", target, ["ticket": ticket, "do": button].merging(fields) { $1 })
    }

    static func ticket(in html: String, to action: String) -> String? {
        guard let form = html.range(of: "action=\"\(action)\""),
            let field = html.range(of: "name=\"ticket\" value=\"", range: form.upperBound..<html.endIndex)
        else { return nil }
        return String(html[field.upperBound...].prefix { $0 != "\"" })
    }

    private mutating func ask(_ method: String, _ target: String, _ form: [String: String]?) async throws -> Answer {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"]
        if let cookie { lines.append("Cookie: \(cookie)") }
        var body = ""
        if let form {
            var safe = CharacterSet.alphanumerics
            safe.insert(charactersIn: "-._~")
            body = form.map { "\($0.key)=\($0.value.addingPercentEncoding(withAllowedCharacters: safe) ?? "")" }
                .joined(separator: "&")
            lines += [
                "Sec-Fetch-Site: same-origin", "Content-Type: application/x-www-form-urlencoded",
                "Content-Length: \(body.utf8.count)",
            ]
        }
        let text = lines.joined(separator: "\r\n") + "\r\n\r\n" + body
        let answer = try await Self.exchange(text, port: port)
        for line in answer.head.split(separator: "\r\n") where line.lowercased().hasPrefix("set-cookie: kopilka=") {
            cookie = String(line.dropFirst("set-cookie: ".count).prefix { $0 != ";" })
        }
        return answer
    }

    private static func exchange(_ text: String, port: Int) async throws -> Answer {
        try await onThread {
            guard let stream = RawStream(port: port) else { throw WaitedInVain(description: "nobody listens") }
            stream.write(Array(text.utf8))
            let all = String(decoding: stream.read(.max), as: UTF8.self)
            let end = all.range(of: "\r\n\r\n")
            let head = String(all[..<(end?.lowerBound ?? all.endIndex)])
            let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            return Answer(status: status, head: head, body: end.map { String(all[$0.upperBound...]) } ?? "")
        }
    }
}
