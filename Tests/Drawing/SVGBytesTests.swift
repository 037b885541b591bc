import TestSupport
import Testing

@testable import Drawing

/// The files of pictures stay the same byte for byte, whatever else uses their layout.
@Suite struct SVGBytesTests {
    /// The FNV-1a digests of the files as they were before pages used the layout. A change that is meant to alter
    /// pictures alters these, too.
    private static let digests: [(name: String, digest: UInt64)] = [
        ("line", 0xD658_7B86_5DEA_4B3E),
        ("two-lines", 0xADEA_F184_D6D0_1CE2),
        ("area", 0xCA8F_6EDE_56C9_FD2E),
        ("candles", 0xD6B3_8837_867D_F026),
        ("many-candles", 0x96E4_2BC9_49BF_74FC),
        ("hours", 0x3AB0_63F6_329B_F0C5),
        ("categories", 0x44C8_A491_C5F4_31F6),
        ("many-names", 0x2A2F_5B31_DC83_A147),
        ("months", 0xB5AF_7775_0150_88DC),
        ("shapes", 0x3AB5_EE76_C379_CE35),
        ("candle-shapes", 0xA465_00C6_8972_9E63),
        ("many-series", 0x270C_6C98_C5F7_78CF),
        ("a-million-points", 0x37D7_D8B7_5943_0BFF),
        ("gaps", 0x2AEB_23AD_8ED4_2EB1),
        ("one-point", 0xDEFF_24B0_6874_2998),
        ("constant", 0x089E_4CEF_1F8F_EBF7),
        ("negative", 0xAC88_3246_FBFF_827E),
        ("huge", 0xA976_9778_3C93_ED85),
        ("tiny", 0xCA99_A792_1A8B_4612),
        ("long-texts", 0xA524_DF0A_74DB_F60D),
    ]

    @Test(arguments: digests)
    func theBytesOfEveryKindAreAsTheyWere(name: String, digest expected: UInt64) throws {
        let chart = try #require(SampleCharts.all.first { $0.name == name }?.chart)
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        for theme in Theme.allCases {
            for (width, height) in [(960, 540), (640, 360), (360, 640)] {
                let picture = ChartPicture.layout(
                    of: try CheckedChart(chart), size: try PictureSize(width: width, height: height), theme: theme,
                    ruler: PlainRuler())
                for byte in SVGWriter.bytes(of: picture) { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
            }
        }
        #expect(digest == expected, "0x\(String(digest, radix: 16, uppercase: true))")
    }

    @Test func everyKindHasItsDigest() { #expect(Self.digests.map(\.name) == SampleCharts.all.map(\.name)) }
}
