import Glibc
import StrictJSON
import Synchronization

/// A user of the Telegram stand-in.
public struct TelegramTestUser: Sendable, Hashable {
    /// The id of the account.
    public let id: Int64
    /// The first name.
    public let name: String
    /// The language of the app.
    public let language: String

    /// Creates a user.
    public init(id: Int64, name: String, language: String = "en") {
        (self.id, self.name, self.language) = (id, name, language)
    }
}

/// A message of the bot in its current form.
public struct TelegramTestMessage: Sendable {
    /// The id of the message.
    public let id: Int64
    /// The chat.
    public let chat: Int64
    /// The text.
    public var text: String
    /// The labels and the data of the buttons.
    public var buttons: [(label: String, data: String)]
}

/// A local Bot API. It follows Telegram's documentation and, when a test scripts it, fails like Telegram. The test
/// presses Start and buttons as a person would.
///
/// - Source: core.telegram.org/bots/api: getMe, getUpdates, sendMessage, editMessageText, answerCallbackQuery, the form
///   of errors and `retry_after`.
public final class TelegramStandIn: Sendable {
    /// A bot's token in the form of real ones.
    public static let token = "123456789:AAstandin-SECRET_token-of-35-characters"
    /// The bot's name after the @.
    public static let botName = "kopilka_stand_in_bot"

    private struct State {
        var updates: [(id: Int64, json: String)] = []
        var nextUpdate: Int64 = 700_000_001
        var nextMessage: Int64 = 1
        var nextQuery = 1
        var messages: [TelegramTestMessage] = []
        var acknowledged: [String: String] = [:]
        var misbehaviours: [String: [ServedAnswer]] = [:]
        var calls: [(method: String, time: ContinuousClock.Instant)] = []
        var offsets: [Int64?] = []
        var isStopped = false
    }

    private let state: SharedState
    private let server: LoopbackServer

    private final class SharedState: Sendable {
        let content = Mutex(State())
    }

    /// Starts the server. Updates wait until they are fetched.
    public init() throws {
        let state = SharedState()
        self.state = state
        server = try LoopbackServer { Self.answer($0, state) }
    }

    deinit { stop() }

    /// The URL of the API: `KOPILKA_TELEGRAM_URL`.
    public var url: String { server.url }

    /// Closes the port.
    public func stop() {
        state.content.withLock { $0.isStopped = true }
        server.stop()
    }

    // MARK: Actions of the test

    /// Scripts the answers to the next calls of a method. Later calls are answered normally.
    public func misbehave(_ method: String, _ answers: ServedAnswer...) {
        state.content.withLock { $0.misbehaviours[method, default: []] += answers }
    }

    /// Presses Start with the payload of a link: `https://t.me/<bot>?start=<payload>`.
    public func open(_ link: String, as user: TelegramTestUser) {
        let payload = link.split(separator: "=").last.map(String.init) ?? ""
        say("/start \(payload)", as: user)
    }

    /// Presses Start and waits until a new message offers `label`. An older question may still offer the same number.
    public func open(_ link: String, as user: TelegramTestUser, awaiting label: String) async throws {
        let newest = messages(to: user).last?.id ?? 0
        open(link, as: user)
        try await eventually("the question comes") {
            guard let last = messages(to: user).last, last.id > newest else { return false }
            return last.buttons.contains { $0.label == label }
        }
    }

    /// Writes to the bot in a private chat.
    public func say(_ text: String, as user: TelegramTestUser) {
        enqueue { id, number in
            """
            {"update_id":\(id),"message":{"message_id":\(number),"from":\(Self.json(user)),\
            "chat":{"id":\(user.id),"type":"private"},"date":1795000000,"text":\(Self.quoted(text))}}
            """
        }
    }

