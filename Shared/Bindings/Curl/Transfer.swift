import CCurl

/// One request under way. Lives on the thread of its client, and holds what libcurl points to.
final class Transfer {
    /// The longest header of an answer that is taken, in bytes.
    private static let longestHeader = 65_536
    /// How long a connection may take to be made.
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

    /// Sets up the handle. `curl_easy_init`
    init(
        _ request: HTTPRequest, number: UInt64,
        finish: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) {
        guard let handle = kopilka_curl_easy_init(CurlLibrary.functions) else {
            preconditionFailure("There is no memory for libcurl.")
        }
        self.handle = handle
        destinations = request.destinations
        maximumBodyBytes = request.maximumResponseBytes
        report = finish
        setRules(request)
        setContent(request)
        setSinks()
    }

    deinit {
        kopilka_curl_easy_cleanup(CurlLibrary.functions, handle)
        kopilka_curl_free_list(CurlLibrary.functions, headerLines)
    }

    /// Tells the one who waits.
    func finish(_ result: Result<HTTPResponse, HTTPError>) { report(result) }

    /// What came of it.
    func outcome(_ result: CURLcode) -> Result<HTTPResponse, HTTPError> {
        if isTooLong {
            return .failure(HTTPError(.tooLong, "The answer is longer than \(maximumBodyBytes) bytes, or its header."))
        }
        if isForbidden {
            return .failure(HTTPError(.forbiddenAddress, "The host's address is not one of the public internet."))
        }
        guard result == CURLE_OK else { return .failure(HTTPError(result)) }
        var status = 0
        kopilka_curl_get_number(CurlLibrary.functions, handle, CURLINFO_RESPONSE_CODE, &status)
        return .success(HTTPResponse(status: status, headers: headers, body: body))
    }

    /// What is the same for all: see ``HTTPClient``.
    private func setRules(_ request: HTTPRequest) {
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_PROXY, "")
        set(CURLOPT_NOPROXY, "*")
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        // Signals and threads do not go together, and names are resolved on a thread of libcurl's; whoever has given up
        // does not wait for it.
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_TIMEOUT_MS, Self.milliseconds(request.timeout))
        set(CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(min(request.timeout, Self.longestConnect)))
        set(CURLOPT_USERAGENT, "Kopilka")
    }

    private func setContent(_ request: HTTPRequest) {
        set(CURLOPT_URL, request.url)
        if let body = request.body {
            // The length first: libcurl copies that many bytes.
            kopilka_curl_set_large(CurlLibrary.functions, handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
            body.withUnsafeBytes { bytes in
                // Nothing has no address, and libcurl must be given one.
                if let start = bytes.baseAddress, !bytes.isEmpty {
                    kopilka_curl_set_bytes(CurlLibrary.functions, handle, CURLOPT_COPYPOSTFIELDS, start)
                } else {
                    set(CURLOPT_COPYPOSTFIELDS, "")
                }
            }
        }
        if request.method == .head { set(CURLOPT_NOBODY, 1) }
        set(CURLOPT_CUSTOMREQUEST, request.method.name)
        // No wait for "100 Continue", and no content type that nobody asked for.
        var lines = ["Expect:"]
        if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            lines.append("Content-Type:")
        }
        for line in lines + request.headers.map(\.line) {
            headerLines = kopilka_curl_append(CurlLibrary.functions, headerLines, line)
        }
        kopilka_curl_set_list(CurlLibrary.functions, handle, CURLOPT_HTTPHEADER, headerLines)
    }

    /// The functions that libcurl calls, on this thread, while the transfer is among those of the loop, which holds it.
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

    /// Hands bytes on; another number than theirs ends the transfer.
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
        headerBytes += bytes.count
        guard headerBytes <= Self.longestHeader else {
            isTooLong = true
            return false
        }
        // A status line begins an answer; what came before was an interim one.
        if bytes.starts(with: Array("HTTP/".utf8)) {
            headers = []
        } else if let line = HTTPHeader(line: bytes) {
            headers.append(line)
        }
        return true
    }

    /// `CURLOPT_OPENSOCKETFUNCTION`: the address is known, nothing was sent.
    private func open(_ address: UnsafePointer<curl_sockaddr>) -> curl_socket_t {
        if destinations == .publicInternet, !PublicAddress.isPublic(address) {
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
