import Coordination
import Domain
import Signals

extension SimulatedPerson {
    /// More than anybody ever has, and less than the largest amount that is allowed.
    private static let tooMuch: Int64 = 900_000_000_000_000

    func open(_ slot: Int, _ code: String, _ number: Int) async {
        guard own(slot) == nil, let currency = Currency(code: code) else { return }
        let signal = LedgerSignal.OpenAccount(currency: currency, name: "Account \(slot)")
        guard let account = await change(signal, number: number)?.account else { return }
        if account.userId != userID || account.currency != currency || account.balance.minorUnits != 0 {
            books.note("Act \(number): person \(index), user \(userID), opened an account and got \(account).")
        }
        let place = Place(person: index, slot: slot)
        books.write {
            $0.accounts[place] = BookedAccount(id: account.id, currency: currency, name: account.name)
        }
    }

    func rename(_ slot: Int, _ name: String, _ number: Int) async {
        guard let account = own(slot) else { return }
        guard await change(LedgerSignal.Rename(account: account.id, name: name), number: number) != nil else { return }
        let place = Place(person: index, slot: slot)
        books.write { $0.accounts[place]?.name = name }
    }

    func deposit(_ slot: Int, _ amount: Int64, _ number: Int) async {
        guard let account = own(slot) else { return }
        let signal = LedgerSignal.Deposit(
            account: account.id, amount: Money(minorUnits: amount, currency: account.currency),
            description: "Deposit \(number)", category: number.isMultiple(of: 2) ? "salary" : nil)
        await book(signal, number, amount: signal.amount)
    }

    func withdraw(_ slot: Int, _ amount: Int64, _ number: Int) async {
        guard let account = own(slot) else { return }
        let signal = LedgerSignal.Withdraw(
            account: account.id, amount: Money(minorUnits: amount, currency: account.currency),
            description: "Lunch \(number)")
        await book(signal, number, amount: signal.amount)
    }

    func transfer(_ slot: Int, _ to: Place, _ amount: Int64, _ number: Int) async {
        guard let from = own(slot), let payee = account(to) else { return }
        let signal = LedgerSignal.MakeTransfer(
            from: from.id, to: payee.id, amount: Money(minorUnits: amount, currency: from.currency),
            description: "Rent \(number)")
        await book(signal, number, amount: signal.amount)
    }

    func overdraw(_ slot: Int, _ to: Place, _ number: Int) async {
        guard let from = own(slot), let payee = account(to) else { return }
        let signal = LedgerSignal.MakeTransfer(
            from: from.id, to: payee.id, amount: Money(minorUnits: Self.tooMuch, currency: from.currency),
            description: "Too much \(number)")
        guard let answer = await change(signal, number: number) else { return }
        books.note("Act \(number): person \(index) paid more than there is: \(answer.transfer).")
        books.book(answer.transfer, by: index, number: number, balances: answer.balances)
    }

    func pay(_ slot: Int, _ to: Place, _ amounts: [Int64], _ atomic: Bool, _ number: Int) async {
        guard let from = own(slot), let payee = account(to) else { return }
        let items = amounts.enumerated().map { place, amount in
            LedgerSignal.TransferItem(
                from: from.id, to: payee.id, amount: Money(minorUnits: amount, currency: from.currency),
                description: "Gift \(number).\(place)")
        }
        let signal = LedgerSignal.MakeTransfers(transfers: items, atomic: atomic)
        guard let results = await change(signal, number: number)?.results else { return }
        let made = results.compactMap { if case .transfer(let transfer) = $0 { transfer } else { nil } }
        if results.count != items.count || atomic && !made.isEmpty && made.count != items.count {
            books.note(
                "Act \(number): of a list of \(items.count), atomic \(atomic), \(made.count) were made, "
                    + "and \(results.count) results told.")
        }
        for transfer in made { books.book(transfer, by: index, number: number) }
    }

    func hold(_ slot: Int, _ to: Place, _ amount: Int64, _ minutes: Int?, _ number: Int) async {
        guard let from = own(slot), let payee = account(to) else { return }
        let signal = LedgerSignal.Hold(
            from: from.id, to: payee.id, amount: Money(minorUnits: amount, currency: from.currency),
            description: "Hold \(number)", expiresAt: minutes.map { WallClock.system.now() + .seconds($0 * 60) })
        await book(signal, number, amount: signal.amount, status: .pending)
    }

    func capture(_ hold: Int, _ amount: Int64?, _ number: Int) async {
        guard let held = held(hold), held.person == index else { return }
        let part = amount.map { Money(minorUnits: $0, currency: held.transfer.amount.currency) }
        await book(LedgerSignal.PostHold(hold: held.transfer.id, amount: part), number, amount: part)
    }

    func release(_ hold: Int, _ number: Int) async {
        guard let held = held(hold) else { return }
        // Only the two sides know of a hold.
        guard held.person == index || books.now.owner(of: held.transfer.to) == index else { return }
        await book(LedgerSignal.VoidHold(hold: held.transfer.id), number, amount: nil, status: .voided)
    }

    func giveBack(_ transfer: Int, _ number: Int) async {
        let content = books.now
        guard let id = content.transferOfAct[transfer], let known = content.transfers[id]?.transfer else { return }
        let sides = [known.to, known.from].compactMap { content.owner(of: $0) }
        guard sides.first == index else { return }
        await book(LedgerSignal.Reverse(transfer: id, reason: "Back \(number)"), number, amount: known.amount)
    }

    func close(_ slot: Int, _ rest: Int?, _ number: Int) async {
        guard let account = own(slot), slot != rest else { return }
        let to = rest.flatMap { own($0) }
        let signal = LedgerSignal.Close(account: account.id, to: to?.id)
        guard let answer = await change(signal, number: number) else { return }
        if answer.account.status != .closed || answer.account.balance.minorUnits != 0 {
            books.note("Act \(number): account \(account.id) was closed as \(answer.account).")
        }
        if let transfer = answer.transfer { books.book(transfer, by: index, number: number) }
        let place = Place(person: index, slot: slot)
        books.write { $0.accounts[place]?.isClosed = true }
    }

    // MARK: What all of them do

    /// Sends a request that makes one transfer, and books the answer.
    private func book<S: Signal>(
        _ signal: S, _ number: Int, amount: Money?, status: LedgerSignal.TransferStatus = .posted
    ) async where S.Answer == LedgerSignal.TransferAnswer {
        guard let answer = await change(signal, number: number) else { return }
        if answer.transfer.status != status || amount.map({ $0 != answer.transfer.amount }) ?? false {
            books.note("Act \(number): person \(index) asked for \(signal) and was answered \(answer.transfer).")
        }
        books.book(answer.transfer, by: index, number: number, balances: answer.balances)
    }

    /// Returns the hold that an act made, as far as it is known.
    private func held(_ act: Int) -> BookedTransfer? {
        let content = books.now
        return content.transferOfAct[act].flatMap { content.transfers[$0] }
    }
}
