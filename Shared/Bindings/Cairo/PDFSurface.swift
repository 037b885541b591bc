import CCairo

/// A PDF with one page in memory. `cairo_pdf_surface_create_for_stream`
public struct PDFSurface: ~Copyable {
    /// The largest width and height in points: 200 inches. PDF readers differ beyond that.
    public static let mostPoints = 14_400.0

    private let functions: UnsafePointer<kopilka_cairo>
    private let surface: OpaquePointer
    /// Kept alive with the surface, which writes to it until it is destroyed.
    private let sink: ByteSink

    /// Creates an empty page.
    ///
    /// - Parameters:
    ///   - width: In points, 72 per inch.
    ///   - height: In points.
    ///   - title: The title of the document in PDF readers.
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

    /// Calls `body` with a context that draws on this page.
    ///
    /// - Throws: ``CairoError``, including errors while `body` drew.
    public borrowing func draw(_ body: (borrowing Context) -> Void) throws(CairoError) {
        let context = try Context(on: surface, functions)
        body(context)
        try context.check()
    }

    /// Ends the document and returns its bytes. `cairo_surface_finish`
    /// - Throws: ``CairoError``.
    public consuming func finish() throws(CairoError) -> [UInt8] {
        kopilka_cairo_surface_finish(functions, surface)
        try CairoError.check(kopilka_cairo_surface_status(functions, surface), functions)
        return sink.bytes
    }
}
