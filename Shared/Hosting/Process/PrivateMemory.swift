import CProcess

/// The memory of this process, in which passwords, tokens and keys pass.
public enum PrivateMemory {
    /// Keeps it from core files and from other processes of the user, for good: prctl(2).
    ///
    /// Nobody but root can see then which files the process has open. A supervisor is found by that, so it does without.
    public static func keep() { kopilka_keep_memory_private() }
}
