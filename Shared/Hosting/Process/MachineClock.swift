import CProcess

/// What the kernel knows of the machine's clock.
public enum MachineClock {
    /// Whether something keeps it right, such as NTP; nil where the kernel does not say. adjtimex(2)
    public static var isKeptRight: Bool? {
        let answer = kopilka_clock_is_kept()
        return answer < 0 ? nil : answer == 1
    }
}
