import GatewayWords

extension StatusText {
    package static func of(_ status: ImportOutcome.Status) -> Text {
        switch status {
        case .new: Text("new", "новая")
        case .known: Text("known", "известна")
        case .similar: Text("perhaps known", "возможно, известна")
        case .conflict: Text("conflict", "противоречит")
        }
    }
}
