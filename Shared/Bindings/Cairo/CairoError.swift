import CCairo

/// The reason why nothing was drawn.
///
/// Errors with equal codes are equal.
public struct CairoError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the code.
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// libcairo is not installed, or its version does not fit.
        public static let unavailable = Code(rawValue: "unavailable")
        /// The surface exceeds the sizes that libcairo supports.
        public static let invalidSize = Code(rawValue: "invalid_size")
        /// An error of libcairo. `cairo_status_t`
        public static let failed = Code(rawValue: "failed")
    }

    /// The kind of error.
    public let code: Code
    /// The description.
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }

    /// Compares codes only.
    public static func == (left: CairoError, right: CairoError) -> Bool { left.code == right.code }

    /// Throws the error of a status. `cairo_status_to_string`
    static func check(_ status: cairo_status_t, _ functions: UnsafePointer<kopilka_cairo>) throws(CairoError) {
        guard status != CAIRO_STATUS_SUCCESS else { return }
        let words = kopilka_cairo_status_to_string(functions, status).map { String(cString: $0) } ?? "unknown"
        throw CairoError(.failed, "libcairo: \(words)")
    }

    /// Returns a valid surface. libcairo always returns a surface; on failure it is one with an error status.
    static func checked(
        _ surface: OpaquePointer?, _ functions: UnsafePointer<kopilka_cairo>
    ) throws(CairoError) -> OpaquePointer {
        guard let surface else { throw CairoError(.failed, "libcairo: there is no surface.") }
        do throws(CairoError) {
            try check(kopilka_cairo_surface_status(functions, surface), functions)
        } catch {
            kopilka_cairo_surface_destroy(functions, surface)
            throw error
        }
        return surface
    }
}
