import Domain

/// What people arrange beside the books: rates, templates, payees, mandates, schedules, orders that wait for a code. As
/// a snapshot, or the open transaction, has it.
package protocol ArrangementReading {
    /// The time zone of a person; UTC while there is none, or where the machine has lost it.
    func zone(of person: String) throws -> TimeZone

    /// The rate that a user entered from one currency to another.
    func rate(from: Currency, to: Currency, of owner: String) throws -> ExchangeRate?

    /// The rates of a user, by the codes of their currencies.
    func rates(of owner: String) throws -> [ExchangeRate]

    /// The template of this name.
    func template(named name: String, of owner: String) throws -> TransferTemplate?

    /// The templates of a user, by name.
    func templates(of owner: String) throws -> [TransferTemplate]

    /// The payee of this name, whatever its capitals.
    func payee(named name: String, of owner: String) throws -> Payee?

    /// The payees of a user, by name.
    func payees(of owner: String) throws -> [Payee]

    /// The accounts of a user that are paid by the user name, by currency.
    func payableAccounts(of owner: String) throws -> [String]

    /// The mandate with this id.
    func mandate(_ id: String) throws -> Mandate?

    /// The mandate that a service has for an account and that counts.
    func liveMandate(of service: String, for account: String) throws -> Mandate?

    /// The mandates of a user that count, or those that do not, the newest first.
    func mandates(of owner: String, live: Bool, limit: Int) throws -> [Mandate]

    /// The schedule with this id.
    func schedule(_ id: String) throws -> Schedule?

    /// The schedules of a user that go on, or those that do not, the newest first.
    func schedules(of owner: String, active: Bool, limit: Int) throws -> [Schedule]

    /// What is to be done of a schedule, the earliest first.
    func dueRuns(of schedule: String) throws -> [DueRun]

    /// What is to be done first of all, and when: as its day begins for its owner.
    func nextDueRun() throws -> (run: DueRun, dueAt: Instant)?

    /// What happened to a schedule, the newest first, with the number of each run.
    ///
    /// - Parameter number: Only runs before the one of this number.
    func runs(of schedule: String, before number: Int64?, limit: Int) throws -> [(number: Int64, run: ScheduleRun)]

    /// The challenge with this id.
    func challenge(_ id: String) throws -> Challenge?

    /// The challenge that waits for its code before money leaves this account.
    func openChallenge(for account: String) throws -> Challenge?
}

/// The same, while it is changed. What has the same name, or the same id, is replaced.
package protocol ArrangementWriting: ArrangementReading {
    /// Keeps a rate.
    func put(_ rate: ExchangeRate, of owner: String) throws

    /// Forgets a rate.
    func removeRate(from: Currency, to: Currency, of owner: String) throws

    /// Keeps a template.
    func put(_ template: TransferTemplate, of owner: String) throws

    /// Forgets a template.
    func removeTemplate(named name: String, of owner: String) throws

    /// Keeps a payee.
    func put(_ payee: Payee, of owner: String) throws

    /// Forgets a payee.
    func removePayee(named name: String, of owner: String) throws

    /// Lets an account be paid by the user name, in place of the one of the same currency.
    func setPayable(_ account: String, _ currency: Currency, of owner: String) throws

    /// Lets an account be paid by the user name no longer.
    func removePayable(_ account: String, of owner: String) throws

    /// Keeps a mandate.
    func put(_ mandate: Mandate) throws

    /// Keeps a schedule.
    func put(_ schedule: Schedule) throws

    /// Keeps what is to be done of an occurrence for the owner of the schedule.
    func put(_ due: DueRun, of owner: String) throws

    /// Forgets what is to be done of an occurrence.
    func remove(_ due: DueRun) throws

    /// Keeps what happened to a schedule.
    func append(_ run: ScheduleRun, of schedule: String) throws

    /// Keeps a challenge; the oldest of the same account that count no more are forgotten.
    func put(_ challenge: Challenge) throws
}
