/// What really happened to each payment, as nobody in the run can see it.
struct Effects {
    /// The effects of one payment.
    struct Effect {
        let order: Order
        var began: Int
        var client: Node?
        var moves = 0
        var deposits = 0
        var posts = 0
        var voids = 0
        /// What the client was told at last.
        var told: Outcome?
        /// When the money was the payee's and the hold had ended.
        var endedAt: Int?
    }

    private(set) var all: [Effect] = []
    /// The present moment, set before each event.
    var now = 0
    /// Payments that ended from this moment on are counted.
    let countsFrom: Int
    let countsUntil: Int
    private(set) var counted = 0

    init(countsFrom: Int, countsUntil: Int) {
        (self.countsFrom, self.countsUntil) = (countsFrom, countsUntil)
    }

    var nextOrder: Int { all.count }

    mutating func began(_ order: Order, of client: Node) {
        all.append(Effect(order: order, began: now, client: client))
    }

    mutating func moved(_ order: Order) {
        all[order.id].moves += 1
        finish(order.id)
    }

    mutating func deposited(_ order: Order) { all[order.id].deposits += 1 }

    mutating func ended(_ order: Order, _ outcome: Outcome) {
        switch outcome {
        case .paid: all[order.id].posts += 1
        case .refused: all[order.id].voids += 1
        }
        finish(order.id)
    }

    mutating func told(_ order: Int, _ outcome: Outcome) {
        all[order].told = outcome
        all[order].client = nil
    }

    /// The client no longer waits.
    mutating func left(_ order: Int) { all[order].client = nil }

    /// Returns the client that waits for the end of a payment.
    func waiting(for order: Int) -> Node? { all[order].client }

    private mutating func finish(_ order: Int) {
        all[order].endedAt = now
        if now >= countsFrom, now < countsUntil { counted += 1 }
    }
}
