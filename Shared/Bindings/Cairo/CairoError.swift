import CCairo

/// Why nothing was drawn.
///
/// Two errors are equal when their codes are.
public struct CairoError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name.
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// libcairo is not installed, or not the one that is needed.
        public static let unavailable = Code(rawValue: "unavailable")
        /// The surface is larger or smaller than libcairo takes.
        public static let invalidSize = Code(rawValue: "invalid_size")
        /// libcairo says so itself. `cairo_status_t`
        public static let failed = Code(rawValue: "failed")
    }

    /// What went wrong.
    public let code: Code
    /// The same in words.
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }

    /// Errors with the same code are equal.
    public static func == (left: CairoError, right: CairoError) -> Bool { left.code == right.code }

    /// Throws what a status stands for. `cairo_status_to_string`
    static func check(_ status: cairo_status_t, _ functions: UnsafePointer<kopilka_cairo>) throws(CairoError) {
        guard status != CAIRO_STATUS_SUCCESS else { return }
        let words = kopilka_cairo_status_to_string(functions, status).map { String(cString: $0) } ?? "unknown"
        throw CairoError(.failed, "libcairo: \(words)")
    }

    /// A surface that works. libcairo gives back a surface in any case, one with a status of failure if need be.
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
