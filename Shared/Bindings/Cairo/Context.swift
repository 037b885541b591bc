import CCairo

/// A pen on a surface. What goes wrong while it draws is kept and told by the surface's `draw`. `cairo_t`
public struct Context: ~Copyable {
    private let functions: UnsafePointer<kopilka_cairo>
    private let context: OpaquePointer

    /// A context that measures texts and draws on a picture; it may live longer than that.
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
        // Without hinting a text is as wide in every size and on every surface.
        let options = kopilka_cairo_font_options_create(functions)
        kopilka_cairo_font_options_set_hint_style(functions, options, CAIRO_HINT_STYLE_NONE)
        kopilka_cairo_font_options_set_hint_metrics(functions, options, CAIRO_HINT_METRICS_OFF)
        kopilka_cairo_set_font_options(functions, context, options)
        kopilka_cairo_font_options_destroy(functions, options)
        kopilka_cairo_set_line_join(functions, context, CAIRO_LINE_JOIN_ROUND)
    }

    deinit { kopilka_cairo_destroy(functions, context) }

    /// Throws what went wrong so far. `cairo_status`
    /// - Throws: ``CairoError``.
    public borrowing func check() throws(CairoError) {
        try CairoError.check(kopilka_cairo_status(functions, context), functions)
    }

    // MARK: Where and how

    /// Makes all that follows larger. `cairo_scale`
    public borrowing func scale(by factor: Double) { kopilka_cairo_scale(functions, context, factor, factor) }

    /// The colour of what follows, each part 0 ... 1. `cairo_set_source_rgba`
    public borrowing func setColour(red: Double, green: Double, blue: Double, opacity: Double) {
        kopilka_cairo_set_source_rgba(functions, context, red, green, blue, opacity)
    }

    /// The width of lines that follow. `cairo_set_line_width`, `cairo_set_dash`
    /// - Parameter dashes: Lengths of strokes and gaps in turn; none for a line without gaps.
    public borrowing func setLine(width: Double, dashes: [Double] = []) {
        kopilka_cairo_set_line_width(functions, context, width)
        kopilka_cairo_set_dash(functions, context, dashes, Int32(dashes.count), 0)
    }

    // MARK: Paths

    /// Fills the whole surface. `cairo_paint`
    public borrowing func paint() { kopilka_cairo_paint(functions, context) }

    /// Begins a path. `cairo_new_path`
    public borrowing func beginPath() { kopilka_cairo_new_path(functions, context) }

    /// Lifts the pen and goes there. `cairo_move_to`
    public borrowing func move(toX x: Double, y: Double) { kopilka_cairo_move_to(functions, context, x, y) }

    /// A straight line to there. `cairo_line_to`
    public borrowing func line(toX x: Double, y: Double) { kopilka_cairo_line_to(functions, context, x, y) }

    /// A line back to where the pen was put down. `cairo_close_path`
    public borrowing func closePath() { kopilka_cairo_close_path(functions, context) }

    /// Fills the path and keeps it. `cairo_fill_preserve`
    public borrowing func fillKeepingPath() { kopilka_cairo_fill_preserve(functions, context) }

    /// Draws the path as a line and ends it. `cairo_stroke`
    public borrowing func stroke() { kopilka_cairo_stroke(functions, context) }

    // MARK: Text

    /// The font of what follows, by the name of its family; where it is not installed, the one that is nearest.
    /// `cairo_select_font_face`
    public borrowing func setFont(family: String, size: Double, isBold: Bool) {
        kopilka_cairo_select_font_face(
            functions, context, family, CAIRO_FONT_SLANT_NORMAL,
            isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
        kopilka_cairo_set_font_size(functions, context, size)
    }

    /// How far a text in the current font reaches, with the space after its last letter. `cairo_text_extents`
    /// - Parameter text: Without zero bytes: what follows one is not seen.
    public borrowing func width(of text: String) -> Double {
        var extents = cairo_text_extents_t()
        kopilka_cairo_text_extents(functions, context, text, &extents)
        return extents.x_advance
    }

    /// Writes a text from a point of its base line on, turned by an angle against the clock. `cairo_show_text`
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
