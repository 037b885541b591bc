// Asking before something is done that changes money or state.
extension StatePresenter {
    /// Shows a question.
    ///
    /// - Parameters:
    ///   - place: Where the state keeps it while it is open.
    ///   - answers: What is done on which answer; nothing on any other.
    func pose(
        _ question: Question, at place: WritableKeyPath<State, Question?>,
        answers: [ActionName: @MainActor () -> Void]
    ) {
        self.answers = answers
        state[keyPath: place] = question
    }

    /// Hands an input to the open question.
    ///
    /// - Returns: False when none is open.
    func answer(_ input: SceneInput, at place: WritableKeyPath<State, Question?>) -> Bool {
        guard var question = state[keyPath: place] else { return false }
        let given = question.receive(input)
        state[keyPath: place] = given == nil ? question : nil
        guard let given else { return true }
        let work = answers[given]
        answers = [:]
        work?()
        return true
    }

    /// Takes the open question back without an answer.
    ///
    /// - Returns: False when none is open.
    func withdrawQuestion(at place: WritableKeyPath<State, Question?>) -> Bool {
        guard state[keyPath: place] != nil else { return false }
        (state[keyPath: place], answers) = (nil, [:])
        return true
    }
}
