import Coordination

extension RelayCoordinator {
    /// Creates the root of a tree with these branches, which are short scripted services.
    public convenience init(leadingTo branch: any Coordinator, _ others: any Coordinator...) {
        self.init(options: [])
        for branch in [branch] + others {
            // A test may move a branch from one house to another.
            branch.finishFlow()
            startFlow(branch)
        }
    }
}
