import Glibc

/// The number of descriptors that the process may open: RLIMIT_NOFILE, getrlimit(2).
///
/// Each client costs one, and libzmq aborts at `EMFILE` in its listener. So the soft limit (usually 1,024) is raised.
public enum DescriptorLimit {
    /// The limit that a service requests: six times the 10,000 connections it is tested with. It is not "as many as
    /// allowed": some systems allow 2^30, and a loop over all descriptors would take minutes.
    public static let wanted = 65_536

    /// Raises the soft limit to the hard limit, at most to `wanted`; never lowers it.
    ///
    /// - Returns: The limit now in force.
    @discardableResult
    public static func raise(to wanted: Int = DescriptorLimit.wanted) -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
        let target = min(rlim_t(wanted), limit.rlim_max)
        if target > limit.rlim_cur {
            let before = limit.rlim_cur
            limit.rlim_cur = target
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) != 0 { limit.rlim_cur = before }
        }
        return Int(clamping: limit.rlim_cur)
    }
}
