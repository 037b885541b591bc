import CCurl

/// A transfer in progress. It lives on the thread of its client and owns the memory that libcurl points to.
final class Transfer {
    /// The longest accepted header of an answer, in bytes.
    private static let longestHeader = 65_536
    /// The ciphers for TLS 1.2: ephemeral keys and authenticated encryption. TLS 1.3 has no others.
    ///
    /// - Source: RFC 9325, section 4.2; `openssl-ciphers(1)`.
    private static let ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20:DHE+AESGCM:DHE+CHACHA20"
    /// The timeout for establishing a connection.
    private static let longestConnect = Duration.seconds(10)

    let handle: UnsafeMutableRawPointer
    private let destinations: HTTPRequest.Destinations
    private let maximumBodyBytes: Int
    private let report: @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    private var headerLines: UnsafeMutablePointer<curl_slist>?
    private var headers: [HTTPHeader] = []
    private var headerBytes = 0
    private var body: [UInt8] = []
    private var isTooLong = false
    private var isForbidden = false
    /// The unread rest of the upload; for mail only.
    private var upload: ArraySlice<UInt8> = []
    private let isMail: Bool
    /// The last refusal of a mail server.
    private var refusal: HTTPResponse?

    /// Sets up the handle. `curl_easy_init`
    init(
        _ task: TransferTask, number: UInt64,
        finish: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) {
        guard let handle = kopilka_curl_easy_init(CurlLibrary.functions) else {
            preconditionFailure("There is no memory for libcurl.")
        }
        self.handle = handle
        report = finish
        switch task {
        case .http(let request):
            destinations = request.destinations
            maximumBodyBytes = request.maximumResponseBytes
            isMail = false
            setRules(timeout: request.timeout)
            // The address of an existing connection was not checked if a request with any destination opened it.
            if case .all = request.destinations {} else { set(CURLOPT_FRESH_CONNECT, 1) }
            set(CURLOPT_PROTOCOLS_STR, "http,https")
            set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
            setContent(request)
        case .mail(let mail), .greeting(let mail):
            // A connection that may be unencrypted is allowed to this machine only, whatever a name resolves to.
            destinations = mail.security == .required ? .all : .thisMachine
            maximumBodyBytes = Self.longestHeader
            isMail = true
            setRules(timeout: mail.timeout)
            set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
            setWay(mail)
            if case .greeting = task {
                // Without a recipient libcurl sends one command after signing in. This one does nothing.
                set(CURLOPT_CUSTOMREQUEST, "NOOP")
                set(CURLOPT_NOBODY, 1)
            } else {
                upload = mail.message[...]
                setContent(mail)
            }
        }
        setSinks()
    }

    deinit {
        kopilka_curl_easy_cleanup(CurlLibrary.functions, handle)
        kopilka_curl_free_list(CurlLibrary.functions, headerLines)
    }

    /// Reports the result to the waiting task.
    func finish(_ result: Result<HTTPResponse, HTTPError>) { report(result) }

    /// Returns the result of the transfer.
    func outcome(_ result: CURLcode) -> Result<HTTPResponse, HTTPError> {
        if isTooLong {
            return .failure(HTTPError(.tooLong, "The answer is longer than \(maximumBodyBytes) bytes, or its header."))
        }
        if isForbidden {
            return .failure(HTTPError(.forbiddenAddress, "The host's address is not one that may be asked."))
        }
        var status = 0
        kopilka_curl_get_number(CurlLibrary.functions, handle, CURLINFO_RESPONSE_CODE, &status)
        // A refusal of a mail server has a status code, which libcurl reports as a failure to send.
        if isMail, result == CURLE_OK { return .success(HTTPResponse(status: 250, body: body)) }
        if let refusal { return .success(refusal) }
        guard result == CURLE_OK else { return .failure(HTTPError(result)) }
        return .success(HTTPResponse(status: status, headers: headers, body: body))
    }

