import CMicroHTTPD

/// Reads the header that the library has parsed, and refuses what two programs could understand differently.
struct WebHeadReader {
    /// What was found.
    struct Reading {
        var head: WebRequestHead
        var refusal: WebRefusal?
        /// `Content-Length`; nil without one.
        var declaredBytes: Int?
        var hasBody = false
        /// `Expect: 100-continue`: the body comes when it is asked for.
        var expectsContinue = false
    }

    /// What the iterator of the library fills.
    private struct Collection {
        let limits: WebServerLimits
        var headers: [WebHeader] = []
        var bytes: Int
        var isTooLarge = false
        var isMalformed = false

        mutating func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
            // The colon, the blank and the end of the line.
            let count = name.count + value.count + 4
            // What fits is kept, so that the refusal can be written in the language of the browser.
            guard bytes + count <= limits.headerBytes, headers.count < limits.headerFields else {
                isTooLarge = true
                return
            }
            bytes += count
            let text = String(decoding: name, as: UTF8.self).lowercased()
            if !WebHeader.isToken(text) || !value.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) {
                isMalformed = true
            }
            var value = value[...]
            while let last = value.last, last == 0x20 || last == 0x09 { value.removeLast() }
            while let first = value.first, first == 0x20 || first == 0x09 { value.removeFirst() }
            headers.append(WebHeader(text, String(decoding: value, as: UTF8.self)))
        }
    }

    private let library: UnsafePointer<kopilka_mhd>
    private let handle: OpaquePointer
    private let limits: WebServerLimits

    init(_ library: UnsafePointer<kopilka_mhd>, _ handle: OpaquePointer, _ limits: WebServerLimits) {
        self.library = library
        self.handle = handle
        self.limits = limits
    }

    /// Reads the header of the current request. `MHD_get_connection_values_n`
    func read(method: String, version: String, target: String, _ connection: WebConnection) -> Reading {
        var collection = Collection(limits: limits, bytes: method.utf8.count + target.utf8.count)
        withUnsafeMutablePointer(to: &collection) { pointer in
            // The pointer is used within this call only.
            _ = kopilka_MHD_get_connection_values_n(
                library, handle, kopilka_mhd_headers,
                { context, _, name, nameCount, value, valueCount in
                    guard let collection = context?.assumingMemoryBound(to: Collection.self) else {
                        return kopilka_mhd_no
                    }
                    collection.pointee.add(
                        UnsafeRawBufferPointer(start: name, count: name == nil ? 0 : nameCount),
                        UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueCount))
                    return kopilka_mhd_yes
                }, pointer)
        }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var reading = Reading(
            head: WebRequestHead(
                method: method, path: String(parts.first ?? ""), query: parts.count == 2 ? String(parts[1]) : nil,
                headers: collection.headers, peer: connection.peer, isEncrypted: connection.isEncrypted))
        reading.refusal =
            if collection.isTooLarge {
                .headerTooLarge
            } else if collection.isMalformed || !isTarget(target) {
                .malformed
            } else {
                readFraming(&reading, version: version)
            }
        // Whether there is a body is unknown in a header of which a part is missing.
        if collection.isTooLarge { reading.hasBody = true }
        return reading
    }

    /// Reads what says where the request ends: RFC 9112, section 6.3.
    private func readFraming(_ reading: inout Reading, version: String) -> WebRefusal? {
        let head = reading.head
        let (lengths, codings) = (head.values(of: "content-length"), head.values(of: "transfer-encoding"))
        reading.hasBody = !codings.isEmpty || !(lengths.isEmpty || lengths == ["0"])
        reading.expectsContinue = !head.values(of: "expect").isEmpty
        guard version == "HTTP/1.1" || version == "HTTP/1.0", head.values(of: "host").count == 1, lengths.count <= 1,
            codings.count <= 1, lengths.isEmpty || codings.isEmpty, version == "HTTP/1.1" || codings.isEmpty
        else { return .malformed }
        if let length = lengths.first {
            guard length.utf8.count <= 18, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let declared = Int(length)
            else { return .malformed }
            reading.declaredBytes = declared
        }
        if let coding = codings.first, coding.lowercased() != "chunked" { return .notImplemented }
        let isMethod = head.method.utf8.allSatisfy { (0x41...0x5A).contains($0) } && head.method.utf8.count <= 16
        return isMethod && !head.method.isEmpty ? nil : .notImplemented
    }

    /// True for an absolute path with visible characters and without a fragment: RFC 9112, section 3.2.1.
    private func isTarget(_ target: String) -> Bool {
        target.utf8.first == UInt8(ascii: "/")
            && target.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }
    }
}
