import Domain
import Testing

@testable import GatewayWords

struct ShortIDsTests {
    @Test func anIDIsItsShortestBeginningThatNoOtherHas() {
        let short = ShortIDs(["7q4m2k9x1c3z", "7q4m2k0000zz", "0n9xb27wch3v"])
        #expect(short["7q4m2k9x1c3z"] == "7q4m2k9")
        #expect(short["7q4m2k0000zz"] == "7q4m2k0")
        #expect(short["0n9xb27wch3v"] == "0n9x")
    }

    @Test func idsThatSortByTimeAreToldByTheirEnd() {
        let short = ShortIDs(["01m82ssmd7mpg8pm19pg124qyw", "01m82ssmd7mpg8pm19pg12aqyw", "01m82ssmd70000000000000abc"])
        #expect(short["01m82ssmd7mpg8pm19pg124qyw"] == "4qyw")
        #expect(short["01m82ssmd7mpg8pm19pg12aqyw"] == "aqyw")
        #expect(short["01m82ssmd70000000000000abc"] == "0abc")
    }

    @Test func idsOfTransfersAndImportsAreToldByTheirEnd() {
        let short = ShortIDs(["t01k0vt04h70s", "t01k0vsxrdxas", "t01k0vsyrdxas", "i01k0vsxrdxas", "t304"])
        #expect(short["t01k0vt04h70s"] == "h70s")
        #expect(short["t01k0vsxrdxas"] == "t01k0vsxrdxas" && short["i01k0vsxrdxas"] == "i01k0vsxrdxas")
        #expect(short["t01k0vsyrdxas"] == "yrdxas" && short["t304"] == "t304")
        #expect(ShortIDs.isOfRecord("t01k0vt04h70s", "t") && ShortIDs.isOfRecord("t304", "t"))
        #expect(!ShortIDs.isOfRecord("h70s", "t") && !ShortIDs.isOfRecord("t", "t"))
        #expect(!ShortIDs.isOfRecord("i01k0vt04h70s", "t") && !ShortIDs.isOfRecord("t11k0vt04h70s", "t"))
    }

    @Test func namesCodesAndNumbersStayWhole() {
        let ids = ["t304", "kinopoisk", "RU000A0JW126", "own-7q4m2k9x1c3z"]
        let short = ShortIDs(ids)
        for id in ids { #expect(short[id] == id) }
        #expect(short["7q4m2k9x1c3z"] == "7q4m2k9x1c3z", "not in the list")
    }

    @Test func aPageKeepsTwoMoreForWhatItDoesNotShow() {
        #expect(ShortIDs(["7q4m2k9x1c3z"], isPage: true)["7q4m2k9x1c3z"] == "7q4m2k")
    }

    @Test func everyShortFormBelongsToOneID() {
        let ids = (0..<3000).map { _ in Identifier.random(length: 12) }
        let short = ShortIDs(ids)
        #expect(Set(ids.map { short[$0] }).count == Set(ids).count)
        for id in ids.prefix(50) where short[id] != id {
            #expect(ids.filter { $0.hasPrefix(short[id]) } == [id])
        }
    }
}
