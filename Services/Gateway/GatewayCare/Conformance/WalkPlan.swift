import Synchronization

/// What a walk over the protocol is about.
struct WalkPlan: Sendable {
    /// The name of the service, with which its methods begin.
    let service: String
    /// The directory of its socket.
    let runDirectory: String
    /// How long to wait for each reply.
    let patience: Duration
    /// The session to send where a method needs one; nil when nobody is signed in, or the service is not of the house.
    let session: String?
    /// A method that may be called, changes included.
    let method: PermittedMethod?
    /// The process of the service, which may be asked to stop at the end.
    let process: Int32?
    /// Set to end the walk early.
    let stop = StopFlag()

    /// A method that the person permits the walk to call.
    struct PermittedMethod: Sendable {
        let name: String
        /// The inside of a JSON object: `"text":"milk"`; empty for none.
        let parameters: String
        /// Other valid parameters, in the same form; nil when the person named none.
        let otherParameters: String?
    }
}

/// A flag that one thread sets and another one reads.
final class StopFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
}
