import CProcess

/// A counter of continuations: how often the process continued after it was stopped, SIGCONT, signal(7).
public enum Continuations {
    /// Starts counting; until then the count is zero. Call it before there is any other thread.
    public static func watch() { kopilka_count_continuations() }

    /// Makes the calling thread count. It sees the new number before it does anything else after a stop, because the
    /// kernel runs a handler when the thread returns from the call that it waited in.
    public static func countHere() { kopilka_take_continuations() }

    /// The count so far. Readable from any thread.
    public static var count: Int { Int(kopilka_continuations()) }
}
