/// The form in which typed words are compared.
package enum FoldedWord {
    /// Folds case, and `ё` to `е`.
    package static func of(_ text: String) -> String {
        String(text.lowercased().map { $0 == "ё" ? "е" : $0 })
    }
}
