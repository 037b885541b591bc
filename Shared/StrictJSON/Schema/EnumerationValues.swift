/// Returns the raw values of an enumeration.
///
/// - Returns: Nil unless the type is `CaseIterable` and `RawRepresentable` by `String`.
func enumerationValues<Value>(of type: Value.Type) -> [String]? {
    guard let type = type as? any CaseIterable.Type else { return nil }
    return rawValues(of: type)
}

private func rawValues<Value: CaseIterable>(of type: Value.Type) -> [String]? {
    let values = type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
    return values.isEmpty ? nil : values
}
