import Domain

/// A snapshot of the arrangements, or the view of the open transaction: rates, templates, saved payees, mandates,
/// schedules and challenges.
package protocol ArrangementReading {
    /// Returns the time zone of a user; UTC when it is unset or unknown to the machine.
    func zone(of person: String) throws -> TimeZone

    /// Returns the rate of a user between two currencies.
    func rate(from: Currency, to: Currency, of owner: String) throws -> ExchangeRate?

    /// Returns the rates of a user, ordered by currency codes.
    func rates(of owner: String) throws -> [ExchangeRate]

    /// Returns the template with a name.
    func template(named name: String, of owner: String) throws -> TransferTemplate?

    /// Returns the templates of a user by name.
    func templates(of owner: String) throws -> [TransferTemplate]

    /// Returns the saved payee with a name. Case does not matter.
    func payee(named name: String, of owner: String) throws -> Payee?

    /// Returns the saved payees of a user by name.
    func payees(of owner: String) throws -> [Payee]

    /// Returns the accounts of a user that are payable by user name, ordered by currency.
    func payableAccounts(of owner: String) throws -> [String]

    /// Returns the mandate with an id.
    func mandate(_ id: String) throws -> Mandate?

    /// Returns the live mandate of a service for an account.
    func liveMandate(of service: String, for account: String) throws -> Mandate?

    /// Returns the live or the ended mandates of a user, newest first.
    func mandates(of owner: String, live: Bool, limit: Int) throws -> [Mandate]

    /// Returns the schedule with an id.
    func schedule(_ id: String) throws -> Schedule?

    /// Returns the open or the ended schedules of a user, newest first.
    func schedules(of owner: String, active: Bool, limit: Int) throws -> [Schedule]

    /// Returns the due runs of a schedule, earliest first.
    func dueRuns(of schedule: String) throws -> [DueRun]

    /// Returns the earliest due run and the moment at which its day begins for its owner.
    func nextDueRun() throws -> (run: DueRun, dueAt: Instant)?

    /// Returns the past runs of a schedule with their numbers, newest first.
    ///
    /// - Parameter number: The exclusive upper bound of the numbers.
    func runs(of schedule: String, before number: Int64?, limit: Int) throws -> [(number: Int64, run: ScheduleRun)]

    /// Returns the challenge with an id.
    func challenge(_ id: String) throws -> Challenge?

    /// Returns the open challenge of an account.
    func openChallenge(for account: String) throws -> Challenge?
}

/// Writes of arrangements. Writing replaces what has the same name or id.
package protocol ArrangementWriting: ArrangementReading {
    /// Stores a rate.
    func put(_ rate: ExchangeRate, of owner: String) throws

    /// Removes a rate.
    func removeRate(from: Currency, to: Currency, of owner: String) throws

    /// Stores a template.
    func put(_ template: TransferTemplate, of owner: String) throws

    /// Removes a template.
    func removeTemplate(named name: String, of owner: String) throws

    /// Stores a saved payee.
    func put(_ payee: Payee, of owner: String) throws

    /// Removes a saved payee.
    func removePayee(named name: String, of owner: String) throws

    /// Makes an account payable by user name, in place of the one of the same currency.
    func setPayable(_ account: String, _ currency: Currency, of owner: String) throws

    /// Makes an account no longer payable by user name.
    func removePayable(_ account: String, of owner: String) throws

    /// Stores a mandate.
    func put(_ mandate: Mandate) throws

    /// Stores a schedule.
    func put(_ schedule: Schedule) throws

    /// Stores a due run of a schedule of `owner`.
    func put(_ due: DueRun, of owner: String) throws

    /// Removes a due run.
    func remove(_ due: DueRun) throws

    /// Stores a past run of a schedule.
    func append(_ run: ScheduleRun, of schedule: String) throws

    /// Stores a challenge and removes the oldest void ones of the same account.
    func put(_ challenge: Challenge) throws
}
