import CCurl

/// An SMTP client. libcurl works on one thread of its own, as in ``HTTPClient``.
public final class MailClient: Sendable {
    private let transfers: TransferQueue

    /// Starts the thread, which ends with the client. `curl_multi_init`
    ///
    /// - Precondition: There is enough memory for one more thread.
    public init() {
        CurlLibrary.initialize()
        let transfers = TransferQueue()
        self.transfers = transfers
        TransferThread.start(transfers)
    }

    // The thread retains the queue, ends pending transfers with the error `closed`, and exits.
    deinit { transfers.close() }

    /// Submits a message and returns the server's answer.
    ///
    /// Cancelling the task ends the transfer at once. As after a timeout, it is then unknown whether the server
    /// accepted the message.
    /// - Throws: ``HTTPError``, also when a server does not encrypt although it must.
    public func send(_ mail: MailRequest) async throws(HTTPError) -> MailAnswer {
        try mail.check()
        return MailAnswer(try await transfers.run(.mail(mail)).get())
    }

    /// Connects, encrypts and signs in as for a message, up to its sender, without sending a message.
    ///
    /// - Throws: As ``send(_:)``.
    public func greet(_ mail: MailRequest) async throws(HTTPError) -> MailAnswer {
        try mail.check()
        return MailAnswer(try await transfers.run(.greeting(mail)).get())
    }

    /// Ends pending transfers with the error `closed` and refuses new ones. Closing twice is allowed.
    public func close() { transfers.close() }
}

/// The answer of a mail server to a message.
public struct MailAnswer: Hashable, Sendable {
    /// 250 for an accepted message, 400 to 499 for a temporary failure, 500 to 599 for a permanent one.
    public let status: Int
    /// The last line of the answer, including the status.
    public let text: String

    public init(status: Int, text: String) {
        self.status = status
        self.text = text
    }

    fileprivate init(_ response: HTTPResponse) {
        var text = String(decoding: response.body.prefix(500), as: UTF8.self)
        while let last = text.unicodeScalars.last, last.value <= 0x20 { text.unicodeScalars.removeLast() }
        self.init(status: response.status, text: text)
    }
}

/// A message for a mail server. It prints as its server: the rest may contain secrets.
public struct MailRequest: Sendable {
    /// The security of the connection.
    public enum Security: Hashable, Sendable {
        /// TLS from the first byte (smtps) or by STARTTLS, with a verified certificate. Otherwise no message is sent.
        case required
        /// STARTTLS if the server offers it, without verification: for a server on this machine.
        case ifOffered
    }

    /// `smtp://host:port` or `smtps://host:port`, with the name for the greeting as its path.
    public var url: String
    /// The security of the connection.
    public var security: Security
    /// A file with trusted authorities, instead of the system's.
    public var authorities: String?
    /// The user to sign in as; nil for none.
    public var user: String?
    /// The password of the user.
    public var password: String?
    /// The sender's address, which receives failure reports.
    public var sender: String
    /// The recipient's address.
    public var recipient: String
    /// The message: header and content, with CR LF line endings.
    public var message: [UInt8]
    /// The timeout of the whole transfer: at least 1 ms.
    public var timeout: Duration

    public init(
        url: String, security: Security, authorities: String? = nil, user: String? = nil, password: String? = nil,
        sender: String, recipient: String, message: [UInt8], timeout: Duration = .seconds(30)
    ) {
        self.url = url
        self.security = security
        self.authorities = authorities
        self.user = user
        self.password = password
        self.sender = sender
        self.recipient = recipient
        self.message = message
        self.timeout = timeout
    }

    /// Rejects a message that would change its meaning on the wire.
    /// - Throws: ``HTTPError`` `invalidRequest`.
    func check() throws(HTTPError) {
        guard url.hasPrefix("smtp://") || url.hasPrefix("smtps://"), url.utf8.count <= HTTPRequest.longestURL,
            url.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw HTTPError(.invalidRequest, "The URL must begin with smtp:// or smtps://.") }
        for address in [sender, recipient] {
            guard (3...254).contains(address.utf8.count),
                address.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !Array("<>".utf8).contains($0) })
            else { throw HTTPError(.invalidRequest, "An address must be visible ASCII without < and >.") }
        }
        guard timeout >= .milliseconds(1) else {
            throw HTTPError(.invalidRequest, "The timeout must be 1 ms or more.")
        }
    }
}

extension MailRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `smtp://mail.example.org:587`
    public var description: String { url.split(separator: "/").prefix(2).joined(separator: "//") }
    public var debugDescription: String { description }
    /// An empty mirror, so that secrets are never printed.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A task for a client's thread.
enum TransferTask: Sendable {
    case http(HTTPRequest)
    case mail(MailRequest)
    case greeting(MailRequest)
}
