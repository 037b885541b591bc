import Coordination
import Domain
import Signals

extension SimulatedPerson {
    /// Sends the request of an earlier act again: it has no other effect, and the same answer.
    func repeatAct(_ earlier: Int) async {
        guard let request = books.now.requests[earlier], request.person == index else { return }
        await repeatRequest(request, of: earlier)
    }

    /// Sends a request again and compares the answers.
    func repeatRequest(_ request: KeptRequest, of number: Int) async {
        switch (request.answer, await request.again(self)) {
        case (.success(let first), .answered(let second)):
            guard first != second else { return }
            books.note(
                "Act \(number), \(request.method) with key \(request.key), was answered "
                    + "\(String(decoding: first, as: UTF8.self)) and, repeated, "
                    + "\(String(decoding: second, as: UTF8.self)).")
        case (.success, .refused(let fault)):
            books.note(
                "Act \(number), \(request.method) with key \(request.key), was done, and refused as repeated: "
                    + "\(fault).")
        case (.failure(let fault), .answered(let answer)):
            books.note(
                "Act \(number), \(request.method) with key \(request.key), was refused (\(fault)), and done as "
                    + "repeated: \(String(decoding: answer, as: UTF8.self)).")
        case (.failure(let first), .refused(let second)):
            guard first.code != second.code else { return }
            books.note(
                "Act \(number), \(request.method) with key \(request.key), was refused as \(first), then as \(second).")
        case (_, .unanswered): break
        }
    }

    /// Sends another request with the key of an earlier act: it is refused as a conflict.
    func reuseKey(of earlier: Int) async {
        guard let request = books.now.requests[earlier], request.person == index else { return }
        switch request.method.prefix(while: { $0 != "." }) {
        case "ledger":
            guard let currency = Currency(code: "CHF") else { return }
            await reuse(request, LedgerSignal.OpenAccount(currency: currency, name: "Not to be opened"))
        case "subscriptions": await reuse(request, SubscriptionsSignal.SetSettings(warnDays: 111))
        case "history": await reuse(request, HistorySignal.SaveFilter(name: "Not to be saved"))
        case "patterns": await reuse(request, PatternsSignal.AddWatch(tickers: ["NOPE"]))
        case "scanner":
            let candles = [TownMarket.candle("NOPE", 0)]
            await reuse(request, ScannerSignal.ImportCandles(ticker: "NOPE", candles: candles))
        case "notifications": await reuse(request, NotificationsSignal.Archive(ids: ["no-such-notice"]))
        case "auth": await reuse(request, AuthSignal.SetZone(zone: "UTC", ifUnset: true))
        case "bonds":
            guard let isin = ISIN("SU26238RMFS4") else { return }
            await reuse(request, BondsSignal.Hold(isin: isin, quantity: 999_999))
        default: break
        }
    }

    /// Deposits with a key that somebody else has used: keys belong to their people, so it is done.
    func deposit(withKeyOf other: Int) async {
        let used = books.now.requests.filter { $0.value.person == other }.max { $0.key < $1.key }
        guard let account = own(0), let (number, request) = used else { return }
        let one = Money(minorUnits: 1, currency: account.currency)
        switch await insist(LedgerSignal.Deposit(account: account.id, amount: one), key: request.key) {
        case .answered(let answer) where answer.transfer.to == account.id && answer.transfer.amount == one:
            books.book(answer.transfer, by: index, number: Self.borrowed + number)
        case .answered(let answer): books.note("Key \(request.key) brought person \(index) the answer \(answer).")
        case .refused(let fault): books.note("Key \(request.key) was refused to person \(index) as \(fault).")
        case .unanswered: break
        }
    }

    /// Acts with borrowed keys have numbers from here on, which no plan has.
    private static let borrowed = 1_000_000_000

    /// Tries to pay from an account of somebody else. Money that moved all the same is found by the next comparison.
    func pay(fromAccountOf other: PersonFacts, _ town: TownFacts) async -> [String] {
        guard let mine = own(0),
            let theirs = town.books.accounts(of: other.index).first(where: { $0.currency == mine.currency })
        else { return [] }
        let signal = LedgerSignal.MakeTransfer(
            from: theirs.id, to: mine.id, amount: Money(minorUnits: 1, currency: mine.currency))
        let key = "person\(index)-takes-\(town.now.microseconds)-\(theirs.id)"
        switch await insist(signal, key: key) {
        case .answered(let answer): return ["Person \(index) took money of person \(other.index): \(answer.transfer)."]
        case .refused(let fault) where fault.code != .notFound && fault.code != .permissionDenied:
            return ["Taking money of person \(other.index) was refused to person \(index) as \(fault)."]
        case .refused, .unanswered: return []
        }
    }

    private func reuse<S: Signal>(_ request: KeptRequest, _ signal: S) async {
        let begin = ContinuousClock.now
        while ContinuousClock.now - begin < Self.insistence {
            do {
                let context = SignalContext(idempotencyKey: request.key, session: try await token())
                let answer = try await links.send(signal, context, within: Self.patience)
                return books.note("\(S.method) took key \(request.key) of \(request.method): \(answer).")
            } catch let fault as Fault {
                if fault.code == .conflict, fault.reason == "keyReused" { return }
                if fault.code == .unauthenticated {
                    sessions.doubt()
                } else if !fault.meansAgain {
                    return books.note(
                        "\(S.method) with key \(request.key) of \(request.method) was refused as \(fault).")
                }
                guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
            } catch {
                return
            }
        }
        books.note("\(S.method) with a used key was never answered to person \(index).")
    }
}

extension SimulatedPerson {
    /// How many requests are repeated at each comparison.
    private static let sample = 20

    /// Sends some requests again, spread over all that were answered.
    func repeatSample() async {
        let own = books.now.requests.filter { $0.value.person == index }.sorted { $0.key < $1.key }
        let step = max(1, own.count / Self.sample)
        // Shifted by how many there are, so that each comparison takes others.
        for place in stride(from: own.count % step, to: own.count, by: step) {
            await repeatRequest(own[place].value, of: own[place].key)
        }
    }
}
