import Foundation

/// Runs `body` on a thread of its own and waits for it; for proofs of what must not be done there.
func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread {
        body()
        done.signal()
    }.start()
    done.wait()
}
