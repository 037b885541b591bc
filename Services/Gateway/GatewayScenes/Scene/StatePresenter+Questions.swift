// Questions before an action that changes money or state.
extension StatePresenter {
    /// Shows a question.
    ///
    /// - Parameters:
    ///   - place: The place of the open question in the state.
    ///   - answers: The action for each answer; other answers do nothing.
    func pose(
        _ question: Question, at place: WritableKeyPath<State, Question?>,
        answers: [ActionName: @MainActor () -> Void]
    ) {
        self.answers = answers
        state[keyPath: place] = question
    }

    /// Passes an input to the open question.
    ///
    /// - Returns: False without an open question.
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

    /// Closes the open question without an answer.
    ///
    /// - Returns: False without an open question.
    func withdrawQuestion(at place: WritableKeyPath<State, Question?>) -> Bool {
        guard state[keyPath: place] != nil else { return false }
        (state[keyPath: place], answers) = (nil, [:])
        return true
    }
}
