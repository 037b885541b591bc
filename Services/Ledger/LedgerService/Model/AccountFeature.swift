/// Something an account offers, and what stands in the way.
package struct AccountFeature: Hashable, Sendable {
    /// What there may be.
    package enum Kind: CaseIterable, Hashable, Sendable {
        /// To see what is there.
        case balance
        /// To send money.
        case transfer
        /// To see what was there.
        case history
        /// To bring money in.
        case deposit
        /// To take money out.
        case withdraw
        /// To put money aside.
        case hold
        /// To give it another name.
        case rename
        /// To let it go below zero.
        case overdraft
        /// To let nothing move.
        case freeze
        /// To let money move again.
        case unfreeze
        /// To close it.
        case close
    }

    /// What it is.
    package let kind: Kind
    /// What stands in the way; nil when nothing does.
    package let obstacle: FeatureObstacle?
}

/// Why an account does not offer something now.
package enum FeatureObstacle: Hashable, Sendable {
    /// The account is closed.
    case closed
    /// The account is frozen.
    case frozen
    /// There is no money to send or to take out.
    case empty
    /// It is not frozen, so there is nothing to undo.
    case notFrozen
    /// There is money in it, or less than nothing.
    case notEmpty
    /// Money is put aside.
    case held
}
