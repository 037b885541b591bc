import Glibc

/// The directories of the XDG base directory specification, with our fallbacks.
extension Environment {
    /// `/run/kopilka` if that is ours: systemd runs the house for this user. Otherwise `$XDG_RUNTIME_DIR/kopilka`;
    /// otherwise `/run/user/<uid>/kopilka` if that is ours; otherwise `run` in the state directory.
    ///
    /// A directory where others may create entries, such as `/tmp`, is never used: whoever creates ours first could
    /// listen there. Without `HOME`, the home directory is that of passwd(5); `nil` when there is none either.
    public var defaultRunDirectory: String? {
        defaultRunDirectory(runtimeDirectories: "/run/user", ofMachine: "/run/kopilka")
    }

    /// Returns the default run directory.
    ///
    /// - Parameters:
    ///   - runtimeDirectories: The directory in which pam_systemd(8) creates one directory per signed-in user.
    ///   - house: That of the house that systemd runs.
    func defaultRunDirectory(runtimeDirectories: String, ofMachine house: String) -> String? {
        if (try? PrivateDirectory.check(house)) != nil { return house }
        if let said = absolute("XDG_RUNTIME_DIR") { return said + "/kopilka" }
        let usual = "\(runtimeDirectories)/\(geteuid())"
        if (try? PrivateDirectory.check(usual)) != nil { return usual + "/kopilka" }
        return (defaultStateDirectory ?? Self.homeOfUser().map { $0 + "/.local/state/kopilka" }).map { $0 + "/run" }
    }

    /// Returns the home directory of the current user according to the system: getpwuid_r(3).
    private static func homeOfUser() -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer -> String? in
            guard let text = buffer.baseAddress, getpwuid_r(geteuid(), &entry, text, buffer.count, &found) == 0,
                found != nil, let home = entry.pw_dir.map({ String(cString: $0) }), home.hasPrefix("/")
            else { return nil }
            return home
        }
    }

    /// `/var/lib/kopilka` if that is ours: systemd runs the house for this user. Otherwise `$XDG_DATA_HOME/kopilka`,
    /// otherwise `~/.local/share/kopilka`; `nil` without a home.
    public var defaultDataDirectory: String? { defaultDataDirectory(ofMachine: "/var/lib/kopilka") }

    /// Returns the default data directory.
    ///
    /// - Parameter house: That of the house that systemd runs.
    func defaultDataDirectory(ofMachine house: String) -> String? {
        if (try? PrivateDirectory.check(house)) != nil { return house }
        return directory("XDG_DATA_HOME", orInHome: ".local/share")
    }

    /// `$XDG_STATE_HOME/kopilka`, otherwise `~/.local/state/kopilka`; `nil` without a home.
    public var defaultStateDirectory: String? { directory("XDG_STATE_HOME", orInHome: ".local/state") }

    /// `$XDG_CONFIG_HOME/kopilka/kopilka.json`, otherwise `~/.config/kopilka/kopilka.json`; `nil` without a home.
    public var defaultConfigurationPath: String? {
        directory("XDG_CONFIG_HOME", orInHome: ".config").map { $0 + "/kopilka.json" }
    }

    private func directory(_ variable: String, orInHome folder: String) -> String? {
        (absolute(variable) ?? absolute("HOME").map { "\($0)/\(folder)" }).map { $0 + "/kopilka" }
    }

    /// Returns an absolute path from a variable. The specification requires that relative paths are ignored.
    private func absolute(_ variable: String) -> String? {
        guard let value = variables[variable], value.hasPrefix("/"), let path = AbsolutePath(value) else { return nil }
        return path.description == "/" ? "" : path.description
    }
}
