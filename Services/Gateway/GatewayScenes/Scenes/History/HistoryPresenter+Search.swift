import Coordination
import GatewaySession
import GatewayWords
import Signals

// The search field: what it asks for, and why that is refused.

extension HistoryPresenter {
    /// Returns the field with a text.
    static func searchForm(_ text: String) -> Form {
        Form([FormField("text", HistoryTexts.search, text: text)])
    }

    /// Returns the search as history takes it.
    func searched() async throws -> HistorySearch {
        let text = state.text
        if let search, search.text == text { return search.query }
        let reference = QueryReference {
            try await self.ask(LedgerSignal.Accounts()).accounts
        } categories: {
            try await self.ask(HistorySignal.Categories()).categories.map(\.category)
        }
        let found = try await showingRefusal {
            do {
                return HistorySearch(try await reference.resolve(text))
            } catch let error as UsageError {
                throw SceneFault(error.message, code: .invalidArgument, field: "query")
            }
        }
        search = (text, found)
        return found
    }

    /// Opens the search field with the problem, once, if `body` throws a fault of the search.
    func showingRefusal<Value>(_ body: @MainActor () async throws -> Value) async throws -> Value {
        let text = state.text
        do {
            return try await body()
        } catch {
            let fault = SceneFault(error)
            if fault.field == "query", !text.isEmpty, state.text == text, refused != text, state.dialogue == nil {
                var form = Self.searchForm(text)
                _ = form.points(to: fault, at: "text")
                (state.dialogue, refused) = (.search(form), text)
            }
            throw error
        }
    }
}
