import GatewayCommandLine

/// The commands that ask services, as the table of all commands names them.
package enum CommandTopics {
    /// By topic, in the order of the help.
    package static let all: [any Command] = topics.flatMap { $0 }

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
    ]

    /// What speaks the protocol itself.
    package static let tools: [any Command] = [CallCommand(), DiscoverCommand(), SchemaCommand(), EventsCommand()]

    /// What explains other commands.
    ///
    /// - Parameter commands: All there are.
    package static func help(about commands: @escaping @Sendable () -> [any Command]) -> [any Command] {
        [HelpCommand(commands: commands), CompletionsCommand(), ManualCommand(commands: commands), VersionCommand()]
    }
}
