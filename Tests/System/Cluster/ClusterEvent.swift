import TestSupport

/// Something bad that happens to a cluster under load.
enum ClusterEvent: String, CaseIterable {
    case leaderCutOff = "the leader's machine is cut off"
    case followerCutOff = "a follower's machine is cut off"
    case primaryCutOff = "the machine of PostgreSQL's primary is cut off"
    case oneDirection = "packets from the leader vanish in one direction"
    case kill = "kill -9 of the leading ledger and of the postmaster"

    /// How long it lasts: a primary is replaced after nine seconds, a leader after five.
    var length: Duration {
        switch self {
        case .leaderCutOff, .oneDirection: .seconds(15)
        case .followerCutOff, .kill: .seconds(10)
        case .primaryCutOff: .seconds(28)
        }
    }

    /// Chooses the machines, and has another one lead if the event needs that. Nothing bad happens yet.
    func prepare(_ machines: ClusterMachines) async throws -> Place {
        try await machines.cluster("ready", "60")
        let primary = try await machines.cluster("primary")
        let others = ClusterMachines.names.filter { $0 != primary }
        var leader = ""
        try await eventually("somebody leads while all is well") {
            leader = try await machines.leader(of: "ledger") ?? ""
            return !leader.isEmpty
        }
        if self == .leaderCutOff || self == .oneDirection, leader == primary {
            leader = others.randomElement() ?? leader
            try await machines.lead("ledger", leader, asking: primary)
        }
        return Place(
            primary: primary, leader: leader, follower: others.first { $0 != leader } ?? primary)
    }

    /// The machines to which it happens.
    struct Place {
        let primary: String
        let leader: String
        /// Neither leads nor has the primary.
        let follower: String
    }

    func happen(_ machines: ClusterMachines, _ place: Place) async throws {
        switch self {
        case .leaderCutOff: try await machines.cluster("cut", place.leader)
        case .followerCutOff: try await machines.cluster("cut", place.follower)
        case .primaryCutOff: try await machines.cluster("cut", place.primary)
        case .oneDirection: try await machines.cluster("cut-from", place.leader, place.primary)
        case .kill:
            try await machines.kill("ledger", on: place.leader)
            try await machines.cluster("kill", place.primary, "postgres")
        }
    }
}
