import Curl
import Domain
import NotificationsService
import Telegram

extension FuzzTarget {
    /// Answers over HTTP: a line with the status, lines of the header, an empty line, the body. As the Bot API and
    /// webhooks are read.
    static let httpAnswers = FuzzTarget(
        "http-answers", maximumLength: 4_096, modules: ["Curl", "NotificationsService", "Telegram"]
    ) { bytes in
        var input = FuzzInput(bytes)
        let status = Int(input.line().prefix(3)) ?? 200
        var headers: [HTTPHeader] = []
        while headers.count < 32 {
            let line = input.line()
            guard !line.isEmpty else { break }
            if let header = HTTPHeader(line: Array(line.utf8)) { headers.append(header) }
        }
        let answer = HTTPResponse(status: status, headers: headers, body: input.bytes)
        do throws(BotAPIError) {
            _ = try bot.result(of: answer)
        } catch {
            try Refusals.check(error.refusal)
            if case .busy(let pause) = error {
                try demand((Duration.seconds(1)...Duration.seconds(3_600)).contains(pause), "the pause is \(pause)")
            }
        }
        for header in headers {
            guard let pause = WebSender.retryAfter(header.value, at: now) else { continue }
            try demand((Duration.zero...Duration.seconds(86_400)).contains(pause), "the pause is \(pause)")
        }
        try demand(
            WebSender.host(of: input.text).utf8.count <= input.bytes.count * 3, "a host is longer than its URL")
    }

    private static let now = Instant(milliseconds: 1_795_000_000_000)
    private static let bot: BotAPI = {
        guard let token = BotToken("1:a") else { preconditionFailure("This is a token.") }
        return BotAPI(client: HTTPClient(), url: "http://localhost", token: token)
    }()
}
