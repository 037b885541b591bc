import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting

/// A file for upload to a service: read whole, and split into parts if it is too long for one message.
struct FileUpload {
    /// The maximum file size: the space that a service grants one user.
    static let mostBytes = 128 << 20
    /// The size of a part: half of a message's limit, because JSON escapes may double a text.
    private static let partBytes = 1 << 20

    /// The name of the upload at the service.
    let name: String
    private let bytes: [UInt8]

    /// True when the file does not fit one message.
    var isLong: Bool { bytes.count > Self.partBytes }
    /// The whole text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Reads a file.
    ///
    /// - Parameter number: The number of the file among several of one run.
    /// - Throws: ``UsageError`` when it cannot be read or is too long.
    init(of path: String, number: Int = 0, field: String, _ scene: CommandScene) throws(UsageError) {
        do {
            let file = path == "-" ? "/dev/stdin" : path
            // Starts with a small limit: the whole limit is allocated in advance, and most files are small.
            guard
                let whole = try path == "-"
                    ? readFile(file, limit: Self.mostBytes)
                    : readFile(file, limit: 4 << 20) ?? readFile(file, limit: Self.mostBytes)
            else {
                throw UsageError(
                    Text(
                        "\(path) is longer than \(Self.mostBytes >> 20) MiB.",
                        "\(path) длиннее \(Self.mostBytes >> 20) МиБ."), field: field)
            }
            bytes = whole
        } catch let error as HostingError {
            throw UsageError(Text("\(path) cannot be read: \(error).", "\(path) не прочитать: \(error)."), field: field)
        } catch let error as UsageError {
            throw error
        } catch {
            throw UsageError(Text("\(path) cannot be read.", "\(path) не прочитать."), field: field)
        }
        let run = scene.client.idempotencyKey.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(40)
        name = "file\(run)\(number)"
    }

    /// Sends the parts in order.
    func send(
        _ scene: CommandScene, _ sendPart: (_ upload: String, _ part: Int, _ text: String) async throws -> Void
    ) async throws {
        let bar = ProgressBar(scene.console.errors)
        defer { bar.clear() }
        var (start, part) = (0, 0)
        while start < bytes.count {
            var end = min(start + Self.partBytes, bytes.count)
            // Never splits a character.
            while end < bytes.count, end > start + 1, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            try await sendPart(name, part, String(decoding: bytes[start..<end], as: UTF8.self))
            bar.show(Double(end) / Double(bytes.count), Text("uploading", "загрузка"))
            (start, part) = (end, part + 1)
        }
    }
}
