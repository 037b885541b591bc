import CExpat

/// A streaming XML parser, which keeps nothing in memory. `XML_Parser`
///
/// It is safe for untrusted texts: a document type declaration is rejected, and with it all entities but the five
/// predefined ones and numeric characters. Nothing is ever fetched, and depth is limited. libexpat itself is a few
/// thousand lines of C without dependencies.
public enum XMLReader {
    /// The deepest nesting of elements.
    public static let mostDepth = 64

    /// Parses a text and calls `take` with each piece, in order.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - isUTF8: True when it is UTF-8, whatever the text itself declares.
    ///   - attributes: The names of attributes to report; all others are ignored.
    ///   - take: Receives a piece and its line; an error ends the parsing.
    /// - Throws: ``XMLError``; the error of `take`.
    public static func read<Failure: Error>(
        _ bytes: [UInt8], isUTF8: Bool, attributes: Set<String> = [],
        _ take: (XMLEvent, _ line: Int) throws(Failure) -> Void
    ) throws {
        // The closure is used only while this function runs.
        try withoutActuallyEscaping(take) { take in
            guard let parser = XML_ParserCreate(isUTF8 ? "UTF-8" : nil) else {
                preconditionFailure("There is no memory for an XML parser.")
            }
            defer { XML_ParserFree(parser) }
            let reading = XMLReading(parser, attributes) { event, line in
                try take(event, line)
            }
            try withExtendedLifetime(reading) { try reading.read(bytes) }
        }
    }
}

/// The state of parsing one text.
private final class XMLReading {
    private let parser: XML_Parser
    private let attributes: Set<String>
    private let take: (XMLEvent, Int) throws -> Void
    private var depth = 0
    private var failure: (any Error)?

    init(
        _ parser: XML_Parser, _ attributes: Set<String>, _ take: @escaping (XMLEvent, Int) throws -> Void
    ) {
        self.parser = parser
        self.attributes = attributes
        self.take = take
    }

    func read(_ bytes: [UInt8]) throws {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { data, name, values in XMLReading.of(data).begin(name, values) },
            { data, name in XMLReading.of(data).end(name) })
        XML_SetCharacterDataHandler(parser) { data, text, count in
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
            XMLReading.of(data).handle(.text(String(decoding: bytes, as: UTF8.self)))
        }
        XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
            XMLReading.of(data).stop(.documentType)
        }
        let status = bytes.withUnsafeBytes { buffer in
            XML_Parse(parser, buffer.bindMemory(to: CChar.self).baseAddress, Int32(clamping: buffer.count), 1)
        }
        if let failure { throw failure }
        guard status != XML_STATUS_OK else { return }
        let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown error"
        throw XMLError(line: line, problem: .malformed(reason))
    }

    private static func of(_ data: UnsafeMutableRawPointer?) -> XMLReading {
        guard let data else { preconditionFailure("libexpat lost what it was given.") }
        return Unmanaged<XMLReading>.fromOpaque(data).takeUnretainedValue()
    }

    private var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

    /// - Parameter values: Names and values of the attributes in turn, ended by NULL.
    private func begin(
        _ name: UnsafePointer<XML_Char>?, _ values: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
    ) {
        depth += 1
        guard depth <= XMLReader.mostDepth else {
            stop(.tooDeep)
            return
        }
        handle(.start(name.map { String(cString: $0) } ?? ""))
        guard !attributes.isEmpty, var pair = values else { return }
        while let name = pair[0], let value = pair[1] {
            let name = String(cString: name)
            if attributes.contains(name) { handle(.attribute(name, String(cString: value))) }
            pair += 2
        }
    }

    private func end(_ name: UnsafePointer<XML_Char>?) {
        depth -= 1
        handle(.end(name.map { String(cString: $0) } ?? ""))
    }

    private func handle(_ event: XMLEvent) {
        // After it was stopped, the parser may still report the end of an empty element.
        guard failure == nil else { return }
        do {
            try take(event, line)
        } catch {
            failure = error
            XML_StopParser(parser, XML_Bool(XML_FALSE))
        }
    }

    private func stop(_ problem: XMLError.Problem) {
        guard failure == nil else { return }
        failure = XMLError(line: line, problem: problem)
        XML_StopParser(parser, XML_Bool(XML_FALSE))
    }
}
