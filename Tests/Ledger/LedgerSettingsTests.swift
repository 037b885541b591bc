import Identity
import Testing

@testable import LedgerService

@Suite struct LedgerSettingsTests {
    private static let lists: [(String, [HouseService])] = [
        ("none", []), ("history", [.history]), ("patterns,history", [.patterns, .history]),
    ]

    @Test(arguments: lists)
    func namesOfServicesAreReadAndWritten(text: String, services: [HouseService]) {
        #expect(ServiceNames.parse(text)?.services == services)
        #expect(ServiceNames.parse(text)?.settingText == text)
    }

    @Test(arguments: ["", "History", "history,", "history,history", "bank", "none,history", " history"])
    func whatNamesNoServiceIsRefused(text: String) {
        #expect(ServiceNames.parse(text) == nil)
    }
}
