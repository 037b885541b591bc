import TestSupport
import Testing

/// Nobody is told anything that depends on what another user has.
///
/// Goal: noninterference. Method: two houses of real processes, which differ only in the other users' data, answer the
/// same random requests of an observer. Answers, events, exports, traces and the security log are compared, after
/// random ids were named in the order of their appearance. A foreign id exists in one house only, so it is compared
/// with an id that does not exist, to the byte. Replay a failure with `KOPILKA_STRANGERS_SEED`.
@Suite(.enabled(if: StrangersScale.isAsked, "it takes minutes: make strangers"))
struct StrangersTests {
    @Test func nothingDependsOnWhatOthersHave() async throws {
        let scale = StrangersScale.current()
        print("StrangersTests: KOPILKA_STRANGERS_SEED=\(scale.seed)")
        async let first = ObservedHouse.opened(.left, scale)
        async let second = ObservedHouse.opened(.right, scale)
        let houses = try await [first, second]
        var methods: [DescribedMethod] = []
        for service in ObservedHouse.services { methods += try await DescribedMethod.all(of: service, houses[0].bank) }
        var steps = 0
        var answered: Set<String> = []
        for number in 0..<scale.plans {
            let seed = scale.seed(of: number)
            var plan = StrangersPlan(seed: seed, houses: houses, methods: methods)
            var isDifferent = false
            do { try await plan.run() } catch {
                Issue.record("KOPILKA_STRANGERS_SEED=\(seed), plan \(number + 1) of \(scale.plans): \(error)")
                isDifferent = true
            }
            steps += plan.steps
            answered.formUnion(plan.answered)
            if isDifferent, scale.endsWithFirstDifference { break }
        }
        for house in houses {
            let findings = try await SilentPlaces.findings(in: house)
            #expect(findings.isEmpty, "KOPILKA_STRANGERS_SEED=\(scale.seed): \(findings.prefix(20))")
        }
        print(
            """
            StrangersTests: \(scale.plans) plans, \(steps) requests in each of two houses, answers of \
            \(answered.count) of \(methods.count) methods
            """)
        for house in houses { await house.bank.close() }
    }
}
