import Coordination
import Signals

/// Whom a request about a payment is for.
enum PayingFor {
    /// The user who asks; or, when a service asks because the user's button was pressed, the one it names.
    ///
    /// A service proves itself by its own key, so a user cannot pass for one, and a user names nobody else.
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
