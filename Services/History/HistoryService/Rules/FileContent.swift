import Coordination
import Domain
import Reasons

/// The bytes of a file in a request.
enum FileContent {
    /// The largest file in bytes. As base64 it fits a message.
    static let mostBytes = 3_000_000

    /// Returns the bytes of a file that was given as text or in base64.
    ///
    /// - Throws: ``Fault`` `invalidArgument`.
    static func bytes(_ content: String?, _ base64: String?) throws(Fault) -> [UInt8] {
        let bytes: [UInt8]
        switch (content, base64) {
        case (let text?, nil): bytes = Array(text.utf8)
        case (nil, let base64?):
            guard let decoded = Base64.decode(base64) else { throw .invalidArgument("base64", .notBase64) }
            bytes = decoded
        default: throw .invalidArgument("content", .mustBeGivenOnce, ["other": "base64"])
        }
        guard !bytes.isEmpty else { throw .invalidArgument("content", .isEmpty) }
        guard bytes.count <= mostBytes else {
            throw .invalidArgument("content", .tooLargeFile, ["most": .number(mostBytes)])
        }
        return bytes
    }
}
