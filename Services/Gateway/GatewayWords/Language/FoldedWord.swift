/// How words are compared that people type.
package enum FoldedWord {
    /// Folds case, and `ё` to `е`.
    package static func of(_ text: String) -> String {
        String(text.lowercased().map { $0 == "ё" ? "е" : $0 })
    }
}
