import Glibc

/// Where the XDG base directory specification puts things, with our fallbacks.
extension Environment {
    /// `$XDG_RUNTIME_DIR/kopilka`, else `/run/user/<uid>/kopilka` where that is ours, else `run` in the state directory.
    ///
    /// Nowhere that others may make directories, such as `/tmp`: whoever makes ours first could listen there. Without
    /// `HOME` the home is that of passwd(5); `nil` when there is none either.
    public var defaultRunDirectory: String? { defaultRunDirectory(runtimeDirectories: "/run/user") }

    /// - Parameter runtimeDirectories: Where pam_systemd(8) makes a directory for each user who signs in.
    func defaultRunDirectory(runtimeDirectories: String) -> String? {
        if let said = absolute("XDG_RUNTIME_DIR") { return said + "/kopilka" }
        let usual = "\(runtimeDirectories)/\(geteuid())"
        if (try? PrivateDirectory.check(usual)) != nil { return usual + "/kopilka" }
        return (defaultStateDirectory ?? Self.homeOfUser().map { $0 + "/.local/state/kopilka" }).map { $0 + "/run" }
    }

    /// The home directory of the user who runs this, as the system knows it: getpwuid_r(3).
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

    /// `$XDG_DATA_HOME/kopilka`, else `~/.local/share/kopilka`; `nil` when there is no home either.
    public var defaultDataDirectory: String? { directory("XDG_DATA_HOME", orInHome: ".local/share") }

    /// `$XDG_STATE_HOME/kopilka`, else `~/.local/state/kopilka`; `nil` when there is no home either.
    public var defaultStateDirectory: String? { directory("XDG_STATE_HOME", orInHome: ".local/state") }

    /// `$XDG_CONFIG_HOME/kopilka/kopilka.json`, else `~/.config/kopilka/kopilka.json`; `nil` without a home.
    public var defaultConfigurationPath: String? {
        directory("XDG_CONFIG_HOME", orInHome: ".config").map { $0 + "/kopilka.json" }
    }

    private func directory(_ variable: String, orInHome folder: String) -> String? {
        (absolute(variable) ?? absolute("HOME").map { "\($0)/\(folder)" }).map { $0 + "/kopilka" }
    }

    /// The specification wants relative paths ignored.
    private func absolute(_ variable: String) -> String? {
        guard let value = variables[variable], value.hasPrefix("/"), let path = AbsolutePath(value) else { return nil }
        return path.description == "/" ? "" : path.description
    }
}
