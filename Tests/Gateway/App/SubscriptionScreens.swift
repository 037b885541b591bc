import Domain
import Signals

@testable import GatewayScenes
@testable import GatewayWords

/// States of the subscription scenes whose screens are stored.
enum SubscriptionScreens {
    /// A form with an invalid field.
    static var form: SubscriptionFormState {
        var state = SubscriptionFormState(subscription: nil)
        state.accounts = .content([AppSamples.main], stale: nil)
        state.form = Form([
            FormField(
                "service", SubscriptionFormTexts.service, text: "netflix", note: SubscriptionFormTexts.serviceNote),
            FormField("amount", SubscriptionFormTexts.amount, text: "a lot", note: SubscriptionFormTexts.amountNote),
            FormField("start", SubscriptionFormTexts.start, text: "2026-12-31", note: BondsTexts.dayNote),
            FormField("count", SubscriptionFormTexts.every, text: "1"),
            FormField("unit", SubscriptionFormTexts.unit, .choice([RhythmText.of(1, .week)])),
            FormField(
                "payFrom", SubscriptionFormTexts.payFrom, .choice([SubscriptionFormTexts.nobody]),
                note: SubscriptionFormTexts.payNote),
            FormField("remind", SubscriptionFormTexts.remind, text: "3", note: SubscriptionFormTexts.remindNote),
        ])
        state.form.setProblems(["amount": Text("\"a lot\" is not an amount.", "«a lot» — это не сумма.")])
        state.form.focus(on: "amount")
        return state
    }

    /// Returns a forecast of two accounts.
    static func forecast(isLow: Bool) -> ForecastState {
        var state = ForecastState()
        state.days = 30
        state.answer = .content(
            AppSamples.forecastAnswer(
                [
                    AppSamples.forecast(of: AppSamples.main, buffer: isLow ? "12000" : "0", isLow: isLow),
                    AppSamples.forecast(of: AppSamples.savings),
                ], bonds: !isLow), stale: nil)
        return state
    }
}
