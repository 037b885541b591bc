import Domain
import Glibc

extension DeviceName {
    /// Returns the default name of this gateway's sessions.
    package static func ofThisHost() -> String { gateway(on: hostName()) }

    /// Returns the host name: gethostname(2).
    private static func hostName() -> String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "an unknown host" }
        return PlainText.clean(String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
}
