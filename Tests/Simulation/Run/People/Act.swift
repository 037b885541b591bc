import Signals

/// Something that a person does in the house, with all that it takes written down.
///
/// Accounts are named by the slot that their owner opened them in, and everything else by the number of the act that
/// made it. An act whose account or earlier act is missing is left out without a word, so that a plan can be shortened.
enum Act: Codable, Equatable, Sendable {
    // MARK: Money

    /// Opens an account in a slot of one's own.
    case openAccount(slot: Int, currency: String)
    case rename(slot: Int, to: Int)
    case deposit(slot: Int, amount: Int64)
    case withdraw(slot: Int, amount: Int64)
    /// Pays into an account, one's own or another's.
    case transfer(slot: Int, to: Place, amount: Int64)
    /// Pays more than anybody has: must be refused, and change nothing.
    case overdraw(slot: Int, to: Place)
    /// Pays as one list; a list that is atomic succeeds or fails as a whole.
    case payList(slot: Int, to: Place, amounts: [Int64], atomic: Bool)
    /// Holds money, for so many minutes or without an end.
    case hold(slot: Int, to: Place, amount: Int64, minutes: Int?)
    /// Moves held money: so much of it, or all.
    case capture(hold: Int, amount: Int64?)
    case release(hold: Int)
    /// Gives back the money of a transfer, deposit or withdrawal.
    case giveBack(transfer: Int)
    case setRate(from: String, to: String, rate: String)
    case exchange(slot: Int, to: Int, amount: Int64)
    /// Closes an account, which must be empty unless another slot takes the rest.
    case close(slot: Int, rest: Int?)

    // MARK: Arrangements

    /// Schedules a transfer from so many days ahead on: once, or every so many days, so many times.
    case schedule(slot: Int, to: Place, amount: Int64, ahead: Int, everyDays: Int?, times: Int?)
    case pauseSchedule(Int)
    case resumeSchedule(Int)
    case cancelSchedule(Int)
    case savePayee(name: Int, Place)
    case removePayee(name: Int)

    // MARK: Subscriptions

    /// Adds a subscription that begins so many days ahead (or ago) and is paid from a slot, or only recorded.
    case subscribe(slot: Int?, amount: Int64, every: Rhythm, ahead: Int, remind: Bool)
    case changePrice(subscription: Int, amount: Int64)
    /// Enters a price that holds from so many days ahead on.
    case announcePrice(subscription: Int, amount: Int64, ahead: Int)
    /// Says that the next payment was made.
    case markPaid(subscription: Int)
    case skipPayment(subscription: Int)
    case pauseSubscription(Int)
    case resumeSubscription(Int)
    case removeSubscription(Int)

    // MARK: Bonds

    /// Enters a bond that everybody may hold.
    case enterBond(Int)
    case holdBond(Int, quantity: Int)

    // MARK: History

    /// Adds a rule, as the first or the last: what has the word in its description gets the category.
    case addRule(word: String, category: String, type: HistorySignal.TypeFilter?, isFirst: Bool)
    case moveRule(Int, to: Int)
    case removeRule(Int)
    /// Saves a filter under a name, also in place of another.
    case saveFilter(name: Int, text: String?, type: HistorySignal.TypeFilter?, least: Int?, category: String?)
    case removeFilter(name: Int)
    case readFiltered(name: Int)
    case summarize(by: HistorySignal.SummaryGroup, type: HistorySignal.TypeFilter)
    /// Takes so many rows of the file of a bank into an account, from one on. A row is the same in every file.
    case importStatement(slot: Int, first: Int, count: Int)
    /// Writes the last so many days of an account as a file, and looks what would be new if that were taken in.
    case exportStatement(slot: Int, days: Int, format: HistorySignal.StatementFormat)

    // MARK: The market

    /// Imports so many candles of a security, from one on. A candle is the same in every file.
    case importCandles(security: Int, first: Int, count: Int, asFile: Bool)
    case watch(security: Int)
    case unwatch(security: Int)
    /// Looks for patterns now.
    case refresh
    case readPatterns

    // MARK: Reading

    case readBalance(slot: Int)
    case readHistory(slot: Int?, limit: Int)
    case search(text: String)
    case readForecast(days: Int)
    case readSubscriptions
    case readInbox
    /// Marks so many of the newest unread notices as read.
    case markRead(Int)
    case archive(Int)

    // MARK: Oneself

    /// Begins another session, as on a second device, and goes on with that.
    case signInAgain
    /// Ends the session; the next act begins another.
    case signOut
    case endOtherSessions
    case setZone(String)
    case setUsername(Int)
    /// Takes another password. The old one, and all other sessions, end.
    case changePassword
    case prove
    /// Signs in with one-time codes from now on.
    case turnCodesOn
    case turnCodesOff
    case renewRecoveryCodes
    /// Signs in with a recovery code. A second time it is refused.
    case spendRecoveryCode
    /// Signs in with the code that was used last: must be refused.
    case reuseCode

    // MARK: Requests again

    /// Sends the request of an earlier act again, with its key: the answer must be the same.
    case repeatAct(Int)
    /// Sends another request with the key of an earlier deposit or transfer: must be refused.
    case reuseKey(of: Int)
}

/// An account of somebody: whose, and which.
struct Place: Codable, Hashable, Sendable {
    /// The index of the person.
    var person: Int
    /// The slot that the account was opened in.
    var slot: Int
}

/// How often a subscription is paid.
enum Rhythm: String, Codable, CaseIterable, Equatable, Sendable {
    case day
    case week
    case month
}

/// An act, who does it, and when.
struct PlannedAct: Codable, Equatable, Sendable {
    /// Hours after the beginning.
    var at: Double
    /// The index of the person.
    var person: Int
    /// What others name the act by, and what its key is made of. It stays when other acts are taken out of the plan.
    var number: Int
    /// What is done.
    var act: Act
}
