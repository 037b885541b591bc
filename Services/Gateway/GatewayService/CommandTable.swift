/// Every command there is.
enum CommandTable {
    /// In the order of the help.
    static let all: [any Command] = topics.flatMap { $0 } + tools

    private static let topics: [[any Command]] = [
        PeopleCommands.all,
        [ZoneCommand()],
        FactorCommands.all,
        [ExportCommand(), LeaveCommand()],
        TelegramCommands.all,
        MoneyCommands.all,
        [TransferListCommand()],
        HoldCommands.all,
        AccountCommands.all,
        LimitCommands.all,
        ScheduleCommands.all,
        TemplateCommands.all,
        PayeeCommands.all,
        RateCommands.all,
        MandateCommands.all,
        HistoryCommands.all,
        FilterCommands.all,
        CategoryCommands.all,
        MarketCommands.all,
        PatternCommands.all,
        BondCommands.all,
        SubscriptionCommands.all,
        InboxCommands.all,
        NotifyCommands.all,
        [StatementCommand(), ImportCommand()] + ImportUndoCommands.all,
        [DoctorCommand(), ConfigCommand()],
        BackupCommands.all,
    ]

    private static let tools: [any Command] = [
        AppCommand(),
        UpCommand(), DownCommand(), RestartCommand(), StatusCommand(), HealthCommand(), LogsCommand(),
        CallCommand(), DiscoverCommand(), SchemaCommand(), EventsCommand(), TraceCommand(),
        HelpCommand(commands: { all }), CompletionsCommand(), ManualCommand(commands: { all }), VersionCommand(),
    ]
}
