import Curl
import Reasons
import Signals
import StrictJSON

/// Messages to servers that pass them on to phones. They refuse in the words of HTTP, and answer a message with its
/// JSON.
protocol PushForm: WebForm {
    /// The name of such servers.
    var service: String { get }

    /// True for the answer to a message that was taken.
    func isReceipt(_ answer: JSONNode) -> Bool
}

extension PushForm {
    func meaning(of response: HTTPResponse) -> SendOutcome {
        let status = ["status": ReasonDetail.number(response.status)]
        switch response.status {
        // A page for signing in, or another server at this address, also answers 200.
        case 200...299 where !isReceipt(response.body):
            return .later(
                SendAnswer(.notAReceipt, status.merging(["service": .text(service)]) { own, _ in own }))
        case 200...299: return .taken(answer: .status(of: response))
        case 401, 403: return .gone(SendAnswer(.tokenNotAccepted, status))
        case 410: return .gone(.status(of: response))
        case 408, 425: return .later(.status(of: response))
        case 400...499: return .refused(.status(of: response))
        default: return .later(.status(of: response))
        }
    }

    private func isReceipt(_ body: [UInt8]) -> Bool {
        guard let root = try? JSONDocument(body).root else { return false }
        return isReceipt(root)
    }
}

/// A message as a phone shows it.
struct PushMessage {
    /// The longest title in characters.
    private static let longestTitle = 250
    /// The longest text in bytes. ntfy makes files of texts above 4,096 bytes, and takes at most twice as much JSON, in
    /// which each byte may become two.
    private static let longestText = 3_000

    /// How a phone draws attention to it.
    enum Urgency {
        /// It waits to be looked at.
        case low
        case usual
        /// It is about sign-ins and channels.
        case high
    }

    let title: String
    /// The text ends with the reference by which people recognise a repetition.
    let text: String
    let urgency: Urgency

    init(_ parcel: Parcel) {
        let letter = parcel.letter
        title = String(letter.title.prefix(Self.longestTitle))
        text = letter.textBelowTitle(mostBytes: Self.longestText)
        urgency =
            parcel.notices.contains { $0.category == .security }
            ? .high : parcel.delivery.form == .digest ? .low : .usual
    }
}
