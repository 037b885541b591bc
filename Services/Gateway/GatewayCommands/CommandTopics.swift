import GatewayCommandLine

/// The commands that call services, for the table of all commands.
package enum CommandTopics {
    /// The commands by topic, in the order of the help.
    package static let all: [any Command] = topics.flatMap { $0 }

    private static let topics: [[any Command]] = [
        PeopleCommands.all,
        [ZoneCommand()],
        FactorCommands.all,
        [ExportCommand(), LeaveCommand()],
        TelegramCommands.all,
        PasskeyCommands.all,
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
        [StatementCommand(), JournalCommand(), ImportCommand()] + ImportUndoCommands.all + LayoutCommands.all
            + [ImportWatchCommand()],
    ]

    /// The commands that speak the protocol itself.
    package static let tools: [any Command] = [CallCommand(), DiscoverCommand(), SchemaCommand(), EventsCommand()]

    /// Returns the commands that explain other commands.
    ///
    /// - Parameter commands: Returns all commands.
    package static func help(about commands: @escaping @Sendable () -> [any Command]) -> [any Command] {
        [HelpCommand(commands: commands), CompletionsCommand()]
    }
}
