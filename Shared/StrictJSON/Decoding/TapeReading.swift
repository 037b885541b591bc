import Reasons

/// The state of one call of ``JSONNode/decode(_:ignoringMember:)``, shared by all its decoders and containers.
///
/// The index of a value on the tape determines its path, so decoding records no path. Only the decoding thread uses it.
final class TapeReading {
    let document: JSONDocument
    let root: Int
    /// The index of the ignored member's name; 0 for none.
    let ignoredName: Int
    /// The first index to try for the next member: types usually decode members in the order in which they are sent.
    private var expectedName = 0
    /// The object that contains `expectedName`.
    private var expectedIn = -1
    /// True when the current type has asked for its members. A type without members never does.
    private var isLookedAt = false

    init(document: JSONDocument, root: Int, ignoredName: Int) {
        self.document = document
        self.root = root
        self.ignoredName = ignoredName
    }

    func node(at index: Int) -> JSONNode {
        JSONNode(document: document, index: index, root: root, ignoredName: ignoredName)
    }

    /// Returns the tape index of a member's value.
    func member(_ name: String, of object: Int) -> Int? {
        var name = name
        return name.withUTF8 { wanted in
            if expectedIn == object, expectedName < Int(document.entries[object].next),
                document.text(at: expectedName, equals: wanted)
            {
                return found(expectedName + 1, in: object)
            }
            return document.value(named: wanted, in: object).map { found($0, in: object) }
        }
    }

    @inline(__always)
    private func found(_ value: Int, in object: Int) -> Int {
        expectedIn = object
        expectedName = Int(document.entries[value].next)
        return value
    }

    func value<Value: Decodable>(_ type: Value.Type, at index: Int) throws -> Value {
        let (expectedName, expectedIn, isLookedAt) = (expectedName, expectedIn, isLookedAt)
        self.isLookedAt = false
        do {
            let value = try Value(from: TapeDecoder(reading: self, index: index))
            if !self.isLookedAt { try refuseMembers(of: index) }
            (self.expectedName, self.expectedIn, self.isLookedAt) = (expectedName, expectedIn, isLookedAt)
            return value
        } catch let error as JSONDecodingError {
            throw error
        } catch {
            throw translate(error, of: type, at: index)
        }
    }

    /// Records that the current type has inspected its value.
    func lookAt() { isLookedAt = true }

    /// Rejects members of an object that its type did not inspect, except the ignored one.
    private func refuseMembers(of object: Int) throws {
        for member in node(at: object).members {
            throw failure(.isUnknownField, at: member.node.index)
        }
    }

    func string(at index: Int) throws -> String {
        guard document.entries[index].kind == .string else {
            throw failure(.mustBeString, at: index)
        }
        return document.text(at: index)
    }

    func bool(at index: Int) throws -> Bool {
        switch document.entries[index].kind {
        case .true: return true
        case .false: return false
        default: throw failure(.mustBeBoolean, at: index)
        }
    }

    func double(at index: Int) throws -> Double {
        guard let value = document.double(at: index) else {
            throw failure(.mustBeNumber, at: index)
        }
        return value
    }

    func float(at index: Int) throws -> Float {
        let value = Float(try double(at: index))
        guard value.isFinite else { throw failure(.mustBeNumber, at: index) }
        return value
    }

    func integer<Integer: FixedWidthInteger>(at index: Int) throws -> Integer {
        guard let value: Integer = document.integer(at: index) else {
            throw failure(.mustBeInteger(Integer.self), at: index)
        }
        return value
    }

    func isNull(at index: Int) -> Bool { document.entries[index].kind == .null }
}
