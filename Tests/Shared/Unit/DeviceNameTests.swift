import Domain
import Testing

/// The default names of sessions.
@Suite struct DeviceNameTests {
    @Test(arguments: [
        (DeviceName.gateway(on: "laptop"), "gateway на laptop"),
        (DeviceName.byTelegram(DeviceName.gateway(on: "laptop")), "Telegram, gateway на laptop"),
        (DeviceName.byPasskey(nil), "ключ доступа"),
        (DeviceName.byPasskey(DeviceName.gateway(on: "laptop")), "ключ доступа, gateway на laptop"),
        (DeviceName.telegramWidget, "Telegram, виджет входа"), (DeviceName.byTelegram(nil), "Telegram"),
        (DeviceName.byTelegram("Ann's phone"), "Telegram, Ann's phone"), ("gateway", "gateway"), ("", ""),
    ])
    func whatOurProgramsNameIsTold(_ name: String, _ russian: String) {
        #expect(DeviceName.text(name, in: .russian) == russian)
        #expect(DeviceName.text(name, in: .english) == name)
    }
}
