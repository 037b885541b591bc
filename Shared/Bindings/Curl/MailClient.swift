import CCurl

/// Hands mail to a server over SMTP. libcurl does the work on one thread of its own, as in ``HTTPClient``.
public final class MailClient: Sendable {
    private let transfers: TransferQueue

    /// Starts the thread, which ends with the client. `curl_multi_init`
    ///
    /// - Precondition: There is memory and room for one more thread.
    public init() {
        CurlLibrary.initialize()
        let transfers = TransferQueue()
        self.transfers = transfers
        TransferThread.start(transfers)
    }

    // The thread holds the queue, ends what is under way with the error `closed`, and goes.
    deinit { transfers.close() }

    /// Hands a message in and brings back what the server said.
    ///
    /// Cancelling the task ends it at once; whether the server took the message is not known then, as after a timeout.
    /// - Throws: ``HTTPError``, also for a server that does not encrypt where it must.
    public func send(_ mail: MailRequest) async throws(HTTPError) -> MailAnswer {
        try mail.check()
        return MailAnswer(try await transfers.run(.mail(mail)).get())
    }

    /// Goes the way of a message up to its sender, encrypted and signed in as it says, and no further: nothing is sent.
    ///
    /// - Throws: As ``send(_:)``.
    public func greet(_ mail: MailRequest) async throws(HTTPError) -> MailAnswer {
        try mail.check()
        return MailAnswer(try await transfers.run(.greeting(mail)).get())
    }

    /// Ends all that is under way with the error `closed`, and takes nothing new. Closing twice is fine.
    public func close() { transfers.close() }
}

/// What a server of mail said to a message.
public struct MailAnswer: Hashable, Sendable {
    /// 250 when it was taken; 400 to 499 when it may be later, 500 to 599 when it will not be.
    public let status: Int
    /// The last line it said, the status included.
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

/// A message for a server of mail. Prints as its server: the rest may hold secrets.
public struct MailRequest: Sendable {
    /// How the way to the server is secured.
    public enum Security: Hashable, Sendable {
        /// TLS from the first byte (smtps) or by STARTTLS, and a certificate that proves who the server is; else no mail.
        case required
        /// STARTTLS where the server offers it, whoever it is: for a server on this very machine.
        case ifOffered
    }

    /// `smtp://host:port` or `smtps://host:port`, with the name to greet with as its path.
    public var url: String
    /// How the way there is secured.
    public var security: Security
    /// A file with authorities to trust in place of the system's.
    public var authorities: String?
    /// Who signs in; nil for nobody.
    public var user: String?
    /// The password of the one who signs in.
    public var password: String?
    /// The address that failures are told to.
    public var sender: String
    /// The address that the message goes to.
    public var recipient: String
    /// The message: header and content, lines ended by CR LF.
    public var message: [UInt8]
    /// For all of it: 1 ms or more.
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

    /// Refuses what would be something else once it is written.
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
    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What a client's thread can do.
enum TransferTask: Sendable {
    case http(HTTPRequest)
    case mail(MailRequest)
    case greeting(MailRequest)
}
