import Domain
import Hosting
import Signals
import StrictJSON

/// The names of the time zones that users choose from.
package enum ZoneNames {
    /// One name for each region, from `zone.tab` of the IANA database.
    package static let all: [String] = {
        let file = (try? readFile(TimeZoneDirectory.usualPath + "/zone.tab", limit: 1 << 20)) ?? nil
        let lines = file.map { String(decoding: $0, as: UTF8.self).split(separator: "\n") } ?? []
        return lines.filter { !$0.hasPrefix("#") }.compactMap { line in
            let columns = line.split(separator: "\t")
            return columns.count > 2 ? String(columns[2]) : nil
        }.sorted()
    }()

    /// Returns the zone with this name, or with this city if it is unique: `moscow`.
    package static func named(_ text: String) -> String? {
        if TimeZoneDirectory.system.zone(named: text) != nil { return text }
        let wanted = folded(text)
        let found = all.filter { folded($0) == wanted || folded($0.split(separator: "/").last ?? "") == wanted }
        return found.count == 1 ? found[0] : nil
    }

    /// Returns up to three names that contain the text.
    package static func like(_ text: String) -> [String] {
        let wanted = folded(text)
        guard wanted.count > 1 else { return [] }
        return Array(all.filter { folded($0).contains(wanted) }.prefix(3))
    }

    private static func folded(_ text: some StringProtocol) -> String {
        text.lowercased().replacing(" ", with: "_").replacing("-", with: "_")
    }
}
