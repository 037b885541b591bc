/// What must hold in a house at rest. Each returns sentences about what does not.
enum Invariants {
    /// Compares everything that needs no further request.
    static func all(_ town: TownFacts) -> [String] {
        money(town) + transfers(town) + history(town) + schedules(town) + subscriptions(town) + payments(town)
            + inbox(town) + privacy(town) + sessions(town) + imports(town) + arrangedHistory(town)
            + market(town) + patterns(town) + secrets(town)
    }

    /// What is due is done within this time at rest.
    static let grace = Duration.seconds(15 * 60)
}
