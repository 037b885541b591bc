import Coordination

/// The use cases of auth.
enum AuthUseCases {
    /// - Parameter meter: Counts sign-ins.
    static func all(_ dependencies: AuthDependencies, meter: SignInMeter = SignInMeter()) -> [ServedSignal] {
        [
            .serve(RegisterUser(dependencies: dependencies)),
            .serve(meter.counting(SignIn(dependencies: dependencies), as: .password)),
            .serve(RefreshSession(dependencies: dependencies)),
            .serve(ListKeys(dependencies: dependencies)),
            .serve(ShowAccount(dependencies: dependencies)),
            .serve(FindPeople(dependencies: dependencies)),
            .serve(SetUsername(dependencies: dependencies)),
            .serve(SetZone(dependencies: dependencies)),
            .serve(AdoptZones(dependencies: dependencies)),
            .serve(SignOut(dependencies: dependencies)),
            .serve(ListSessions(dependencies: dependencies)),
            .serve(EndSession(dependencies: dependencies)),
            .serve(EndOtherSessions(dependencies: dependencies)),
            .serve(EndSessions(dependencies: dependencies)),
            .serve(NoteSessionUses(dependencies: dependencies)),
            .serve(ChangePassword(dependencies: dependencies)),
            .serve(SetPassword(dependencies: dependencies)),
            .serve(ProvePassword(dependencies: dependencies)),
            .serve(IssueReset(dependencies: dependencies)),
            .serve(ResetPassword(dependencies: dependencies)),
            .serve(BeginTOTP(dependencies: dependencies)),
            .serve(ConfirmTOTP(dependencies: dependencies)),
            .serve(DisableTOTP(dependencies: dependencies)),
            .serve(RenewRecoveryCodes(dependencies: dependencies)),
            .serve(CheckCode(dependencies: dependencies)),
            .serve(BeginPasskey(dependencies: dependencies)),
            .serve(AddPasskey(dependencies: dependencies)),
            .serve(ListPasskeys(dependencies: dependencies)),
            .serve(RenamePasskey(dependencies: dependencies)),
            .serve(RemovePasskey(dependencies: dependencies)),
            .serve(BeginPasskeyLogin(dependencies: dependencies)),
            .serve(meter.counting(SignInByPasskey(dependencies: dependencies), as: .passkey)),
            .serve(BeginPasskeyProof(dependencies: dependencies)),
            .serve(ProvePasskey(dependencies: dependencies)),
            .serve(StartTelegram(dependencies: dependencies)),
            .serve(PollTelegram(dependencies: dependencies)),
            .serve(LinkTelegram(dependencies: dependencies)),
            .serve(UnlinkTelegram(dependencies: dependencies)),
            .serve(ShowTelegramStatus(dependencies: dependencies)),
            .serve(meter.counting(SignInByWidget(dependencies: dependencies), as: .widget)),
            .serve(TakeTelegramUpdate(dependencies: dependencies)),
            .serve(ExportAccount(dependencies: dependencies)),
            .serve(DeleteUser(dependencies: dependencies)),
        ]
    }
}
