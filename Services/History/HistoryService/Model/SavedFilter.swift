/// A filter that a user saved under a name.
struct SavedFilter: Hashable, Codable, Sendable {
    let name: String
    let filter: FilterText
}
