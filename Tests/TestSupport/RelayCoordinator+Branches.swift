import Coordination

extension RelayCoordinator {
    /// Creates the root of a tree with these branches: services of a few lines, which a test scripts.
    public convenience init(leadingTo branch: any Coordinator, _ others: any Coordinator...) {
        self.init(options: [])
        for branch in [branch] + others {
            // A test may put it into the tree of one house after another.
            branch.finishFlow()
            startFlow(branch)
        }
    }
}
