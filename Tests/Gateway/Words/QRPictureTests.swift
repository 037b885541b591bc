import Testing

@testable import GatewayWords

@Suite struct QRPictureTests {
    private static let uri =
        "otpauth://totp/Kopilka:anna@example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Kopilka"

    /// Returns the modules as a camera sees them, true for dark ones.
    private static func seen(_ lines: [StyledText], hasColor: Bool) -> [[Bool]] {
        lines.flatMap { line in
            [Set<Character>("█▀"), Set("█▄")].map { signs in line.text.map { signs.contains($0) == hasColor } }
        }
    }

    @Test(arguments: [true, false]) func theCellsAreTheModulesWithAQuietZoneOnDarkAndLightTerminals(hasColor: Bool) {
        let picture = QRPicture(Self.uri)
        let lines = picture.lines(width: 80, hasColor: hasColor)
        #expect((29...80).contains(picture.columns))
        #expect(lines.count == picture.rows && lines.allSatisfy { $0.width == picture.columns })
        let seen = Self.seen(lines, hasColor: hasColor)
        for row in 0..<picture.columns {
            for column in 0..<picture.columns {
                #expect(seen[row][column] == picture.isDark(row: row - 4, column: column - 4), "\(row) \(column)")
            }
        }
        #expect(
            lines[0].rendered(hasColor: true).hasPrefix("\u{1B}[30;107m"), "black on white whatever the terminal has")
        #expect(lines[0].rendered(hasColor: false) == lines[0].text)
    }

    @Test func whereItDoesNotFitTheAddressAndTheSecretAreLeft() {
        var page = Page()
        page.picture(QRPicture(Self.uri))
        page.say("secret", "секрет")
        for width in [nil, 20, QRPicture(Self.uri).columns - 1] as [Int?] {
            #expect(page.rendered(width: width, hasColor: true) == "secret\n")
        }
        #expect(page.rendered(width: 80, hasColor: false).contains("█"))
    }
}
