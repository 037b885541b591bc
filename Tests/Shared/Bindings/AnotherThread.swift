import Foundation

/// Runs `body` on a separate thread and waits for it; for tests of calls that are forbidden there.
func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread {
        body()
        done.signal()
    }.start()
    done.wait()
}
