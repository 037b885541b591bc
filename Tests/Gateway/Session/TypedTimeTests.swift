import Testing

@testable import GatewaySession

/// Times of day, as people type them.
@Suite struct TypedTimeTests {
    @Test(arguments: [
        ("8", "08:00"), ("23", "23:00"), ("7:30", "07:30"), ("07.30", "07:30"), (" 9 : 05 ", "09:05"),
        ("08:00", "08:00"),
    ])
    func timesAreReadAsTheyAreTyped(typed: String, time: String) { #expect(TypedTime.onWire(typed) == time) }

    @Test(arguments: ["", "soon", "7:5", "1:2:3", "123", "٨", "8:", "-1"])
    func whatIsNoTimeStaysAsItIs(typed: String) { #expect(TypedTime.onWire(typed) == typed) }
}
