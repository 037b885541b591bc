import CProcess

/// How often the process went on after it was stopped where it stood: SIGCONT, signal(7).
public enum Continuations {
    /// Counts from now on; before that it is none. Called before there is any other thread.
    public static func watch() { kopilka_count_continuations() }

    /// Has the calling thread count. It sees the new number before it does anything else after a stop, as the kernel runs a
    /// handler when the thread comes back from whatever it waited for.
    public static func countHere() { kopilka_take_continuations() }

    /// How often so far. From any thread.
    public static var count: Int { Int(kopilka_continuations()) }
}
