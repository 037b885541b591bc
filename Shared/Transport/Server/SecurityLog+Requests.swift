import Coordination
import Hosting

extension SecurityLog.Entry {
    /// Creates the log entry of an answered request. Nil for a request that is neither about security nor refused for a
    /// missing right. Nil as well when there is no refusal and no user concerned, for example when a client asks
    /// whether a sign-in was confirmed yet.
    init?(_ route: SignalRoute, _ context: SignalContext, _ fault: FaultCode?) {
        guard route.isNoted || fault.map(Fault.isNoted) == true else { return nil }
        let (who, refusal) = (context.note?.userID ?? context.caller.loggedName, fault ?? context.note?.refusal)
        guard refusal != nil || who != nil else { return nil }
        self.init(method: route.method, refusal: refusal, who: who, peer: context.peer, trace: context.trace)
    }
}

extension SecurityLog.Entry {
    /// The line of a message that is no request: nobody knows which method was meant, or who asks.
    init(noRequest fault: FaultCode, from peer: RequestPeer?) {
        self.init(method: "-", refusal: fault, who: nil, peer: peer, trace: nil)
    }
}

extension Caller {
    /// The caller's name in the log; nil for an anonymous caller.
    var loggedName: String? {
        switch self {
        case .user(let session): session.userID
        case .service(let name): "service:" + name
        case .operator: "operator"
        case .anonymous: nil
        }
    }
}

extension Fault {
    /// What somebody gets who has no right to something, or tries it more often, or more of it, than the rules let
    /// through.
    private static let noted: Set<FaultCode> = [.unauthenticated, .permissionDenied, .tooManyAttempts, .limitExceeded]

    /// Whether a request that ends so stands in the log of security, whatever it was about.
    var isNoted: Bool { Self.isNoted(code) }

    static func isNoted(_ code: FaultCode) -> Bool { noted.contains(code) }
}
