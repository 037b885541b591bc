import Coordination

/// The signals of all services. Documents about the protocol are made from it, without a running service.
public enum SignalCatalogue {
    /// Returns the signals that a service answers, besides those of every service; none for an unknown service.
    public static func signals(of service: String) -> [any Signal.Type] { byService[service] ?? [] }

    private static let byService: [String: [any Signal.Type]] = [
        "auth": auth,
        "ledger": ledger,
        "history": history,
        "scanner": scanner,
        "patterns": patterns,
        "bonds": bonds,
        "subscriptions": subscriptions,
        "notifications": notifications,
    ]

    private static let auth: [any Signal.Type] = [
        AuthSignal.AddPasskey.self, AuthSignal.AdoptZones.self, AuthSignal.BeginPasskey.self,
        AuthSignal.BeginPasskeyLogin.self, AuthSignal.BeginPasskeyProof.self, AuthSignal.BeginTOTP.self,
        AuthSignal.ChangePassword.self, AuthSignal.CheckCode.self, AuthSignal.ConfirmTOTP.self,
        AuthSignal.DeleteUser.self, AuthSignal.DisableTOTP.self, AuthSignal.EndOtherSessions.self,
        AuthSignal.EndSession.self, AuthSignal.EndSessions.self, AuthSignal.Export.self, AuthSignal.FindPeople.self,
        AuthSignal.IssueReset.self, AuthSignal.Keys.self, AuthSignal.LinkTelegram.self, AuthSignal.Login.self,
        AuthSignal.Logout.self, AuthSignal.Me.self, AuthSignal.NoteUses.self, AuthSignal.PasskeyLogin.self,
        AuthSignal.Passkeys.self, AuthSignal.PollTelegram.self, AuthSignal.Prove.self, AuthSignal.ProvePasskey.self,
        AuthSignal.Refresh.self, AuthSignal.Register.self, AuthSignal.RemovePasskey.self, AuthSignal.RenamePasskey.self,
        AuthSignal.RenewRecoveryCodes.self, AuthSignal.ResetPassword.self, AuthSignal.Sessions.self,
        AuthSignal.SetPassword.self, AuthSignal.SetUsername.self, AuthSignal.SetZone.self,
        AuthSignal.StartTelegram.self, AuthSignal.TelegramStatus.self, AuthSignal.TelegramUpdate.self,
        AuthSignal.TelegramWidget.self, AuthSignal.UnlinkTelegram.self,
    ]

    private static let ledger: [any Signal.Type] = [
        LedgerSignal.Accounts.self, LedgerSignal.Balance.self, LedgerSignal.CancelSchedule.self,
        LedgerSignal.Check.self, LedgerSignal.Close.self, LedgerSignal.Confirm.self, LedgerSignal.Debit.self,
        LedgerSignal.Debits.self, LedgerSignal.Deposit.self, LedgerSignal.Exchange.self, LedgerSignal.Features.self,
        LedgerSignal.FindPayee.self, LedgerSignal.Freeze.self, LedgerSignal.GetLimits.self,
        LedgerSignal.GrantMandate.self, LedgerSignal.Hold.self, LedgerSignal.Holds.self, LedgerSignal.ImportRates.self,
        LedgerSignal.ImportRows.self, LedgerSignal.Imports.self, LedgerSignal.MakeSchedule.self,
        LedgerSignal.MakeTransfer.self, LedgerSignal.MakeTransfers.self, LedgerSignal.Mandates.self,
        LedgerSignal.OpenAccount.self, LedgerSignal.Outlook.self, LedgerSignal.Parties.self,
        LedgerSignal.PauseSchedule.self, LedgerSignal.Payable.self, LedgerSignal.Payees.self,
        LedgerSignal.PostHold.self, LedgerSignal.Rates.self, LedgerSignal.RemovePayee.self,
        LedgerSignal.RemoveRate.self, LedgerSignal.RemoveTemplate.self, LedgerSignal.Rename.self,
        LedgerSignal.RenamePayee.self, LedgerSignal.ResumeSchedule.self, LedgerSignal.Reverse.self,
        LedgerSignal.RevokeMandate.self, LedgerSignal.SavePayee.self, LedgerSignal.SaveTemplate.self,
        LedgerSignal.ScheduleRuns.self, LedgerSignal.Schedules.self, LedgerSignal.SetLimits.self,
        LedgerSignal.SetOverdraft.self, LedgerSignal.SetPayable.self, LedgerSignal.SetRate.self,
        LedgerSignal.ShowTransfer.self, LedgerSignal.Templates.self, LedgerSignal.UndoImport.self,
        LedgerSignal.Unfreeze.self, LedgerSignal.VoidHold.self, LedgerSignal.Withdraw.self,
    ]

