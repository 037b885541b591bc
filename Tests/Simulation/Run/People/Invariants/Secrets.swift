import Signals

extension Invariants {
    /// Auth tells of everybody's codes and name what was acknowledged, and nobody has the name of another.
    static func secrets(_ town: TownFacts) -> [String] {
        let names = Dictionary(grouping: town.people.compactMap(\.me.user.username)) { $0 }
        let shared = names.filter { $0.value.count > 1 }.keys.sorted()
        return town.people.flatMap { secrets(of: $0) } + shared.map { "Several people have the name \($0)." }
    }

    private static func secrets(of person: PersonFacts) -> [String] {
        let (me, factor) = (person.me, person.factor)
        var problems: [String] = []
        if me.user.username != person.username || me.user.id != person.userID || !me.hasPassword {
            problems.append("Person \(person.index), named \(person.username ?? "nothing"), is told to be \(me).")
        }
        if me.totp != (factor.app != nil) {
            problems.append("Of the codes of person \(person.index) auth tells that they are on: \(me.totp).")
        }
        let known = factor.app == nil ? [] : factor.recoveryCodes
        if let known, !(known.count...known.count + factor.doubtful).contains(me.recoveryCodesLeft) {
            problems.append(
                "Person \(person.index) has \(known.count) recovery codes, \(factor.doubtful) more perhaps; auth tells "
                    + "of \(me.recoveryCodesLeft).")
        }
        return problems
    }
}
