import Coordination
import Hosting

extension SecurityLog.Entry {
    /// The line of a request that was answered; nil for one that has none: neither the signal is about security nor was a
    /// right missing, or nothing happened to anybody, as when somebody asks whether a sign-in was confirmed yet.
    init?(_ route: SignalRoute, _ context: SignalContext, _ fault: FaultCode?) {
        guard route.isNoted || fault.map(Fault.isAboutRights) == true else { return nil }
        let (who, refusal) = (context.note?.userID ?? context.caller.loggedName, fault ?? context.note?.refusal)
        guard refusal != nil || who != nil else { return nil }
        self.init(method: route.method, refusal: refusal, who: who, peer: context.peer, trace: context.trace)
    }
}

extension Caller {
    /// The caller in a line of the log; nil for nobody in particular.
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
    /// Whether the one who asked was not known or not allowed.
    var isAboutRights: Bool { Self.isAboutRights(code) }

    static func isAboutRights(_ code: FaultCode) -> Bool { code == .unauthenticated || code == .permissionDenied }
}
