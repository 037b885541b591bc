import Coordination
import Signals

/// The rule that decides which user a request about a payment is for.
enum PayingFor {
    /// Returns the calling user or, when a service calls because the user pressed a button, the user that it names.
    ///
    /// A service proves its identity by its own key, so a user cannot pose as one. A user cannot name another user.
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`.
    static func user(_ named: String?, _ caller: Caller) throws(Fault) -> String {
        if caller.isService {
            guard let named else {
                throw .invalidArgument("user", .userOfServiceMissing)
            }
            return named
        }
        let own = try caller.requireUser().userID
        guard named == nil || named == own else {
            throw Fault(.permissionDenied, .onlyServicesActForOthers, field: "user")
        }
        return own
    }
}
