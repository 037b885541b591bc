import Domain
import Reasons
import Signals
import Testing

@testable import NotificationsService

/// Answers of channels as they are stored.
@Suite struct SendAnswerTests {
    @Test(arguments: [
        SendAnswer(verbatim: "250 2.0.0 Taken"), SendAnswer(verbatim: #"{"text":"made up"}"#),
        SendAnswer(.nobodyPressedStart), SendAnswer(.webhookStatus, ["status": 410]),
    ])
    func anAnswerIsReadAsItWasKept(answer: SendAnswer) throws {
        #expect(SendAnswer(kept: try answer.kept) == answer)
    }

    @Test func anAnswerOfBeforeIsItsWords() {
        #expect(SendAnswer(kept: "status 410") == SendAnswer(verbatim: "status 410"))
        #expect(SendAnswer(kept: "{not JSON") == SendAnswer(verbatim: "{not JSON"))
    }

    @Test func anAnswerSaysItsCauseInBothLanguages() throws {
        func said(_ answer: SendAnswer, _ language: NotificationsSignal.Language) -> String? {
            Wording(language, .utc).why(answer.explanation, else: answer.text)
        }
        let gone = SendAnswer(.channelIsOff, because: SendAnswer(.webhookStatus, ["status": 410]))
        #expect(gone.text == "The channel is off: status 410")
        #expect(said(gone, .ru) == "Канал выключен: статус 410" && said(gone, .en) == gone.text)
        let foreign = SendAnswer(.channelIsOff, because: "550 Nobody")
        #expect(said(foreign, .ru) == "Канал выключен: 550 Nobody")
        let nested = SendAnswer(.channelIsOff, because: gone)
        #expect(nested.text == "The channel is off: The channel is off: status 410")
        #expect(said(nested, .ru) == "Канал выключен: The channel is off: status 410")
    }
}
