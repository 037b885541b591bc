import Coordination

/// The use cases of ledger.
package enum LedgerUseCases {
    package static func all<Entry: UseCaseEntry>(_ dependencies: LedgerDependencies) -> [Entry] {
        money(dependencies) + arrangements(dependencies)
    }

    /// Use cases of accounts and of the money in them.
    private static func money<Entry: UseCaseEntry>(_ dependencies: LedgerDependencies) -> [Entry] {
        [
            .serve(OpenAccount(dependencies: dependencies)),
            .serve(ListAccounts(dependencies: dependencies)),
            .serve(ShowBalance(dependencies: dependencies)),
            .serve(ShowFeatures(dependencies: dependencies)),
            .serve(FreezeAccount(dependencies: dependencies)),
            .serve(UnfreezeAccount(dependencies: dependencies)),
            .serve(CloseAccount(dependencies: dependencies)),
            .serve(RenameAccount(dependencies: dependencies)),
            .serve(SetOverdraft(dependencies: dependencies)),
            .serve(DepositMoney(dependencies: dependencies)),
            .serve(WithdrawMoney(dependencies: dependencies)),
            .serve(MakeTransfer(dependencies: dependencies)),
            .serve(MakeTransfers(dependencies: dependencies)),
            .serve(ConfirmTransfer(dependencies: dependencies)),
            .serve(ShowTransfer(dependencies: dependencies)),
            .serve(ReverseTransfer(dependencies: dependencies)),
            .serve(HoldMoney(dependencies: dependencies)),
            .serve(PostHold(dependencies: dependencies)),
            .serve(VoidHold(dependencies: dependencies)),
            .serve(ListHolds(dependencies: dependencies)),
            .serve(ExchangeMoney(dependencies: dependencies)),
            .serve(DebitAccount(dependencies: dependencies)),
            .serve(DebitAccounts(dependencies: dependencies)),
            .serve(ImportRows(dependencies: dependencies)),
            .serve(ListImports(dependencies: dependencies)),
            .serve(UndoImport(dependencies: dependencies)),
            .serve(AuditLedger(dependencies: dependencies)),
        ]
    }

    /// Use cases of arrangements.
    private static func arrangements<Entry: UseCaseEntry>(_ dependencies: LedgerDependencies) -> [Entry] {
        [
            .serve(SetLimits(dependencies: dependencies)),
            .serve(ShowLimits(dependencies: dependencies)),
            .serve(SetRate(dependencies: dependencies)),
            .serve(ImportRates(dependencies: dependencies)),
            .serve(ListRates(dependencies: dependencies)),
            .serve(RemoveRate(dependencies: dependencies)),
            .serve(GrantMandate(dependencies: dependencies)),
            .serve(ListMandates(dependencies: dependencies)),
            .serve(RevokeMandate(dependencies: dependencies)),
            .serve(MakeSchedule(dependencies: dependencies)),
            .serve(ListSchedules(dependencies: dependencies)),
            .serve(CancelSchedule(dependencies: dependencies)),
            .serve(PauseSchedule(dependencies: dependencies)),
            .serve(ResumeSchedule(dependencies: dependencies)),
            .serve(ListScheduleRuns(dependencies: dependencies)),
            .serve(ShowOutlook(dependencies: dependencies)),
            .serve(SaveTemplate(dependencies: dependencies)),
            .serve(ListTemplates(dependencies: dependencies)),
            .serve(RemoveTemplate(dependencies: dependencies)),
            .serve(SavePayee(dependencies: dependencies)),
            .serve(RenamePayee(dependencies: dependencies)),
            .serve(RemovePayee(dependencies: dependencies)),
            .serve(ListPayees(dependencies: dependencies)),
            .serve(FindPayee(dependencies: dependencies)),
            .serve(ListParties(dependencies: dependencies)),
            .serve(SetPayable(dependencies: dependencies)),
            .serve(ListPayable(dependencies: dependencies)),
        ]
    }
}
