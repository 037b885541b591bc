import Foundation

/// A directory of one test's own, with a short path; it goes with the last reference.
final class TemporaryDirectory: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/kopilka.XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil, "A temporary directory could not be made.")
        path = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func endpoint(_ name: String) -> String { "ipc://\(path)/\(name)" }
}

/// Runs `body` on a thread of its own and waits for it; for proofs of what must not be done there.
func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread {
        body()
        done.signal()
    }.start()
    done.wait()
}
