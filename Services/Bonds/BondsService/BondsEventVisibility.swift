import Coordination

/// Bonds tell nobody anything yet.
struct BondsEventVisibility: EventVisibility {
    func view(of event: Event, for caller: Caller) throws -> Event? { nil }
}
