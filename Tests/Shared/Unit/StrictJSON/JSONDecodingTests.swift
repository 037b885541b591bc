import Reasons
import StrictJSON
import Testing

@Suite struct JSONDecodingTests {
    enum Color: String, Codable, CaseIterable { case red, green }
    enum Hidden: String, Codable { case one }
    struct Amount: Codable, Equatable {
        var amount: String
        var currency: String
    }
    struct Transfer: Codable, Equatable {
        var from: String
        var to: String
        var amount: Amount
        var description: String?
    }
    struct Transfers: Codable, Equatable {
        var transfers: [Transfer]
        var atomic: Bool?
    }
    struct Numbers: Codable, Equatable {
        var byte: UInt8?
        var short: Int16?
        var int: Int?
        var big: UInt64?
        var double: Double?
        var float: Float?
    }
    struct Mixed: Codable, Equatable {
        var color: Color?
        var hidden: Hidden?
        var map: [String: [Int]]?
        var matrix: [[Int?]]?
        var set: Set<String>?
        var positive: Positive?
    }
    struct Positive: Codable, Equatable {
        var value: Int
        init(from decoder: any Decoder) throws {
            value = try decoder.singleValueContainer().decode(Int.self)
            guard value > 0 else {
                throw DecodingError.refused(.mustBePositive, at: decoder.codingPath)
            }
        }
    }

    private func failure<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> String? {
        do {
            _ = try JSONDocument(text: text).root.decode(type)
            return nil
        } catch let error as JSONDecodingError {
            return error.description
        }
    }

    private let money = #"{"amount":"1.00","currency":"RUB"}"#

    @Test func structsAreReadInWhateverOrder() throws {
        let wanted = Transfer(from: "a", to: "b\n", amount: Amount(amount: "1.00", currency: "RUB"), description: nil)
        for text in [
            #"{"from":"a","to":"b\n","amount":\#(money)}"#,
            #"{"amount":{"currency":"RUB","amount":"1.00"},"to":"b\n","description":null,"from":"a"}"#,
            #"{"to":"b\n","fr\u006fm":"a","amount":\#(money)}"#,
        ] {
            #expect(try JSONDocument(text: text).root.decode(Transfer.self) == wanted)
        }
    }

    @Test func listsAreRead() throws {
        let item = #"{"from":"a","to":"b","amount":\#(money),"description":"x"}"#
        let list = try JSONDocument(text: #"{"transfers":[\#(item),\#(item)],"atomic":true}"#).root.decode(
            Transfers.self)
        #expect(list.transfers.count == 2 && list.transfers[1].description == "x" && list.atomic == true)
    }

