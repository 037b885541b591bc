import Coordination
import Domain
import Reasons
import Signals
import StrictJSON
import Tables

/// The file format of exports and imports: each row is the `subscriptions.add` that would create the subscription,
/// without the account to pay from.
package enum SubscriptionFile {
    private struct Content: Codable {
        let subscriptions: [SubscriptionsSignal.Add]
    }

    private static let columns = [
        "service", "title", "color", "amount", "currency", "start", "every", "unit", "description", "category",
        "remindDaysBefore", "cancelDaysBefore", "trialUntil", "ends",
    ]
    private static let required = ["amount", "currency", "start", "every", "unit"]
    /// The size limit of a file, in bytes.
    private static let longest = 2_000_000

    static func mediaType(_ format: SubscriptionsSignal.FileFormat) -> String {
        format == .csv ? "text/csv" : "application/json"
    }

    static func write(_ subscriptions: [Subscription], _ format: SubscriptionsSignal.FileFormat) throws -> String {
        switch format {
        case .json:
            return String(
                decoding: try JSONEncoding.encode(Content(subscriptions: subscriptions.map(adding))), as: UTF8.self)
        case .csv:
            var text: [UInt8] = []
            for row in [columns] + subscriptions.map(row) {
                CSVCell.append(row: row.map(CSVCell.safe), to: &text)
            }
            return String(decoding: text, as: UTF8.self)
        }
    }

    /// Returns the request that would add this subscription.
    static func adding(_ subscription: Subscription) -> SubscriptionsSignal.Add {
        let isOwn = Catalogue.service(subscription.service) == nil
        return SubscriptionsSignal.Add(
            service: isOwn
                ? .own(title: subscription.title.en, color: subscription.color) : .known(subscription.service),
            amount: subscription.prices[subscription.prices.count - 1].amount, start: subscription.recurrence.start,
            every: SubscriptionsSignal.Every(
                count: subscription.recurrence.count, unit: subscription.recurrence.unit),
            description: subscription.description, category: subscription.category,
            remindDaysBefore: subscription.reminders.isEmpty ? nil : subscription.reminders,
            cancelDaysBefore: subscription.cancelDays, trialUntil: subscription.trialUntil, ends: subscription.ends)
    }

    private static func row(_ subscription: Subscription) -> [String] {
        let adding = adding(subscription)
        let (service, title, color) =
            switch adding.service {
            case .known(let id): (id, subscription.title.en, subscription.color ?? "")
            case .own(let title, let color): ("", title, color ?? "")
            }
        return [
            service, title, color, adding.amount.decimalText, adding.amount.currency.code, "\(adding.start)",
            "\(adding.every.count)", adding.every.unit.rawValue, adding.description ?? "", adding.category ?? "",
            subscription.reminders.map { "\($0)" }.joined(separator: " "),
            adding.cancelDaysBefore.map { "\($0)" } ?? "", adding.trialUntil.map { "\($0)" } ?? "",
            adding.ends.map { "\($0)" } ?? "",
        ]
    }

    /// Parses a file into requests to add, each with its line number.
    /// - Throws: ``Fault`` `invalidArgument`.
    package static func read(
        _ text: String, _ format: SubscriptionsSignal.FileFormat
    ) throws(Fault) -> [(line: Int, signal: SubscriptionsSignal.Add)] {
        guard text.utf8.count <= longest else {
            throw .invalidArgument("content", .tooManyBytes, ["most": .number(longest)])
        }
        let found: [(line: Int, signal: SubscriptionsSignal.Add)]
        switch format {
        case .csv: found = try readTable(text)
        case .json:
            do {
                let content = try JSONDocument(Array(text.utf8)).root.decode(Content.self)
                found = content.subscriptions.enumerated().map { ($0.offset + 1, $0.element) }
            } catch {
                throw fault(error)
            }
        }
        guard (1...SubscriptionLimits.importedRows).contains(found.count) else {
            throw .invalidArgument(
                "content", .badSubscriptionCount, ["most": .number(SubscriptionLimits.importedRows)])
        }
        if let paid = found.first(where: { $0.signal.payFrom != nil }) {
            throw fault(paid.line, .rowNamesPayingAccount)
        }
        return found
    }

    private static func readTable(
        _ text: String
    ) throws(Fault) -> [(line: Int, signal: SubscriptionsSignal.Add)] {
        let table: CSVTable
        do {
            table = try CSVTable(text, quoting: .lenient)
        } catch {
            throw fault(error.line, error.refusal.reason, error.refusal.details)
        }
        let names = table.names
        guard names.allSatisfy(columns.contains), Set(names).count == names.count,
            required.allSatisfy(names.contains), names.contains("service") || names.contains("title")
        else {
            throw .invalidArgument(
                "content", .badSubscriptionHeader, ["columns": .text(columns.joined(separator: ", "))])
        }
        var found: [(line: Int, signal: SubscriptionsSignal.Add)] = []
        for row in table.rows {
            let fields = row.fields.map(CSVCell.original)
            found.append(
                (row.lineNumber, try adding(Dictionary(uniqueKeysWithValues: zip(names, fields)), row.lineNumber)))
        }
        return found
    }

    private static func adding(_ fields: [String: String], _ line: Int) throws(Fault) -> SubscriptionsSignal.Add {
        func text(_ name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }
        func day(_ name: String) throws(Fault) -> CalendarDay? {
            guard let text = text(name) else { return nil }
            guard let day = CalendarDay(text) else { throw fault(line, column: name, Refusal(.notADay)) }
            return day
        }
        func number(_ name: String, _ range: ClosedRange<Int>) throws(Fault) -> Int? {
            guard let text = text(name) else { return nil }
            guard let number = Int(text) else {
                throw fault(
                    line, column: name,
                    Refusal(.mustBeInteger, ["least": .number(range.lowerBound), "most": .number(range.upperBound)]))
            }
            return number
        }
        guard let currency = Currency(code: text("currency") ?? ""),
            let typed = try? TypedAmount(text("amount") ?? ""), typed.mayBe(in: currency),
            let amount = try? typed.money(in: currency)
        else { throw fault(line, .rowWithoutAmount) }
        guard let start = try day("start") else { throw fault(line, column: "start", Refusal(.isRequired)) }
        guard let count = try number("every", Recurrence.counts),
            let unit = Recurrence.Unit(rawValue: text("unit") ?? "")
        else { throw fault(line, .rowWithoutPeriod) }
        var reminders: [Int] = []
        for word in (text("remindDaysBefore") ?? "").split(separator: " ") {
            guard let days = Int(word) else {
                throw fault(line, column: "remindDaysBefore", SubscriptionLimits.badReminders)
            }
            reminders.append(days)
        }
        guard
            let service = text("service").map(SubscriptionsSignal.ServiceChoice.known)
                ?? text("title").map({ .own(title: $0, color: text("color")) })
        else { throw fault(line, .rowWithoutTitle) }
        return SubscriptionsSignal.Add(
            service: service, amount: amount, start: start,
            every: SubscriptionsSignal.Every(count: count, unit: unit), description: text("description"),
            category: text("category"), remindDaysBefore: reminders.isEmpty ? nil : reminders,
            cancelDaysBefore: try number("cancelDaysBefore", 0...SubscriptionLimits.longestReminder),
            trialUntil: try day("trialUntil"), ends: try day("ends"))
    }

    /// Returns the fault of a row that breaks a rule as a whole.
    private static func fault(_ line: Int, _ rule: Reason, _ details: [String: ReasonDetail] = [:]) -> Fault {
        Fault(
            .invalidArgument, .badSubscriptionRow, details.merging(["row": .number(line)]) { $1 }, cause: rule,
            field: "content")
    }

    /// Returns the fault of a cell that breaks a rule.
    private static func fault(_ line: Int, column: String, _ refusal: Refusal) -> Fault {
        Fault(
            .invalidArgument, .badSubscriptionValue,
            refusal.details.merging(["row": .number(line), "member": .text(column)]) { $1 }, cause: refusal.reason,
            field: "content")
    }

    /// Returns the fault of a readable row that the rules of subscriptions reject.
    static func fault(_ line: Int, notAddedFor fault: Fault) -> Fault {
        Fault(
            .invalidArgument, .subscriptionNotAdded,
            fault.details.merging(["row": .number(line), "member": .text(fault.field ?? "")]) { $1 },
            cause: fault.code == .notFound
                ? .isNoService : fault.reason.flatMap { ReasonCatalogue.house[$0] } ?? .isUnreadable,
            field: "content")
    }

    /// Returns the fault of a text that is not the JSON of an export.
    private static func fault(_ error: any Error) -> Fault {
        switch error {
        case let error as JSONSyntaxError:
            Fault(
                .invalidArgument, .notSubscriptionsJSON, ["offset": .number(error.offset)],
                cause: error.reason.phrase, field: "content")
        case let error as JSONDecodingError:
            Fault(
                .invalidArgument, .badSubscriptionsJSON,
                error.refusal.details.merging(["member": .text(error.path.isEmpty ? "content" : error.path)]) { $1 },
                cause: error.refusal.reason, field: "content")
        default: .invalidArgument("content", .isUnreadable)
        }
    }
}
