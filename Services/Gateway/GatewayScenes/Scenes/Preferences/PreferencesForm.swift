import Domain
import GatewaySession
import GatewayWords
import Signals

/// The forms of the settings, and the values read from them.
enum PreferencesForm {
    /// The change requested by a form.
    enum Change: Sendable {
        case zone(String)
        case wishes(NotificationsSignal.SetPreferences)
    }

    /// Returns the form of a setting; nil while its present value is unknown.
    static func make(_ setting: PreferencesState.Setting, _ state: PreferencesState) -> Form? {
        if setting == .zone {
            let now = state.zone.value?.name ?? state.preferences.value?.zone
            let zones = zones(with: now)
            return Form([
                FormField(
                    "zone", PreferencesTexts.name(.zone), .pick(zones.map(PreferencesTexts.zone)),
                    choice: now.flatMap { zones.firstIndex(of: $0) } ?? 0, note: PreferencesTexts.zoneNote)
            ])
        }
        guard let preferences = state.preferences.value else { return nil }
        switch setting {
        case .zone: return nil
        case .quiet:
            let hours = preferences.quietHours
            return Form([
                FormField("from", PreferencesTexts.from, text: hours?.from ?? "", note: PreferencesTexts.quietNote),
                FormField("to", PreferencesTexts.to, text: hours?.to ?? "", note: PreferencesTexts.quietNote),
            ])
        case .digest:
            let digest = preferences.digest
            return Form([
                FormField(
                    "every", PreferencesTexts.every, .choice(everies.map(PreferencesTexts.every)),
                    choice: everies.firstIndex(of: digest.every) ?? 0),
                FormField(
                    "weekday", PreferencesTexts.weekday, .choice((1...7).map(PreferencesTexts.weekday)),
                    choice: (digest.weekday ?? 1) - 1, note: PreferencesTexts.weekdayNote),
                FormField("at", PreferencesTexts.at, text: digest.at, note: PreferencesTexts.atNote),
            ])
        case .amounts:
            let amounts = preferences.thresholds.map { AmountText.money($0, in: .current) }
            return Form([
                FormField(
                    "thresholds", PreferencesTexts.name(.amounts), text: amounts.joined(separator: "; "),
                    note: PreferencesTexts.amountsNote)
            ])
        case .own:
            return Form(
                NotificationsSignal.Kind.ofOwnDoing.map { kind in
                    FormField(
                        kind.rawValue, PreferencesTexts.kind(kind),
                        .choice([PreferencesTexts.no, PreferencesTexts.yes]),
                        choice: preferences.own.contains(kind) ? 1 : 0, note: PreferencesTexts.ownNote)
                })
        case .language:
            return Form([
                FormField(
                    "language", PreferencesTexts.name(.language), .choice(languages.map(PreferencesTexts.language)),
                    choice: languages.firstIndex(of: preferences.language) ?? 0, note: PreferencesTexts.languageNote)
            ])
        }
    }

    private static let everies = NotificationsSignal.DigestEvery.allCases
    private static let languages = NotificationsSignal.Language.allCases
    private static let universal = "UTC"

    /// Returns the selectable zones: one for each region, UTC, and the present one if it is none of these.
    private static func zones(with now: String?) -> [String] {
        let all = ZoneNames.all + [universal]
        return (now.map { all.contains($0) ? [] : [$0] } ?? []) + all
    }

    /// Shows other zones that match the typed text.
    static func propose(in form: inout Form) {
        form.change("zone") { field in
            let found = field.found
            field.note = found.count > 1 ? PreferencesTexts.proposals(found.prefix(3)) : PreferencesTexts.zoneNote
        }
    }

    /// Returns the change that a form requests, as far as its fields are valid.
    static func change(
        _ setting: PreferencesState.Setting, _ state: PreferencesState
    ) -> (change: Change?, problems: [String: Text]) {
        let form = state.form
        switch setting {
        case .zone: return zone(state)
        case .quiet:
            let (from, to) = (TypedTime.onWire(form["from"]), TypedTime.onWire(form["to"]))
            guard from.isEmpty == to.isEmpty else { return (nil, [from.isEmpty ? "from" : "to": RegisterTexts.empty]) }
            // Equal times mean no quiet hours.
            let hours = NotificationsSignal.QuietHours(
                from: from.isEmpty ? "00:00" : from, to: to.isEmpty ? "00:00" : to)
            return (.wishes(NotificationsSignal.SetPreferences(quietHours: hours)), [:])
        case .digest:
            let digest = NotificationsSignal.Digest(
                every: everies[form.choice("every")], at: TypedTime.onWire(form["at"]),
                weekday: form.choice("weekday") + 1)
            return (.wishes(NotificationsSignal.SetPreferences(digest: digest)), [:])
        case .amounts: return amounts(state)
        case .own:
            let kinds = NotificationsSignal.Kind.ofOwnDoing.filter { form.choice($0.rawValue) == 1 }
            return (.wishes(NotificationsSignal.SetPreferences(own: kinds)), [:])
        case .language:
            return (.wishes(NotificationsSignal.SetPreferences(language: languages[form.choice("language")])), [:])
        }
    }

    private static func zone(_ state: PreferencesState) -> (change: Change?, problems: [String: Text]) {
        guard let field = state.form.fields.first, case .pick = field.kind else { return (nil, [:]) }
        if field.isUnknown {
            guard let known = ZoneNames.named(field.text) else { return (nil, ["zone": PreferencesTexts.noZone]) }
            return (.zone(known), [:])
        }
        let zones = zones(with: state.zone.value?.name ?? state.preferences.value?.zone)
        return (zones.indices.contains(field.choice) ? .zone(zones[field.choice]) : nil, [:])
    }

    private static func amounts(_ state: PreferencesState) -> (change: Change?, problems: [String: Text]) {
        var amounts: [Money] = []
        for text in state.form["thresholds"].split(separator: ";") where !text.allSatisfy(\.isWhitespace) {
            do throws(UsageError) {
                amounts.append(try MoneyArgument.money(String(text), standard: state.currency, flag: "thresholds"))
            } catch {
                return (nil, ["thresholds": error.message])
            }
        }
        return (.wishes(NotificationsSignal.SetPreferences(thresholds: amounts)), [:])
    }
}
