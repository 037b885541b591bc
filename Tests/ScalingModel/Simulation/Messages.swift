/// A payment that a client orders.
struct Order: Sendable {
    /// Names the payment everywhere, whatever keys its requests have.
    let id: Int
    let payerLedger: Int
    let payer: Int
    let payeeLedger: Int
    let payee: Int
    let amount: Int

    var crossesLedgers: Bool { payerLedger != payeeLedger }
}

/// An idempotency key: the same number of another caller is a different key.
struct Key: Hashable {
    let caller: Int
    let number: Int
}

/// A final state of a payment between two ledgers.
enum Outcome: Sendable {
    case paid
    case refused
}

/// A participant that sends and receives messages.
public enum Node: Hashable, Sendable {
    case ledger(Int)
    /// Carries payments from one ledger to the others.
    case courier(Int)
    case client(Int)
}

/// A payment that a courier carries, with the key of its requests to the payee's ledger.
struct Parcel {
    let order: Order
    let key: Int
}

/// The content of a message.
enum Body {
    // From clients to their ledger, and back.
    case pay(Order)
    case accepted(Int)
    case settled(Int, Outcome)
    // From a ledger to its courier: there is a new hold.
    case wake(Order)
    // From a courier to the payee's ledger, and back.
    case deposit([Parcel])
    case refuse([Parcel])
    case decided([(order: Order, outcome: Outcome)])
    // From a courier to its own ledger, and back.
    case settle([(order: Order, outcome: Outcome)])
    case done([Int])
}

/// A message on its way.
struct Message {
    let from: Node
    let to: Node
    let body: Body
}
