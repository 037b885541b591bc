import Coordination
import Domain
import Signals

extension SimulatedPerson {
    /// Adds to the market, or looks what it tells.
    func useMarket(_ act: Act, _ number: Int) async {
        switch act {
        case .importCandles(let security, let first, let count, let asFile):
            await importCandles(Self.ticker(security), first..<first + count, asFile: asFile, number)
        case .watch(let security):
            let ticker = Self.ticker(security)
            await changeWatches(PatternsSignal.AddWatch(tickers: [ticker]), number) { $0.insert(ticker) }
        case .unwatch(let security):
            let ticker = Self.ticker(security)
            guard books.now.watches[index]?.contains(ticker) ?? false else { return }
            await changeWatches(PatternsSignal.RemoveWatch(tickers: [ticker]), number) { $0.remove(ticker) }
        case .refresh: await refresh(number)
        case .readPatterns: await readPatterns()
        default: await useSecrets(act, number)
        }
    }

    private static func ticker(_ security: Int) -> String { TownMarket.tickers[security % TownMarket.tickers.count] }

    private func importCandles(_ ticker: String, _ places: Range<Int>, asFile: Bool, _ number: Int) async {
        let candles = places.map { TownMarket.candle(ticker, $0) }
        let signal =
            asFile
            ? ScannerSignal.ImportCandles(ticker: ticker, csv: TownMarket.file(candles))
            : ScannerSignal.ImportCandles(ticker: ticker, candles: candles)
        let least = (books.now.candles[ticker] ?? []).union(places).count
        guard let answer = await change(signal, number: number) else {
            // Nobody is refused to add what was not there.
            if let fault = books.now.refusals[number] {
                books.note("Act \(number): candles \(places) of \(ticker) were refused: \(fault).")
            }
            return
        }
        if answer.ticker != ticker || answer.added > places.count || answer.updated != 0 || answer.skipped != 0
            || answer.candles < least
        {
            books.note(
                "Act \(number): candles \(places) were imported into \(ticker), which then has \(least) at least; the "
                    + "answer is \(answer).")
        }
        books.write { $0.candles[ticker, default: []].formUnion(places) }
    }

    /// Sends a change of the watch-list, and compares that with what the change is to make of what is known.
    private func changeWatches<S: Signal>(
        _ signal: S, _ number: Int, _ change: (inout Set<String>) -> Void
    ) async where S.Answer == PatternsSignal.WatchList {
        guard let told = await self.change(signal, number: number)?.securities.map(\.ticker) else { return }
        let person = index
        var expected = books.now.watches[person] ?? []
        change(&expected)
        if told != expected.sorted() {
            books.note("Act \(number): after \(signal) person \(person) watches \(told), not \(expected.sorted()).")
        }
        books.write { [expected] in $0.watches[person] = expected }
    }

    private func refresh(_ number: Int) async {
        guard let answer = await change(PatternsSignal.Refresh(), number: number) else { return }
        let watched = (books.now.watches[index] ?? []).sorted()
        if answer.securities.map(\.ticker) != watched
            || answer.securities.reduce(0, { $0 + $1.patterns }) != answer.patterns
        {
            books.note("Act \(number): person \(index) watches \(watched), and a refresh was answered \(answer).")
        }
    }

    private func readPatterns() async {
        guard let list = await read(PatternsSignal.List.everything) else { return }
        let watched = books.now.watches[index] ?? []
        if !list.patterns.allSatisfy({ watched.contains($0.ticker) }) || list.total != list.patterns.count
            || Set(list.patterns.map(\.id)).count != list.total
        {
            books.note("Person \(index) watches \(watched.sorted()), and is shown the patterns \(list).")
        }
        _ = await read(PatternsSignal.Stats())
        _ = await read(PatternsSignal.Best())
        guard let first = list.patterns.first, let shown = await read(PatternsSignal.Show(id: first.id)) else { return }
        if shown.pattern.id != first.id || shown.pattern.ticker != first.ticker {
            books.note("Person \(index) asked for \(first) and was shown \(shown.pattern).")
        }
    }
}

extension PatternsSignal.List {
    /// Asks for all patterns, however little they promise.
    static var everything: PatternsSignal.List {
        PatternsSignal.List(minMatches: 0, deviationFromAvg: -1, limit: 1000)
    }
}
