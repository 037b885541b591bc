import CCairo

/// An image in memory that can be written as PNG. `cairo_image_surface_create`
public struct ImageSurface: ~Copyable {
    /// The largest width and height, in pixels. `CAIRO_STATUS_INVALID_SIZE`
    public static let mostPixels = 32_767

    let functions: UnsafePointer<kopilka_cairo>
    let surface: OpaquePointer

    /// Creates a transparent image.
    ///
    /// - Throws: ``CairoError``: `unavailable`, `invalidSize`, `failed` (out of memory).
    public init(width: Int, height: Int) throws(CairoError) {
        let functions = try CairoLibrary.functions()
        guard (1...Self.mostPixels).contains(width), (1...Self.mostPixels).contains(height) else {
            throw CairoError(.invalidSize, "A picture has 1 to \(Self.mostPixels) pixels each way.")
        }
        surface = try CairoError.checked(
            kopilka_cairo_image_surface_create(functions, CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)), functions)
        self.functions = functions
    }

    deinit { kopilka_cairo_surface_destroy(functions, surface) }

    /// Calls `body` with a context that draws on this image.
    ///
    /// - Throws: ``CairoError``, including errors while `body` drew.
    public borrowing func draw(_ body: (borrowing Context) -> Void) throws(CairoError) {
        let context = try Context(on: surface, functions)
        body(context)
        try context.check()
    }

    /// Returns the image as PNG. `cairo_surface_write_to_png_stream`
    /// - Throws: ``CairoError``.
    public borrowing func png() throws(CairoError) -> [UInt8] {
        let sink = ByteSink()
        let status = withExtendedLifetime(sink) {
            kopilka_cairo_surface_write_to_png_stream(functions, surface, ByteSink.write, sink.pointer)
        }
        try CairoError.check(status, functions)
        return sink.bytes
    }
}

/// A sink for the output of libcairo.
final class ByteSink {
    /// The output so far.
    private(set) var bytes: [UInt8] = []

    /// The pointer that libcairo passes to ``write``; the caller keeps the sink alive.
    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// `cairo_write_func_t`
    static let write:
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32
        ) -> cairo_status_t = { sink, data, count in
            guard let sink else { return CAIRO_STATUS_WRITE_ERROR }
            Unmanaged<ByteSink>.fromOpaque(sink).takeUnretainedValue()
                .bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
            return CAIRO_STATUS_SUCCESS
        }
}
