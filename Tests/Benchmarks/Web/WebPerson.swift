import Foundation
import TestSupport

/// A browser of one person, signed in by the forms of the page.
struct WebPerson {
    private let host: String
    private let more: [String]
    /// The name and value of the session's cookie.
    private(set) var cookie = ""

    /// Signs in, or registers somebody new.
    ///
    /// - Parameters:
    ///   - host: The name of the page.
    ///   - network: The number of the browser's network, for a page behind a proxy; nil without one.
    init(
        _ client: PageClient, host: String, at path: String, fields: [String: String], network: Int? = nil
    ) throws {
        self.host = host
        more =
            network.map { ["X-Forwarded-For: 10.\($0 / 250).\($0 % 250).1", "X-Forwarded-Proto: https"] } ?? []
        let guest = try client.ask(get(path))
        cookie = Self.cookie(of: guest)
        let page = String(decoding: guest.body, as: UTF8.self)
        guard guest.status == 200, let ticket = Self.ticket(in: page, at: path) else {
            throw LoadClient.Failure(description: "no form: \(guest.head)")
        }
        let form = ["ticket": ticket, "pane": "main", "do": "enter"].merging(fields) { $1 }
        let answer = try client.ask(post(path, form))
        cookie = Self.cookie(of: answer)
        guard answer.status == 303, answer.header("location") == "/", !cookie.isEmpty else {
            throw LoadClient.Failure(description: "nobody has signed in: \(answer.head)")
        }
    }

    /// A request for a page.
    func get(_ target: String) -> [UInt8] {
        let lines = ["GET \(target) HTTP/1.1", "Host: \(host)", "Accept-Language: ru", "Cookie: \(cookie)"] + more
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    private func post(_ target: String, _ fields: [String: String]) -> [UInt8] {
        var safe = CharacterSet.alphanumerics
        safe.insert(charactersIn: "-._~")
        let body = fields.map {
            "\($0.key)=\($0.value.addingPercentEncoding(withAllowedCharacters: safe) ?? "")"
        }.joined(separator: "&")
        let lines =
            [
                "POST \(target) HTTP/1.1", "Host: \(host)", "Accept-Language: ru", "Cookie: \(cookie)",
                "Sec-Fetch-Site: same-origin",
                "Content-Type: application/x-www-form-urlencoded", "Content-Length: \(body.utf8.count)",
            ] + more
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    }

    private static func cookie(of response: PageClient.Response) -> String {
        (response.header("set-cookie") ?? "").prefix { $0 != ";" }.description
    }

    /// Finds the ticket of the form that is sent to a path.
    private static func ticket(in page: String, at path: String) -> String? {
        guard let form = page.range(of: "action=\"\(path)\""),
            let value = page.range(of: "name=\"ticket\" value=\"", range: form.upperBound..<page.endIndex)
        else { return nil }
        return String(page[value.upperBound...].prefix { $0 != "\"" })
    }
}
