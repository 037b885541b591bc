/// Lets a literal stand for a text while the topics of the gateway are translated one after another; it says the same
/// in every language then. When the last one is done, this goes, and the compiler finds whatever was forgotten.
extension Text: ExpressibleByStringInterpolation {
    init(stringLiteral text: String) { self.init(verbatim: text) }
}
