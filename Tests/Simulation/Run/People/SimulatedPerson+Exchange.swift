import Domain
import Signals

extension SimulatedPerson {
    func setRate(_ from: String, _ to: String, _ rate: String, _ number: Int) async {
        guard let from = Currency(code: from), let to = Currency(code: to) else { return }
        let person = index
        books.write { $0.rates[person, default: BookedRates()].ask(from, to, rate) }
        let signal = LedgerSignal.SetRate(from: from, to: to, rate: rate, source: "the bank")
        guard let answer = await change(signal, number: number)?.rate else { return }
        if answer.from != from || answer.to != to || answer.rate != rate {
            books.note("Act \(number): person \(index) entered \(signal) and was answered \(answer).")
        }
        books.write { $0.rates[person, default: BookedRates()].acknowledge(from, to, rate) }
    }

    func exchange(_ slot: Int, _ to: Int, _ amount: Int64, _ number: Int) async {
        guard let from = own(slot), let payee = own(to), slot != to else { return }
        let signal = LedgerSignal.Exchange(
            from: from.id, to: payee.id, amount: Money(minorUnits: amount, currency: from.currency))
        guard let answer = await change(signal, number: number) else { return }
        // Only their owner changes rates, and does one thing after the other.
        let rates = books.now.rates[index]?.possible(from.currency, payee.currency) ?? []
        let worth = BookedRates.worth(of: signal.amount, by: answer.rate, in: payee.currency)
        if answer.transfers.map(\.amount) != [answer.given, answer.got] || answer.given != signal.amount
            || answer.transfers.first?.from != from.id || answer.transfers.last?.to != payee.id
        {
            books.note("Act \(number): an exchange of \(signal.amount.decimalText) was answered \(answer).")
        }
        if !rates.contains(answer.rate) || answer.got.currency != payee.currency
            || worth != Int128(answer.got.minorUnits)
        {
            books.note(
                "Act \(number): person \(index) exchanged \(signal.amount.decimalText) \(from.currency) at "
                    + "\(answer.rate) and got \(answer.got.decimalText) \(answer.got.currency); the rates in force are "
                    + "\(rates.sorted()), and by that one it is \(worth.map { "\($0)" } ?? "no") minor units of "
                    + "\(payee.currency).")
        }
        for transfer in answer.transfers {
            let balances = answer.balances.filter { [transfer.from, transfer.to].contains($0.account) }
            books.book(transfer, by: index, number: number, balances: balances)
        }
    }
}
