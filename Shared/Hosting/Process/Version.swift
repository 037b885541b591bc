/// The version of the house: its services and the gateway are built and released together.
public enum Version {
    /// Semantic, without a leading v.
    public static let current = "0.1.0"
}
