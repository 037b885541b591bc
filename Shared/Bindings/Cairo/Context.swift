import CCairo

/// A drawing context of a surface. Errors are kept and thrown by the surface's `draw`. `cairo_t`
public struct Context: ~Copyable {
    private let functions: UnsafePointer<kopilka_cairo>
    private let context: OpaquePointer

    /// Creates a context that measures texts and draws on a picture. It may outlive the picture.
    ///
    /// - Throws: ``CairoError``.
    public init(_ picture: borrowing ImageSurface) throws(CairoError) {
        try self.init(on: picture.surface, picture.functions)
    }

    /// `cairo_create`, which keeps the surface alive.
    init(on surface: OpaquePointer, _ functions: UnsafePointer<kopilka_cairo>) throws(CairoError) {
        self.functions = functions
        guard let context = kopilka_cairo_create(functions, surface) else {
            throw CairoError(.failed, "libcairo: there is no context.")
        }
        self.context = context
        // Without hinting, the width of a text is proportional to its size and equal on all surfaces.
        let options = kopilka_cairo_font_options_create(functions)
        kopilka_cairo_font_options_set_hint_style(functions, options, CAIRO_HINT_STYLE_NONE)
        kopilka_cairo_font_options_set_hint_metrics(functions, options, CAIRO_HINT_METRICS_OFF)
        kopilka_cairo_set_font_options(functions, context, options)
        kopilka_cairo_font_options_destroy(functions, options)
        kopilka_cairo_set_line_join(functions, context, CAIRO_LINE_JOIN_ROUND)
    }

    deinit { kopilka_cairo_destroy(functions, context) }

    /// Throws the first error so far, if there is one. `cairo_status`
    /// - Throws: ``CairoError``.
    public borrowing func check() throws(CairoError) {
        try CairoError.check(kopilka_cairo_status(functions, context), functions)
    }

    // MARK: Where and how

    /// Scales everything that follows. `cairo_scale`
    public borrowing func scale(by factor: Double) { kopilka_cairo_scale(functions, context, factor, factor) }

    /// Sets the colour; each component is 0 ... 1. `cairo_set_source_rgba`
    public borrowing func setColour(red: Double, green: Double, blue: Double, opacity: Double) {
        kopilka_cairo_set_source_rgba(functions, context, red, green, blue, opacity)
    }

    /// Sets the style of lines. `cairo_set_line_width`, `cairo_set_dash`
    /// - Parameter dashes: The lengths of dashes and gaps in turn; empty for a solid line.
    public borrowing func setLine(width: Double, dashes: [Double] = []) {
        kopilka_cairo_set_line_width(functions, context, width)
        kopilka_cairo_set_dash(functions, context, dashes, Int32(dashes.count), 0)
    }

    // MARK: Paths

    /// Fills the whole surface. `cairo_paint`
    public borrowing func paint() { kopilka_cairo_paint(functions, context) }

    /// Begins a path. `cairo_new_path`
    public borrowing func beginPath() { kopilka_cairo_new_path(functions, context) }

    /// Moves the current point without drawing. `cairo_move_to`
    public borrowing func move(toX x: Double, y: Double) { kopilka_cairo_move_to(functions, context, x, y) }

    /// Adds a straight line to a point. `cairo_line_to`
    public borrowing func line(toX x: Double, y: Double) { kopilka_cairo_line_to(functions, context, x, y) }

    /// Adds a line back to the start of the path. `cairo_close_path`
    public borrowing func closePath() { kopilka_cairo_close_path(functions, context) }

    /// Fills the path and keeps it. `cairo_fill_preserve`
    public borrowing func fillKeepingPath() { kopilka_cairo_fill_preserve(functions, context) }

    /// Strokes the path and ends it. `cairo_stroke`
    public borrowing func stroke() { kopilka_cairo_stroke(functions, context) }

    // MARK: Text

    /// Sets the font by the name of its family; a missing family is replaced by a similar one. `cairo_select_font_face`
    public borrowing func setFont(family: String, size: Double, isBold: Bool) {
        kopilka_cairo_select_font_face(
            functions, context, family, CAIRO_FONT_SLANT_NORMAL,
            isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
        kopilka_cairo_set_font_size(functions, context, size)
    }

    /// Returns the advance width of a text in the current font. `cairo_text_extents`
    /// - Parameter text: Without zero bytes, which would end the text.
    public borrowing func width(of text: String) -> Double {
        var extents = cairo_text_extents_t()
        kopilka_cairo_text_extents(functions, context, text, &extents)
        return extents.x_advance
    }

    /// Draws a text from a point of its baseline, rotated counter-clockwise. `cairo_show_text`
    public borrowing func show(_ text: String, x: Double, y: Double, turnedBy angle: Double = 0) {
        kopilka_cairo_save(functions, context)
        kopilka_cairo_translate(functions, context, x, y)
        kopilka_cairo_rotate(functions, context, -angle)
        kopilka_cairo_move_to(functions, context, 0, 0)
        kopilka_cairo_show_text(functions, context, text)
        kopilka_cairo_restore(functions, context)
        kopilka_cairo_new_path(functions, context)
    }
}
