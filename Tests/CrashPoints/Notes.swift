import Domain
import Synchronization
import TestSupport

/// What a script remembers from one step to the next, such as the ids of what it made.
public final class Notes: Sendable {
    private let texts: Mutex<[String: String]>

    init(_ texts: [String: String] = [:]) { self.texts = Mutex(texts) }

    /// All notes.
    var all: [String: String] { texts.withLock { $0 } }

    /// A note. Reading one that was never made is a mistake of the script.
    public subscript(name: String) -> String {
        get {
            guard let text = texts.withLock({ $0[name] }) else { preconditionFailure("There is no note \(name).") }
            return text
        }
        set { texts.withLock { $0[name] = newValue } }
    }
}
