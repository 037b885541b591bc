import Coordination

/// The signals that patterns answers.
package enum PatternsUseCases {
    package static func all(_ dependencies: PatternsDependencies) -> [ServedSignal] {
        [
            .serve(ListPatterns(dependencies: dependencies)),
            .serve(ShowStats(dependencies: dependencies)),
            .serve(ShowBest(dependencies: dependencies)),
            .serve(ShowPattern(dependencies: dependencies)),
            .serve(ShowScore(dependencies: dependencies)),
            .serve(RefreshSecurities(dependencies: dependencies)),
            .serve(AddWatch(dependencies: dependencies)),
            .serve(RemoveWatch(dependencies: dependencies)),
            .serve(ListWatches(dependencies: dependencies)),
        ]
    }
}
