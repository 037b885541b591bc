import Foundation
import Hosting
import TestSupport
import Testing

/// The page in a real browser over real services: Debian's chromium, driven through selenium by what stands in
/// Tests/Clients/Browser. One browser runs at a time.
@Suite(
    .serialized, .browsers,
    .enabled(
        if: ProcessInfo.processInfo.environment["KOPILKA_TEST_BROWSER"] != nil,
        "it takes minutes; make test-browser runs it"),
    .enabled(if: BrowserHouse.programs.allSatisfy(FileManager.default.isExecutableFile), "chromium is not installed"))
struct BrowserTests {
    /// The scenarios of scenarios.py; see there what a person does in each.
    static let scenarios = [
        "registers_and_signs_in_with_a_password", "signs_in_with_a_code", "signs_in_and_pays_by_passkey",
        "opens_an_account_and_records_income", "transfers_exactly_once", "an_old_form_pays_nothing",
        "browses_three_thousand_rows", "drags_a_segment_and_scans", "sees_the_chart_of_a_bond",
        "adds_a_subscription_and_sees_the_forecast", "news_arrive_without_reload", "switches_the_language",
        "is_dark_in_the_dark", "a_killed_service_comes_back_by_itself", "two_people_never_see_each_other",
        "works_without_javascript",
    ]

    @Test(arguments: scenarios) func aPersonSucceeds(scenario: String) async throws {
        let finished = try await BrowserHouse.visit("scenarios.py", { [scenario, $0] }, within: .seconds(240))
        #expect(finished.status == .exited(0), "\(finished)")
        #expect(finished.output.contains("\(scenario): seen in"), "\(finished)")
    }

    @Test func everyScenarioIsPlayed() async throws {
        let finished = try await BrowserHouse.visit("scenarios.py", { _ in ["--list"] }, within: .seconds(60))
        #expect(finished.output.split(separator: "\n").map(String.init).sorted() == Self.scenarios.sorted())
    }

    @Test func axeFindsNothingWrongInAnySceneThemeAndWidth() async throws {
        let finished = try await BrowserHouse.visit("pages.py", { ["axe", $0] }, within: .seconds(500))
        #expect(finished.status == .exited(0), "\(finished)")
        #expect(finished.output.contains("axe looked"), "\(finished)")
    }
}
