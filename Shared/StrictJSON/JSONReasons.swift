import Reasons

extension Reason {
    /// A member without a default is absent.
    public static let isRequired = rule("isRequired", "is required", "нужно указать")
    /// The type has no such member.
    public static let isUnknownField = rule("isUnknownField", "is not a known field", "такого поля нет")
    /// The value is not an object.
    public static let mustBeObject = rule("mustBeObject", "must be an object", "нужен объект")
    /// The value is not an array.
    public static let mustBeArray = rule("mustBeArray", "must be an array", "нужен список")
    /// The value is not a string.
    public static let mustBeString = rule("mustBeString", "must be a string", "нужен текст")
    /// The value is not a number, or beyond the largest double.
    public static let mustBeNumber = rule("mustBeNumber", "must be a number", "нужно число")
    /// The value is neither `true` nor `false`.
    public static let mustBeBoolean = rule("mustBeBoolean", "must be true or false", "нужно true или false")
    /// The value is not null.
    public static let mustBeNull = rule("mustBeNull", "must be null", "нужно null")
    /// The array ends before the type has read all that it needs.
    public static let hasTooFewElements = rule("hasTooFewElements", "has too few elements", "слишком мало элементов")
    /// The value is not a number, not whole, or out of range.
    public static let mustBeInteger = rule(
        "mustBeInteger", "must be a whole number from {least} to {most}", "нужно целое число от {least} до {most}")
    /// The value is not a case of the enumeration.
    public static let mustBeOne = rule("mustBeOne", "must be one of {values}", "одно из: {values}")
    /// The type has no such raw value.
    public static let isUnknownValue = rule(
        "isUnknownValue", "is not one of the known values", "такого значения нет")
    /// The type rejected the value without a reason.
    public static let isUnreadable = rule("isUnreadable", "cannot be read", "не читается")

    /// The reasons of this module.
    public static let json: [Reason] =
        [
            isRequired, isUnknownField, mustBeObject, mustBeArray, mustBeString, mustBeNumber, mustBeBoolean,
            mustBeNull, hasTooFewElements, mustBeInteger, mustBeOne, isUnknownValue, isUnreadable,
        ] + JSONSyntaxError.Reason.allCases.map(\.phrase)
}
