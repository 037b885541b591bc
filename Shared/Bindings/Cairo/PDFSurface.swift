import CCairo

/// A PDF of one page in memory. `cairo_pdf_surface_create_for_stream`
public struct PDFSurface: ~Copyable {
    /// The most points from left to right and from top to bottom: 200 inches, beyond which readers of PDF differ.
    public static let mostPoints = 14_400.0

    private let functions: UnsafePointer<kopilka_cairo>
    private let surface: OpaquePointer
    /// Lives as long as the surface, which writes to it until it is destroyed.
    private let sink: ByteSink

    /// An empty page.
    ///
    /// - Parameters:
    ///   - width: In points, 72 to the inch.
    ///   - height: In points.
    ///   - title: What readers of PDF show as the title of the document.
    /// - Throws: ``CairoError``: `unavailable`, `invalidSize`, `failed`.
    public init(width: Double, height: Double, title: String) throws(CairoError) {
        let functions = try CairoLibrary.functions()
        guard width >= 1, width <= Self.mostPoints, height >= 1, height <= Self.mostPoints else {
            throw CairoError(.invalidSize, "A page has 1 to \(Int(Self.mostPoints)) points each way.")
        }
        let sink = ByteSink()
        surface = try CairoError.checked(
            kopilka_cairo_pdf_surface_create_for_stream(functions, ByteSink.write, sink.pointer, width, height),
            functions)
        kopilka_cairo_pdf_surface_set_metadata(functions, surface, CAIRO_PDF_METADATA_TITLE, title)
        self.functions = functions
        self.sink = sink
    }

    deinit { kopilka_cairo_surface_destroy(functions, surface) }

    /// Lends a context that draws here.
    ///
    /// - Throws: ``CairoError``, also for what went wrong while `body` drew.
    public borrowing func draw(_ body: (borrowing Context) -> Void) throws(CairoError) {
        let context = try Context(on: surface, functions)
        body(context)
        try context.check()
    }

    /// Ends the document; nothing can be drawn afterwards. `cairo_surface_finish`
    /// - Throws: ``CairoError``.
    public consuming func finish() throws(CairoError) -> [UInt8] {
        kopilka_cairo_surface_finish(functions, surface)
        try CairoError.check(kopilka_cairo_surface_status(functions, surface), functions)
        return sink.bytes
    }
}
