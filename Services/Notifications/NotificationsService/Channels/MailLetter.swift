import Domain

/// A message as mail: a header, and plain text and HTML with the same content.
///
/// User input does not enter the header unchanged: addresses are checked, and the subject is always encoded.
/// - Source: RFC 5322 (messages), RFC 2045 to 2047 (MIME), RFC 3834 (`Auto-Submitted`).
struct MailLetter {
    let letter: Letter
    /// The same for all attempts, so that the recipient can recognize a repetition.
    let id: String
    let date: Instant
    let sender: EmailAddress
    let recipient: EmailAddress
    let language: String

    /// The domain of the sender.
    private var domain: String { String(sender.text.drop { $0 != "@" }.dropFirst()) }

    /// The whole message, with lines ended by CR LF.
    var bytes: [UInt8] {
        let boundary = "kopilka-\(id)"
        let header = [
            "From: Kopilka <\(sender.text)>", "To: <\(recipient.text)>", "Subject: \(Self.encoded(letter.title))",
            "Date: \(Self.dateText(date))", "Message-ID: <\(id)@\(domain)>", "MIME-Version: 1.0",
            "Content-Type: multipart/alternative;\r\n boundary=\"\(boundary)\"", "Content-Language: \(language)",
            "Auto-Submitted: auto-generated",
        ]
        let parts = [("text/plain", letter.text()), ("text/html", html)].flatMap { type, text in
            [
                "--\(boundary)", "Content-Type: \(type); charset=utf-8", "Content-Transfer-Encoding: base64", "",
                Self.wrapped(StandardBase64.encode(Array(text.replacing("\n", with: "\r\n").utf8))),
            ]
        }
        return Array((header + [""] + parts + ["--\(boundary)--", ""]).joined(separator: "\r\n").utf8)
    }

    private var html: String {
        let parts = letter.parts.map { part in
            "<h3>\(Self.escaped(part.title))</h3>" + (part.body.isEmpty ? "" : "<p>\(Self.escaped(part.body))</p>")
        }
        let rest = [letter.more, letter.repeatNote, "№ \(letter.reference)"].compactMap { $0 }
            .map { "<p><small>\(Self.escaped($0))</small></p>" }
        return "<!DOCTYPE html><html lang=\"\(language)\"><head><meta charset=\"utf-8\"></head><body>"
            + (parts + rest).joined(separator: "\n") + "</body></html>"
    }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }

    /// Encodes a text as encoded words of at most 75 characters, each of whole characters and on a line of its own.
    static func encoded(_ text: String) -> String {
        var words: [String] = []
        var bytes: [UInt8] = []
        func close() {
            if !bytes.isEmpty { words.append("=?UTF-8?B?\(StandardBase64.encode(bytes))?=") }
            bytes = []
        }
        for scalar in text.unicodeScalars.prefix(300) {
            let next = Array(String(scalar.value < 0x20 ? " " : scalar).utf8)
            if bytes.count + next.count > 45 { close() }
            bytes += next
        }
        close()
        return words.joined(separator: "\r\n ")
    }

    /// Wraps a text in lines of 76 characters.
    private static func wrapped(_ text: String) -> String {
        let bytes = Array(text.utf8)
        return stride(from: 0, to: bytes.count, by: 76).map { start in
            String(decoding: bytes[start..<min(start + 76, bytes.count)], as: UTF8.self)
        }.joined(separator: "\r\n")
    }

    /// Formats a date as `Sun, 22 Nov 2026 01:50:00 +0000`.
    static func dateText(_ instant: Instant) -> String {
        let day = instant.dayInUTC
        let (year, month, dayOfMonth) = day.components
        // 1970-01-01 was a Thursday.
        let weekday = HTTPDate.weekdays[((day.daysSince1970 + 3) % 7 + 7) % 7]
        let time = instant.description.dropFirst(11).prefix(8)
        return "\(weekday), \(dayOfMonth) \(HTTPDate.months[month - 1]) \(year) \(time) +0000"
    }
}
