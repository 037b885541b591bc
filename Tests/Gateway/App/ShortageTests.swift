import Domain
import Signals
import Testing

@testable import GatewayScenes
@testable import GatewayWords

@Suite struct ShortageTests {
    private let today = AppSamples.today

    @Test func enoughMoneyIsNoShortage() {
        let rent = AppSamples.schedule("12000", next: today.adding(days: 3))
        #expect(Shortage.all(among: [AppSamples.main], [rent], from: today).isEmpty)
    }

    @Test func theFirstDayOnWhichMoneyIsMissingIsNamed() throws {
        let daily = AppSamples.schedule("5000", next: today, every: LedgerSignal.Every(count: 1, unit: .day))
        let shortage = try #require(Shortage.all(among: [AppSamples.main], [daily], from: today).first)
        #expect(shortage.day == today.adding(days: 2))
        #expect(shortage.balance == AppSamples.money("-2999.50") && shortage.payment == Text(verbatim: "rent"))
    }

    @Test func whatComesLaterThanTheDaysThatAreLookedAtDoesNotCount() {
        let rent = AppSamples.schedule("99999", next: today.adding(days: Shortage.days + 1))
        #expect(Shortage.all(among: [AppSamples.main], [rent], from: today).isEmpty)
    }

    @Test func anAccountBelowZeroIsNamedAtOnce() {
        let account = AppSamples.account("x", "card", "-5")
        #expect(Shortage.all(among: [account], [], from: today).first?.payment == nil)
    }

    @Test func aSeriesIsDueOnItsOwnDays() {
        let weekly = AppSamples.schedule(
            "1", next: today.adding(days: 2), every: LedgerSignal.Every(count: 1, unit: .week))
        let days = weekly.days(from: today, through: today.adding(days: 20))
        #expect(days == [2, 9, 16].map { today.adding(days: $0) })
    }
}