    private static let history: [any Signal.Type] = [
        HistorySignal.AddRule.self, HistorySignal.Categories.self, HistorySignal.Filters.self,
        HistorySignal.FindSimilar.self, HistorySignal.ForgetStatementLayout.self,
        HistorySignal.GetTransaction.self, HistorySignal.Journal.self, HistorySignal.LearnStatement.self,
        HistorySignal.MoveRule.self,
        HistorySignal.ReadStatement.self, HistorySignal.Rebuild.self, HistorySignal.RemoveFilter.self,
        HistorySignal.RemoveRule.self, HistorySignal.Report.self, HistorySignal.Rules.self,
        HistorySignal.SampleStatement.self, HistorySignal.SaveFilter.self, HistorySignal.SetCategory.self,
        HistorySignal.Statement.self, HistorySignal.StatementLayouts.self, HistorySignal.Summary.self,
        HistorySignal.Transactions.self,
    ]

    private static let scanner: [any Signal.Type] = [
        ScannerSignal.AddSplit.self, ScannerSignal.Chart.self, ScannerSignal.Fetch.self,
        ScannerSignal.ImportCandles.self, ScannerSignal.Remove.self, ScannerSignal.RemoveSplit.self,
        ScannerSignal.Scan.self, ScannerSignal.Securities.self, ScannerSignal.Simulate.self, ScannerSignal.Splits.self,
        ScannerSignal.UploadPart.self,
    ]

    private static let patterns: [any Signal.Type] = [
        PatternsSignal.AddWatch.self, PatternsSignal.Best.self, PatternsSignal.List.self,
        PatternsSignal.ListWatches.self, PatternsSignal.Refresh.self, PatternsSignal.RemoveWatch.self,
        PatternsSignal.Score.self, PatternsSignal.Show.self, PatternsSignal.Stats.self,
    ]

    private static let bonds: [any Signal.Type] = [
        BondsSignal.Accrued.self, BondsSignal.Calendar.self, BondsSignal.Chart.self, BondsSignal.CheckISIN.self,
        BondsSignal.Curve.self, BondsSignal.Fetch.self, BondsSignal.Figures.self, BondsSignal.GetBond.self,
        BondsSignal.Hold.self, BondsSignal.Holdings.self, BondsSignal.Import.self, BondsSignal.ImportFile.self,
        BondsSignal.List.self, BondsSignal.Shares.self, BondsSignal.UploadPart.self, BondsSignal.UploadedShares.self,
    ]

    private static let subscriptions: [any Signal.Type] = [
        SubscriptionsSignal.AcceptSuggestion.self, SubscriptionsSignal.Add.self, SubscriptionsSignal.CalendarFile.self,
        SubscriptionsSignal.Currencies.self, SubscriptionsSignal.Dates.self, SubscriptionsSignal.DismissSuggestion.self,
        SubscriptionsSignal.Export.self, SubscriptionsSignal.Forecast.self, SubscriptionsSignal.GetSettings.self,
        SubscriptionsSignal.Import.self, SubscriptionsSignal.List.self, SubscriptionsSignal.MergeSuggestion.self,
        SubscriptionsSignal.Pause.self, SubscriptionsSignal.Pay.self, SubscriptionsSignal.Payments.self,
        SubscriptionsSignal.Remove.self, SubscriptionsSignal.Resume.self, SubscriptionsSignal.Services.self,
        SubscriptionsSignal.SetSettings.self, SubscriptionsSignal.Show.self, SubscriptionsSignal.Skip.self,
        SubscriptionsSignal.Suggestions.self, SubscriptionsSignal.Totals.self, SubscriptionsSignal.Unpay.self,
        SubscriptionsSignal.Update.self,
    ]

    private static let notifications: [any Signal.Type] = [
        NotificationsSignal.AddChannel.self, NotificationsSignal.Archive.self, NotificationsSignal.Channels.self,
        NotificationsSignal.Failed.self, NotificationsSignal.GetPreferences.self, NotificationsSignal.List.self,
        NotificationsSignal.Outbox.self, NotificationsSignal.Read.self, NotificationsSignal.RemoveChannel.self,
        NotificationsSignal.Resend.self, NotificationsSignal.RotateSecret.self, NotificationsSignal.SetPreferences.self,
        NotificationsSignal.Show.self, NotificationsSignal.Snooze.self, NotificationsSignal.SwitchChannel.self,
        NotificationsSignal.Test.self, NotificationsSignal.Undo.self,
    ]
}
