import Identity
import Sodium
import Testing

@Suite struct TokenTextTests {
    private func keys() throws -> (secret: TokenSigningKey, public: TokenKey) {
        let text = "k4.secret." + Base64URL.encode(TokenVectors.bytes(TokenVectors.secretKey))
        return (
            try #require(TokenSigningKey(text: text)),
            TokenKey(try PublicKey(bytes: TokenVectors.bytes(TokenVectors.publicKey)))
        )
    }

    @Test(arguments: TokenVectors.signed)
    func signsAndReadsThePublishedVectors(vector: TokenVectors.Vector) throws {
        let (secret, key) = try keys()
        let assertion = Array(vector.implicitAssertion.utf8)
        let token = TokenText.sign(
            Array(vector.payload.utf8), with: secret, footer: Array(vector.footer.utf8), implicitAssertion: assertion)
        #expect(token == vector.token)
        let parsed = try #require(TokenText(parsing: vector.token))
        #expect(parsed.isSigned(by: key, implicitAssertion: assertion))
        #expect(String(decoding: parsed.message, as: UTF8.self) == vector.payload)
        #expect(String(decoding: parsed.footer, as: UTF8.self) == vector.footer)
    }

    @Test(arguments: TokenVectors.mustFail)
    func refusesThePublishedVectorsThatMustFail(vector: TokenVectors.Vector) throws {
        let (_, key) = try keys()
        let parsed = TokenText(parsing: vector.token)
        #expect(parsed?.isSigned(by: key, implicitAssertion: Array(vector.implicitAssertion.utf8)) != true)
    }

    @Test func refusesATokenThatWasTouchedAnywhere() throws {
        let (_, key) = try keys()
        let token = Array(TokenVectors.signed[1].token.utf8)
        for index in token.indices where token[index] != UInt8(ascii: ".") {
            var touched = token
            touched[index] = token[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let parsed = TokenText(parsing: String(decoding: touched, as: UTF8.self))
            #expect(parsed?.isSigned(by: key) != true, "touched at \(index)")
        }
    }

    @Test func signatureCoversTheImplicitAssertion() throws {
        let (_, key) = try keys()
        let parsed = try #require(TokenText(parsing: TokenVectors.signed[2].token))
        #expect(!parsed.isSigned(by: key))
    }

    @Test(arguments: [
        "", "v4.public.", "v4.public..", "v4.public.AAAA", "V4.public.AAAA", "v4.public.AAAA=", "v4.public.A A",
        TokenVectors.signed[0].token + "=", TokenVectors.signed[0].token + ".", TokenVectors.signed[1].token + ".AAAA",
        " " + TokenVectors.signed[0].token, TokenVectors.signed[0].token + "\n",
        "v4.public." + String(repeating: "A", count: 2048),
    ])
    func refusesWhatIsNotOfTheForm(token: String) {
        #expect(TokenText(parsing: token) == nil)
    }

    @Test(arguments: TokenVectors.keyNames)
    func namesKeysAsThePublishedVectorsDo(hexadecimal: String, name: String) throws {
        let key = TokenKey(try PublicKey(bytes: TokenVectors.bytes(hexadecimal)))
        #expect(key.id == name)
        #expect(TokenKey(text: key.text) == key)
    }

    @Test func readsNoSecretKeyWhoseHalvesDoNotBelongTogether() {
        var bytes = TokenVectors.bytes(TokenVectors.secretKey)
        bytes[40] ^= 1
        #expect(TokenSigningKey(text: "k4.secret." + Base64URL.encode(bytes)) == nil)
    }

    @Test func neverPrintsASecretKey() {
        let key = TokenSigningKey()
        #expect("\(key) \(String(reflecting: key))".contains(key.publicKey.id))
        #expect(!"\(key) \(String(reflecting: key))".contains("k4.secret"))
    }
}