    /// Presses a button under a message.
    public func press(_ data: String, under message: TelegramTestMessage, as user: TelegramTestUser) {
        enqueue { id, number in
            """
            {"update_id":\(id),"callback_query":{"id":"query-\(number)","from":\(Self.json(user)),\
            "message":{"message_id":\(message.id),"chat":{"id":\(user.id),"type":"private"},"date":1795000000},\
            "chat_instance":"1","data":\(Self.quoted(data))}}
            """
        }
    }

    /// Presses the button with this label under the newest message of the user's chat.
    public func press(label: String, as user: TelegramTestUser) throws {
        guard let message = messages(to: user).last, let button = message.buttons.first(where: { $0.label == label })
        else { throw WaitedInVain(description: "there is no button \(label): \(messages(to: user))") }
        press(button.data, under: message, as: user)
    }

    /// Sends any update. `$id` is replaced by its number.
    public func send(update json: String) {
        enqueue { id, _ in json.replacing("$id", with: String(id)) }
    }

    /// Repeats updates that were delivered and confirmed, as a server that lost its state would.
    public func replay(_ json: [String]) {
        state.content.withLock { state in
            for text in json {
                let id = text.firstMatch(of: /"update_id":(\d+)/).flatMap { Int64($0.1) } ?? 0
                state.updates.append((id, text))
            }
        }
    }

    // MARK: Observations of the test

    /// Returns the messages in a user's chat in their current form.
    public func messages(to user: TelegramTestUser) -> [TelegramTestMessage] {
        state.content.withLock { $0.messages.filter { $0.chat == user.id } }
    }

    /// The texts shown above the chat for buttons, in no order.
    public var notices: [String] { state.content.withLock { Array($0.acknowledged.values) } }

    /// Returns the number of calls of a method.
    public func calls(of method: String) -> Int { times(of: method).count }

    /// Returns when a method was called, each time before it was answered.
    public func times(of method: String) -> [ContinuousClock.Instant] {
        state.content.withLock { $0.calls.filter { $0.method == method }.map(\.time) }
    }

    /// The offsets of the calls of getUpdates.
    public var offsets: [Int64?] { state.content.withLock { $0.offsets } }

    /// The updates that are not confirmed yet.
    public var waitingUpdates: [String] { state.content.withLock { $0.updates.map(\.json) } }

    // MARK: The server

    private func enqueue(_ make: (_ id: Int64, _ number: Int) -> String) {
        state.content.withLock { state in
            state.updates.append((state.nextUpdate, make(state.nextUpdate, state.nextQuery)))
            state.nextUpdate += 1
            state.nextQuery += 1
        }
    }

    private static func answer(_ request: ServedRequest, _ shared: SharedState) -> ServedAnswer {
        let parts = request.target.split(separator: "/").map(String.init)
        guard parts.count == 2, parts[0] == "bot\(token)" else {
            return failure(401, "Unauthorized")
        }
        let method = parts[1]
        let misbehaviour = shared.content.withLock { state -> ServedAnswer? in
            state.calls.append((method, .now))
            guard let next = state.misbehaviours[method]?.first else { return nil }
            state.misbehaviours[method]?.removeFirst()
            return next
        }
        if let misbehaviour { return misbehaviour }
        guard request.method == "POST", let body = try? JSONDocument(request.body).root else {
            return failure(400, "Bad Request: body is not JSON")
        }
        switch method {
        case "getMe":
            return success(#"{"id":123456789,"is_bot":true,"first_name":"Kopilka","username":"\#(botName)"}"#)
        case "getUpdates": return updates(body, shared)
        case "sendMessage": return send(body, shared)
        case "editMessageText": return edit(body, shared)
        case "answerCallbackQuery":
            let id = body.member("callback_query_id")?.string ?? ""
            let text = body.member("text")?.string ?? ""
            shared.content.withLock { $0.acknowledged[id] = text }
            return success("true")
        default: return failure(404, "Not Found")
        }
    }

    /// Holds the answer back until there is an update, as long polling does.
    private static func updates(_ body: JSONNode, _ shared: SharedState) -> ServedAnswer {
        let offset = body.member("offset")?.int64
        let limit = body.member("limit")?.integer(as: Int.self) ?? 100
        let seconds = body.member("timeout")?.integer(as: Int.self) ?? 0
        shared.content.withLock { $0.offsets.append(offset) }
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            let (found, isStopped) = shared.content.withLock { state -> ([String], Bool) in
                if let offset { state.updates.removeAll { $0.id < offset } }
                return (state.updates.prefix(limit).map(\.json), state.isStopped)
            }
            if !found.isEmpty || isStopped || ContinuousClock.now >= deadline {
                return success("[\(found.joined(separator: ","))]")
            }
            usleep(2_000)
        }
    }