    @Test func faultsNameThePlaceAndTheRule() throws {
        let item = #"{"from":"a","to":"b","amount":\#(money)}"#
        func list(_ second: String) -> String { #"{"transfers":[\#(item),\#(second)]}"# }
        #expect(try failure(Transfers.self, "[]") == "the value must be an object")
        #expect(try failure(Transfers.self, "{}") == "transfers is required")
        #expect(try failure(Transfers.self, #"{"transfers":{}}"#) == "transfers must be an array")
        #expect(try failure(Transfers.self, #"{"transfers":null}"#) == "transfers must be an array")
        #expect(try failure(Transfers.self, list("1")) == "transfers[1] must be an object")
        #expect(
            try failure(Transfers.self, list(#"{"from":1,"to":"b","amount":\#(money)}"#))
                == "transfers[1].from must be a string")
        #expect(try failure(Transfers.self, list(#"{"to":"b","amount":\#(money)}"#)) == "transfers[1].from is required")
        #expect(
            try failure(Transfers.self, list(#"{"from":"a","to":"b","amount":{"amount":"1"}}"#))
                == "transfers[1].amount.currency is required")
        #expect(
            try failure(Transfers.self, list(#"{"from":"a","to":"b","amount":{"amount":"1","currency":"RUB","x":0}}"#))
                == "transfers[1].amount.x is not a known field")
        #expect(try failure(Transfers.self, #"{"transfers":[],"atomic":0}"#) == "atomic must be true or false")
    }

    @Test func aTypeWithoutMembersRefusesAllThereAre() throws {
        struct Nothing: Codable {}
        struct Holder: Codable {
            var inside: Nothing
            var after: Int
        }
        #expect(try failure(Nothing.self, #"{"a":1}"#)?.hasPrefix("a ") == true)
        #expect(try failure(Nothing.self, "{}") == nil)
        let meta = try JSONDocument(text: #"{"_meta":{"a":1}}"#).root
        _ = try meta.decode(Nothing.self, ignoringMember: "_meta")
        #expect(try failure(Holder.self, #"{"inside":{"_meta":1},"after":1}"#)?.hasPrefix("inside._meta ") == true)
        #expect(try failure(Holder.self, #"{"inside":{},"after":1}"#) == nil)
        #expect(try failure([Nothing].self, #"[{},{"b":[]}]"#)?.hasPrefix("[1].b ") == true)
    }

    @Test func longNamesOfOthersAreCut() throws {
        let name = String(repeating: "я", count: 1000)
        let text = try failure(Transfers.self, #"{"\#(name)":1}"#)
        #expect(text == String(repeating: "я", count: 64) + "… is not a known field")
    }

    @Test func onlyTheTopObjectMayCarryIgnoredMembers() throws {
        let text = #"{"_meta":{"any":[1]},"amount":"1","currency":"RUB"}"#
        let root = try JSONDocument(text: text).root
        #expect(try root.decode(Amount.self, ignoringMember: "_meta").currency == "RUB")
        #expect(throws: JSONDecodingError(path: "_meta", Refusal(.isUnknownField))) { try root.decode(Amount.self) }
        let nested = try JSONDocument(text: #"{"from":"a","to":"b","amount":\#(text)}"#).root
        #expect(throws: JSONDecodingError(path: "amount._meta", Refusal(.isUnknownField))) {
            try nested.decode(Transfer.self, ignoringMember: "_meta")
        }
    }

    @Test func pathsStartAtTheDecodedNode() throws {
        let params = try #require(try JSONDocument(text: #"{"id":1,"params":{"amount":1}}"#).root.member("params"))
        #expect(throws: JSONDecodingError(path: "amount", Refusal(.mustBeString))) { try params.decode(Amount.self) }
        #expect(throws: JSONDecodingError(path: "params.amount", Refusal(.mustBeNull))) {
            throw try #require(params.member("amount")).failure(.mustBeNull)
        }
        #expect(throws: JSONDecodingError(path: "amount", Refusal(.mustBeNull))) {
            throw try #require(params.asRoot.member("amount")).failure(.mustBeNull)
        }
    }

    @Test func numbersKeepTheirRange() throws {
        let text = #"{"byte":255,"short":-32768,"int":-1,"big":18446744073709551615,"double":1e-3,"float":0.5}"#
        let wanted = Numbers(byte: 255, short: -32768, int: -1, big: .max, double: 0.001, float: 0.5)
        #expect(try JSONDocument(text: text).root.decode(Numbers.self) == wanted)
        #expect(try failure(Numbers.self, #"{"byte":256}"#) == "byte must be a whole number from 0 to 255")
        #expect(try failure(Numbers.self, #"{"short":1.0}"#) == "short must be a whole number from -32768 to 32767")
        #expect(try failure(Numbers.self, #"{"int":1e3}"#)?.hasPrefix("int must be a whole number from -9223") == true)
        #expect(try failure(Numbers.self, #"{"double":1e400}"#) == "double must be a number")
        #expect(try failure(Numbers.self, #"{"float":1e300}"#) == "float must be a number")
        #expect(try failure(Numbers.self, #"{"double":"1"}"#) == "double must be a number")
    }

    @Test func enumerationsDictionariesAndOwnChecksWork() throws {
        let text = #"{"color":"green","map":{"a":[1],"b":[]},"matrix":[[1,null],[]],"set":["x","y"],"positive":3}"#
        let mixed = try JSONDocument(text: text).root.decode(Mixed.self)
        #expect(mixed.color == .green && mixed.map == ["a": [1], "b": []] && mixed.matrix == [[1, nil], []])
        #expect(mixed.set == ["x", "y"] && mixed.positive?.value == 3 && mixed.hidden == nil)
        #expect(try failure(Mixed.self, #"{"color":"blue"}"#) == "color must be one of red, green")
        #expect(try failure(Mixed.self, #"{"color":1}"#) == "color must be a string")
        #expect(try failure(Mixed.self, #"{"hidden":"secret"}"#) == "hidden is not one of the known values")
        #expect(try failure(Mixed.self, #"{"map":{"a":[1,"x"]}}"#)?.hasPrefix("map.a[1] must be a whole") == true)
        #expect(try failure(Mixed.self, #"{"positive":0}"#) == "positive must be positive")
    }

    @Test func topLevelScalarsAreRead() throws {
        #expect(try JSONDocument(text: "7").root.decode(Int.self) == 7)
        #expect(try JSONDocument(text: "null").root.decode(Int?.self) == nil)
        #expect(try JSONDocument(text: "[1,2]").root.decode() == [1, 2])
        #expect(try JSONDocument(text: #"{"1":"a","2":"b"}"#).root.decode([Int: String].self) == [1: "a", 2: "b"])
    }
}

extension Reason {
    fileprivate static let mustBePositive = rule("mustBePositive", "must be positive", "нужно больше нуля")
}
