import Coordination

/// The use cases of notifications.
enum NotificationsUseCases {
    static func all(_ dependencies: NotificationDependencies) -> [ServedSignal] {
        [
            .serve(ListNotifications(dependencies: dependencies)),
            .serve(ShowNotification(dependencies: dependencies)),
            .serve(MarkAsRead(dependencies: dependencies)),
            .serve(ArchiveNotifications(dependencies: dependencies)),
            .serve(SnoozeNotifications(dependencies: dependencies)),
            .serve(UndoChange(dependencies: dependencies)),
            .serve(ReadPreferences(dependencies: dependencies)),
            .serve(ChangePreferences(dependencies: dependencies)),
            .serve(ListChannels(dependencies: dependencies)),
            .serve(AddChannel(dependencies: dependencies)),
            .serve(RemoveChannel(dependencies: dependencies)),
            .serve(SwitchChannel(dependencies: dependencies)),
            .serve(RotateSecret(dependencies: dependencies)),
            .serve(TestChannel(dependencies: dependencies)),
            .serve(ListFailedMessages(dependencies: dependencies)),
            .serve(ResendMessage(dependencies: dependencies)),
            .serve(InspectOutbox(dependencies: dependencies)),
        ]
    }
}