    /// Sets the options that all transfers share: see ``HTTPClient``.
    private func setRules(timeout: Duration) {
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_PROXY, "")
        set(CURLOPT_NOPROXY, "*")
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        set(CURLOPT_SSL_CIPHER_LIST, Self.ciphers)
        // No Unix signals, because there are other threads. Names are resolved on a thread of libcurl, and ending a
        // transfer does not wait for it.
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_TIMEOUT_MS, Self.milliseconds(timeout))
        set(CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(min(timeout, Self.longestConnect)))
        set(CURLOPT_USERAGENT, "Kopilka")
    }

    private func setContent(_ request: HTTPRequest) {
        set(CURLOPT_URL, request.url)
        if let body = request.body {
            // The length first: libcurl copies that number of bytes.
            kopilka_curl_set_large(CurlLibrary.functions, handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
            body.withUnsafeBytes { bytes in
                // An empty array has no address, but libcurl requires one.
                if let start = bytes.baseAddress, !bytes.isEmpty {
                    kopilka_curl_set_bytes(CurlLibrary.functions, handle, CURLOPT_COPYPOSTFIELDS, start)
                } else {
                    set(CURLOPT_COPYPOSTFIELDS, "")
                }
            }
        }
        if request.method == .head { set(CURLOPT_NOBODY, 1) }
        set(CURLOPT_CUSTOMREQUEST, request.method.name)
        // No wait for "100 Continue", and no default content type.
        var lines = ["Expect:"]
        if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            lines.append("Content-Type:")
        }
        for line in lines + request.headers.map(\.line) {
            headerLines = kopilka_curl_append(CurlLibrary.functions, headerLines, line)
        }
        kopilka_curl_set_list(CurlLibrary.functions, handle, CURLOPT_HTTPHEADER, headerLines)
    }

    private func setContent(_ mail: MailRequest) {
        set(CURLOPT_MAIL_FROM, "<\(mail.sender)>")
        headerLines = kopilka_curl_append(CurlLibrary.functions, headerLines, "<\(mail.recipient)>")
        kopilka_curl_set_list(CurlLibrary.functions, handle, CURLOPT_MAIL_RCPT, headerLines)
        set(CURLOPT_UPLOAD, 1)
        kopilka_curl_set_large(
            CurlLibrary.functions, handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(mail.message.count))
        kopilka_curl_set_sink(CurlLibrary.functions, handle, CURLOPT_READFUNCTION) { bytes, size, count, context in
            Transfer.at(context)?.give(bytes, size * count) ?? 0
        }
        kopilka_curl_set_context(
            CurlLibrary.functions, handle, CURLOPT_READDATA, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Sets the address of the mail server and the credentials.
    private func setWay(_ mail: MailRequest) {
        set(CURLOPT_URL, mail.url)
        let security = mail.security
        let isEncrypted = security == .required
        set(CURLOPT_USE_SSL, Int((isEncrypted ? CURLUSESSL_ALL : CURLUSESSL_TRY).rawValue))
        if !isEncrypted {
            set(CURLOPT_SSL_VERIFYPEER, 0)
            set(CURLOPT_SSL_VERIFYHOST, 0)
        }
        if let file = mail.authorities { set(CURLOPT_CAINFO, file) }
        if let user = mail.user { set(CURLOPT_USERNAME, user) }
        if let password = mail.password { set(CURLOPT_PASSWORD, password) }
    }

    /// `CURLOPT_READFUNCTION`: passes on as many bytes as fit.
    private func give(_ start: UnsafeMutablePointer<CChar>?, _ room: Int) -> Int {
        guard let start else { return 0 }
        let part = upload.prefix(room)
        UnsafeMutableRawBufferPointer(start: start, count: room).copyBytes(from: part)
        upload = upload.dropFirst(part.count)
        return part.count
    }

    /// Sets the functions that libcurl calls on this thread while the loop retains the transfer.
    private func setSinks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        kopilka_curl_set_sink(CurlLibrary.functions, handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            Transfer.at(context)?.take(bytes, size * count, isHeader: false) ?? 0
        }
        kopilka_curl_set_context(CurlLibrary.functions, handle, CURLOPT_WRITEDATA, context)
        kopilka_curl_set_sink(CurlLibrary.functions, handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            Transfer.at(context)?.take(bytes, size * count, isHeader: true) ?? 0
        }
        kopilka_curl_set_context(CurlLibrary.functions, handle, CURLOPT_HEADERDATA, context)
        kopilka_curl_set_opener(CurlLibrary.functions, handle, CURLOPT_OPENSOCKETFUNCTION) { context, _, address in
            guard let transfer = Transfer.at(context), let address else { return CURL_SOCKET_BAD }
            return transfer.open(address)
        }
        kopilka_curl_set_context(CurlLibrary.functions, handle, CURLOPT_OPENSOCKETDATA, context)
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Accepts received bytes; returning another number ends the transfer.
    private func take(_ start: UnsafeMutablePointer<CChar>?, _ count: Int, isHeader: Bool) -> Int {
        guard let start, count > 0 else { return count }
        let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
        return (isHeader ? takeHeaderLine(bytes) : takeBody(bytes)) ? count : 0
    }

    private func takeBody(_ bytes: [UInt8]) -> Bool {
        guard bytes.count <= maximumBodyBytes - body.count else {
            isTooLong = true
            return false
        }
        body += bytes
        return true
    }

    private func takeHeaderLine(_ bytes: [UInt8]) -> Bool {
        // Called for each line of a mail server. The last line counts, or the last refusal before the farewell.
        if isMail {
            guard bytes.count <= Self.longestHeader else { return false }
            body = bytes
            if let status = Int(String(decoding: bytes.prefix(3), as: UTF8.self)), (400...599).contains(status) {
                refusal = HTTPResponse(status: status, body: bytes)
            }
            return true
        }
        headerBytes += bytes.count
        guard headerBytes <= Self.longestHeader else {
            isTooLong = true
            return false
        }
        // A status line begins an answer; earlier fields belong to an interim one.
        if bytes.starts(with: Array("HTTP/".utf8)) {
            headers = []
        } else if let line = HTTPHeader(line: bytes) {
            headers.append(line)
        }
        return true
    }

    /// `CURLOPT_OPENSOCKETFUNCTION`: the address is known, and nothing was sent yet.
    private func open(_ address: UnsafePointer<curl_sockaddr>) -> curl_socket_t {
        guard destinations.allow(address) else {
            isForbidden = true
            return CURL_SOCKET_BAD
        }
        return PublicAddress.socket(for: address.pointee)
    }

    private func set(_ option: CURLoption, _ value: Int) {
        let result = kopilka_curl_set_number(CurlLibrary.functions, handle, option, value)
        precondition(result == CURLE_OK, "libcurl does not know the option \(option.rawValue).")
    }

    private func set(_ option: CURLoption, _ value: String) {
        let result = kopilka_curl_set_text(CurlLibrary.functions, handle, option, value)
        precondition(result == CURLE_OK, "libcurl does not take the text of option \(option.rawValue).")
    }

    private static func milliseconds(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return Int(clamping: min(seconds, 86_400) * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}
