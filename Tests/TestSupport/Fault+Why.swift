import Coordination
import Reasons
import Signals

extension Fault {
    /// The reason below the code, among those of the house.
    public var why: Reason? { reason.flatMap { ReasonCatalogue.house[$0] } }
}
