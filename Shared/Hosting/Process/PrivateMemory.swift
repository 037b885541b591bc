import CProcess

/// The memory of this process, which holds passwords, tokens and keys.
public enum PrivateMemory {
    /// Keeps the memory out of core files and from other processes of the user, permanently: prctl(2).
    ///
    /// Afterwards only root can see which files the process has open. A supervisor is found by its open files, so it
    /// does not call this.
    public static func keep() { kopilka_keep_memory_private() }
}