    private static func send(_ body: JSONNode, _ shared: SharedState) -> ServedAnswer {
        guard let chat = body.member("chat_id")?.int64, let text = body.member("text")?.string, !text.isEmpty,
            text.count <= 4096, let buttons = buttons(body)
        else { return failure(400, "Bad Request: message text is empty") }
        let id = shared.content.withLock { state in
            let message = TelegramTestMessage(id: state.nextMessage, chat: chat, text: text, buttons: buttons)
            state.nextMessage += 1
            state.messages.append(message)
            return message.id
        }
        return success(#"{"message_id":\#(id),"date":1795000000,"chat":{"id":\#(chat),"type":"private"}}"#)
    }

    private static func edit(_ body: JSONNode, _ shared: SharedState) -> ServedAnswer {
        guard let id = body.member("message_id")?.int64, let text = body.member("text")?.string, !text.isEmpty,
            let buttons = buttons(body)
        else { return failure(400, "Bad Request: message to edit not found") }
        return shared.content.withLock { state in
            guard let place = state.messages.firstIndex(where: { $0.id == id }) else {
                return failure(400, "Bad Request: message to edit not found")
            }
            guard state.messages[place].text != text else {
                return failure(400, "Bad Request: message is not modified")
            }
            state.messages[place].text = text
            state.messages[place].buttons = buttons
            return success(#"{"message_id":\#(id),"date":1795000000}"#)
        }
    }

    /// Returns the buttons in order; nil when one holds more than Telegram accepts.
    private static func buttons(_ body: JSONNode) -> [(label: String, data: String)]? {
        let rows = body.member("reply_markup")?.member("inline_keyboard")?.elements.map { $0 } ?? []
        let buttons = rows.flatMap { row in
            row.elements.map {
                (label: $0.member("text")?.string ?? "", data: $0.member("callback_data")?.string ?? "")
            }
        }
        return buttons.allSatisfy { (1...64).contains($0.data.utf8.count) && !$0.label.isEmpty } ? buttons : nil
    }

    /// Returns `{"ok": true, "result": …}`.
    public static func success(_ result: String) -> ServedAnswer {
        .answer(
            status: 200, headers: [("Content-Type", "application/json")],
            body: Array(#"{"ok":true,"result":\#(result)}"#.utf8))
    }

    /// Returns `{"ok": false, …}` with the HTTP status of its code.
    public static func failure(_ status: Int, _ description: String, retryAfter: Int? = nil) -> ServedAnswer {
        let parameters = retryAfter.map { #","parameters":{"retry_after":\#($0)}"# } ?? ""
        return .answer(
            status: status, headers: [("Content-Type", "application/json")],
            body: Array(
                #"{"ok":false,"error_code":\#(status),"description":"\#(description)"\#(parameters)}"#.utf8))
    }

    private static func json(_ user: TelegramTestUser) -> String {
        #"{"id":\#(user.id),"is_bot":false,"first_name":\#(quoted(user.name)),"language_code":"\#(user.language)"}"#
    }

    private static func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.value(text)
        return String(decoding: writer.finish(), as: UTF8.self)
    }
}
