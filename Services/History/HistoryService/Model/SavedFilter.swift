/// A filter that a user keeps under a name.
struct SavedFilter: Hashable, Codable, Sendable {
    let name: String
    let filter: FilterText
}
