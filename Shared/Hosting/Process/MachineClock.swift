import CProcess

/// The kernel's knowledge of the machine's clock.
public enum MachineClock {
    /// True when something keeps the clock synchronised, such as NTP; nil where the kernel does not say. adjtimex(2)
    public static var isKeptRight: Bool? {
        let answer = kopilka_clock_is_kept()
        return answer < 0 ? nil : answer == 1
    }
}
