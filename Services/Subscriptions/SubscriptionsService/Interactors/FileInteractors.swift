import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// Gives subscriptions as files.
struct FileInteractor: Interactor {
    enum Request: Sendable {
        case calendar(id: String?)
        case export(SubscriptionsSignal.FileFormat)
    }

    /// Payments among which those that were left out are looked for, the newest first.
    private static let looked = 5_000

    let desk: SubscriptionDesk

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `notFound`.
    func execute(_ request: Request, context: SignalContext) async throws -> SubscriptionsSignal.FileAnswer {
        let user = try context.caller.requireUser().userID
        return try await desk.store.read { reading in
            switch request {
            case .export(let format):
                return SubscriptionsSignal.FileAnswer(
                    mediaType: SubscriptionFile.mediaType(format),
                    content: try SubscriptionFile.write(try reading.subscriptions(of: user), format))
            case .calendar(let id):
                let found =
                    try id.map { [try SubscriptionDesk.own($0, of: user, in: reading)] }
                    ?? reading.subscriptions(of: user).filter { !$0.isPaused }
                let payments = try reading.payments(of: user, subscription: id, after: nil, limit: Self.looked)
                let skipped = Dictionary(grouping: payments.filter { $0.status == .skipped }, by: \.subscription)
                let entries = found.map { subscription in
                    CalendarFile.Entry(
                        subscription: subscription,
                        skipped: (skipped[subscription.id] ?? []).map(\.day).filter(subscription.occurs))
                }
                return SubscriptionsSignal.FileAnswer(
                    mediaType: "text/calendar", content: CalendarFile.write(entries))
            }
        }
    }
}

/// Adds the subscriptions of a file, all or none, but for those that are there.
struct ImportInteractor: Interactor {
    struct Request: Sendable {
        let format: SubscriptionsSignal.FileFormat
        let content: String
        let isPreview: Bool
        let keyed: KeyedRequest?
    }

    struct Response: Sendable {
        let added: [SubscriptionView]
        let known: Int
    }

    /// Undoes what was done for a look only.
    private struct Looked: Error {
        let response: Response
    }

    /// By what two subscriptions are the same.
    private struct Likeness: Hashable {
        let title: String
        let amount: Money
        let recurrence: Recurrence

        init(_ subscription: Subscription) {
            title = subscription.title.en
            amount = subscription.prices[subscription.prices.count - 1].amount
            recurrence = subscription.recurrence
        }
    }

    let desk: SubscriptionDesk

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict`, `limitExceeded`.
    func execute(_ request: Request, context: SignalContext) async throws -> Response {
        let user = try context.caller.requireUser().userID
        let rows = try SubscriptionFile.read(request.content, request.format)
        let now = desk.timetable.clock.now()
        do {
            let response = try await run(request, rows, of: user, at: now, context)
            desk.ring()
            return response
        } catch let looked as Looked {
            return looked.response
        }
    }

    private func run(
        _ request: Request, _ rows: [(line: Int, signal: SubscriptionsSignal.Add)], of user: String, at now: Instant,
        _ context: SignalContext
    ) async throws -> Response {
        try await desk.store.write(deadline: context.deadline, weight: rows.count) { [desk] books in
            let zone = try desk.timetable.zone(of: user, in: books)
            var (added, known) = ([Subscription](), 0)
            let counts = try books.once(request.keyed) { () throws -> String in
                (added, known) = try add(rows, of: user, zone, at: now, in: books)
                if request.isPreview { throw Looked(response: response(added, known, on: zone.day(at: now))) }
                for subscription in added {
                    try books.put(subscription)
                    try books.tell(.changed(subscription, .added))
                }
                _ = try desk.timetable.kept(user, in: books)
                try books.lookAt(user, at: now)
                return "\(known) " + added.map(\.id).joined(separator: " ")
            }
            if added.isEmpty {
                let words = counts.split(separator: " ")
                known = words.first.flatMap { Int($0) } ?? known
                added = try words.dropFirst().compactMap { try books.subscription(String($0)) }
            }
            return response(added, known, on: zone.day(at: now))
        }
    }

    private func response(_ added: [Subscription], _ known: Int, on today: CalendarDay) -> Response {
        Response(
            added: added.map { SubscriptionView(subscription: $0, today: today, pastDue: nil) }, known: known)
    }

    private func add(
        _ rows: [(line: Int, signal: SubscriptionsSignal.Add)], of user: String, _ zone: TimeZone, at now: Instant,
        in books: any SubscriptionBooks
    ) throws -> ([Subscription], Int) {
        let today = zone.day(at: now)
        var likenesses = Set(try books.subscriptions(of: user).map(Likeness.init))
        var (added, known) = ([Subscription](), 0)
        for (line, signal) in rows {
            do {
                try SubscriptionRules.check(signal)
                let service = try desk.service(signal.service, of: user, in: books)
                var subscription = Subscription(
                    id: desk.makeID(), owner: user, service: service.id, title: service.title, color: service.color,
                    recurrence: try SubscriptionRules.recurrence(from: signal.start, signal.every),
                    floor: max(today, signal.start), prices: [Price(from: signal.start, amount: signal.amount)],
                    createdAt: now)
                subscription.description = signal.description
                subscription.category = signal.category
                subscription.reminders = try SubscriptionLimits.reminders(signal.remindDaysBefore ?? [])
                subscription.cancelDays = signal.cancelDaysBefore
                subscription.trialUntil = signal.trialUntil
                subscription.ends = signal.ends
                guard likenesses.insert(Likeness(subscription)).inserted else {
                    known += 1
                    continue
                }
                Timetable.startReminding(&subscription, today: today)
                Timetable.set(&subscription, zone)
                added.append(subscription)
            } catch let fault as Fault where fault.code != .limitExceeded {
                throw SubscriptionFile.fault(line, "cannot be added: \(fault.message)")
            }
        }
        try AddInteractor.checkCount(of: user, adding: added.count, in: books)
        return (added, known)
    }
}
