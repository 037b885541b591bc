import Testing

/// The published test vectors for PASETO v4.public and PASERK, as data.
///
/// - Source: github.com/paseto-standard/test-vectors, `v4.json` and `PASERK/k4.pid.json`.
enum TokenVectors {
    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        let token: String
        var payload = ""
        var footer = ""
        var implicitAssertion = ""
        var testDescription: String { name }
    }

    static let publicKey = "1eb9dbbbbc047c03fd70604e0071f0987e16b28b757225c11f00415d0e20b1a2"
    static let secretKey = "b4cbfb43df4ce210727d953e4a713307fa19bb7d9f85041438d9e11b942a3774" + publicKey

    private static let payload = #"{"data":"this is a signed message","exp":"2022-01-01T00:00:00+00:00"}"#
    private static let message =
        "v4.public.eyJkYXRhIjoidGhpcyBpcyBhIHNpZ25lZCBtZXNzYWdlIiwiZXhwIjoiMjAyMi0wMS0wMVQwMDowMDowMCswMDowMCJ9"
    private static let footer = #"{"kid":"zVhMiPBP9fRf2snEcT7gFTioeA9COcNy9DfgL1W60haN"}"#
    private static let footerText = ".eyJraWQiOiJ6VmhNaVBCUDlmUmYyc25FY1Q3Z0ZUaW9lQTlDT2NOeTlEZmdMMVc2MGhhTiJ9"

    static let signed = [
        Vector(
            name: "4-S-1",
            token: message + "bg_XBBzds8lTZShVlwwKSgeKpLT3yukTw6JUz3W4h_ExsQV-P0V54zemZDcAxFaSeef1QlXEFtkqxT1ciiQEDA",
            payload: payload),
        Vector(
            name: "4-S-2",
            token: message + "v3Jt8mx_TdM2ceTGoqwrh4yDFn0XsHvvV_D0DtwQxVrJEBMl0F2caAdgnpKlt4p7xBnx1HcO-SPo8FPp214HDw"
                + footerText,
            payload: payload, footer: footer),
        Vector(
            name: "4-S-3",
            token: message + "NPWciuD3d0o5eXJXG5pJy-DiVEoyPYWs1YSTwWHNJq6DZD3je5gf-0M4JR9ipdUSJbIovzmBECeaWmaqcaP0DQ"
                + footerText,
            payload: payload, footer: footer, implicitAssertion: #"{"test-vector":"4-S-3"}"#),
    ]

    private static let textFooter = ".YXJiaXRyYXJ5LXN0cmluZy10aGF0LWlzbid0LWpzb24"
    private static let encrypted =
        "v4.local.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAr68PS4AXe7If_ZgesdkUMvSwscFlAl1pk5HC0e8kApeaqMfGo_7OpBn"
        + "wJOAbY9V7WU6abu74MmcUE8YWAiaArVI8XJ5hOb_4v9RmDkneN0S92dx0OW4pgy7omxgf3S8c3L"

    static let mustFail = [
        Vector(
            name: "4-F-1",
            token: "v4.local.vngXfCISbnKgiP6VWGuOSlYrFYU300fy9ijW33rznDYgxHNPwWluAY2Bgb0z54CUs6aYYkIJ-bOOOmJHPuX_34Agt"
                + "_IPlNdGDpRdGNnBz2MpWJvB3cttheEc1uyCEYltj7wBQQYX" + textFooter,
            implicitAssertion: #"{"test-vector":"4-F-1"}"#),
        Vector(
            name: "4-F-2",
            token: "v4.public.eyJpbnZhbGlkIjoidGhpcyBzaG91bGQgbmV2ZXIgZGVjb2RlIn22Sp4gjCaUw0c7EH84ZSm_jN_Qr41MrgLNu5LI"
                + "BCzUr1pn3Z-Wukg9h3ceplWigpoHaTLcwxj0NsI1vjTh67YB" + footerText,
            implicitAssertion: #"{"test-vector":"4-F-2"}"#),
        Vector(
            name: "4-F-3",
            token: "v3.local.23e_2PiqpQBPvRFKzB0zHhjmxK3sKo2grFZRRLM-U7L0a8uHxuF9RlVz3Ic6WmdUUWTxCaYycwWV1yM8gKbZB2Jh"
                + "ygDMKvHQ7eBf8GtF0r3K0Q_gF1PXOxcOgztak1eD1dPe9rLVMSgR0nHJXeIGYVuVrVoLWQ" + textFooter,
            implicitAssertion: #"{"test-vector":"4-F-3"}"#),
        Vector(name: "4-F-4", token: encrypted + "lQh"),
        Vector(name: "4-F-5", token: encrypted + "lQg=="),
    ]

    /// A public key in hexadecimal and its name.
    static let keyNames = [
        (
            "0000000000000000000000000000000000000000000000000000000000000000",
            "k4.pid.S_XQmeEwHbbvRmiyfXfHYpLGjXGzjTRSDoT1YtTakWFE"
        ),
        (
            "707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f",
            "k4.pid.9ShR3xc8-qVJ_di0tc9nx0IDIqbatdeM2mqLFBJsKRHs"
        ),
        (
            "707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e90",
            "k4.pid.-nyvbaTz8U6TQz7OZWW-iB3va31iAxIpUgzUcVQVmW9A"
        ),
    ]

    static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
