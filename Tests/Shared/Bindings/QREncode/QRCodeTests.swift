import QREncode
import Testing

@Suite struct QRCodeTests {
    @Test func aCodeHasItsThreeCornersAndItsTimingPattern() throws {
        let code = try #require(
            QRCode("otpauth://totp/Kopilka:anna@example.org?secret=JBSWY3DPEHPK3PXP&issuer=Kopilka"))
        #expect((code.width - 17) % 4 == 0 && code.width >= 21)
        let last = code.width - 1
        for (row, column) in [(0, 0), (0, last - 6), (last - 6, 0)] {
            for step in 0...6 {
                #expect(code.isDark(row: row, column: column + step) && code.isDark(row: row + step, column: column))
            }
            #expect(!code.isDark(row: row + 1, column: column + 1) && code.isDark(row: row + 3, column: column + 3))
        }
        for place in 8..<(last - 7) {
            #expect(code.isDark(row: 6, column: place) == (place % 2 == 0))
            #expect(code.isDark(row: place, column: 6) == (place % 2 == 0))
        }
        #expect(!code.isDark(row: -1, column: 0) && !code.isDark(row: 0, column: code.width), "outside it is light")
    }

    @Test func aTextThatNoCodeHoldsHasNone() {
        #expect(QRCode("") == nil)
        #expect(QRCode("a\0b") == nil)
        #expect(QRCode(String(repeating: "x", count: 3000)) == nil)
        #expect(QRCode(String(repeating: "x", count: 2953))?.width == 177)
        #expect(QRCode("Привет") != nil)
    }
}
