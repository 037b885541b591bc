/// The version of the house. Its services and the gateway are built and released together.
public enum Version {
    /// The semantic version, without a leading v.
    public static let current = "0.1.0"
}
