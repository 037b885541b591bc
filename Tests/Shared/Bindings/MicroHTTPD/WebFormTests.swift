import Testing

@testable import MicroHTTPD

/// Forms and queries, as browsers write them and as attackers do.
@Suite struct WebFormTests {
    private func multipart(_ body: String, type: String = "multipart/form-data; boundary=xYz") -> WebForm? {
        let head = WebRequestHead(method: "POST", path: "/", headers: [WebHeader("content-type", type)])
        return WebForm(WebRequest(head: head, body: Array(body.utf8)))
    }

    @Test func fieldsAreDecoded() throws {
        let form = try #require(
            WebForm(urlEncoded: "amount=1%2C50&note=two+words%0A%26&empty=&bare&%D0%B8=%D1%8F".utf8))
        #expect(
            form.fields == [
                WebForm.Field("amount", "1,50"), WebForm.Field("note", "two words\n&"), WebForm.Field("empty", ""),
                WebForm.Field("bare", ""), WebForm.Field("и", "я"),
            ])
        #expect(WebForm(urlEncoded: "".utf8)?.fields == [])
        #expect(WebForm(urlEncoded: "a=1&a=2".utf8)?.value(of: "a") == nil && form.value(of: "amount") == "1,50")
    }

    @Test(arguments: ["a=%", "a=%4", "a=%zz", "a=%ff", "=b", "&", "a=1&", "a=%C0%AF"])
    func malformedFieldsAreRefused(text: String) {
        #expect(WebForm(urlEncoded: text.utf8) == nil)
    }

    @Test func fieldsAreBounded() {
        func fields(_ count: Int) -> String { (0..<count).map { "f\($0)=" }.joined(separator: "&") }
        #expect(WebForm(urlEncoded: fields(256).utf8)?.fields.count == 256)
        #expect(WebForm(urlEncoded: fields(257).utf8) == nil)
        #expect(WebForm(urlEncoded: "\(String(repeating: "a", count: 257))=1".utf8) == nil)
    }

    @Test func filesAreRead() throws {
        let form = try #require(
            multipart(
                "--xYz\r\nContent-Disposition: form-data; name=\"kind\"\r\n\r\nbank\r\n\r\n"
                    + "--xYz\r\nContent-Disposition: form-data; name=\"file\"; filename=\"в %22ы\\a.csv\"\r\n"
                    + "Content-Type: text/csv\r\n\r\na;b\r\n--xY not the end\r\n\r\n--xYz--\r\n"))
        #expect(form.fields == [WebForm.Field("kind", "bank\r\n")])
        #expect(
            form.files == [
                WebForm.File(field: "file", name: "в \"ы\\a.csv", bytes: Array("a;b\r\n--xY not the end\r\n".utf8))
            ])
        #expect(multipart("--xYz--", type: "multipart/form-data; boundary=\"xYz\"")?.files == [])
    }

    @Test(arguments: [
        "", "--xYz", "--xYz\r\n", "--abc--\r\n", "text--xYz--\r\n", "--xYz--\r\nepilogue",
        "--xYz\r\n\r\nno name\r\n--xYz--\r\n",
        "--xYz\r\nContent-Disposition: form-data; name=\"\"\r\n\r\na\r\n--xYz--\r\n",
        "--xYz\r\nContent-Disposition: form-data; name=\"a\"; name=\"b\"\r\n\r\na\r\n--xYz--\r\n",
        "--xYz\r\nContent-Disposition: form-data; name=\"a\"; filename*=\"b\"\r\n\r\na\r\n--xYz--\r\n",
        "--xYz\r\nContent-Disposition: form-data; name=a\r\n\r\na\r\n--xYz--\r\n",
        "--xYz\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\na\r\n--xYz--\r\n",
        "--xYz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nno end",
        "--xYz\nContent-Disposition: form-data; name=\"a\"\n\na\n--xYz--\n",
    ])
    func malformedPartsAreRefused(body: String) {
        #expect(multipart(body) == nil)
    }

    @Test func partsAreBounded() {
        func parts(_ count: Int, name: String = "a") -> String {
            String(
                repeating: "--xYz\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\na\r\n", count: count)
                + "--xYz--"
        }
        #expect(multipart(parts(256))?.fields.count == 256)
        #expect(multipart(parts(257)) == nil)
        #expect(multipart(parts(1, name: String(repeating: "n", count: 2_000))) == nil)
    }

    @Test(arguments: [
        "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=a b",
        "multipart/form-data; boundary=\(String(repeating: "a", count: 71))",
        "multipart/form-data; boundary=xYz; boundary=abc", "text/plain", "application/json",
        "multipart/mixed; boundary=xYz",
    ])
    func otherTypesAreRefused(type: String) {
        #expect(multipart("--xYz--", type: type) == nil)
    }

    @Test func textsAreEncodedAndDecodedAgain() {
        let text = "a/b?c=d&e f+%\u{0}ü~-._"
        #expect(PercentCoding.encode("a/b ~-._%") == "a%2Fb%20~-._%25")
        #expect(PercentCoding.decodeText(PercentCoding.encode(text)) == text)
        #expect(PercentCoding.decodeText("a+b") == "a+b" && PercentCoding.decodeText("%FF") == nil)
    }
}
