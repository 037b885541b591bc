import Reasons

extension Reason {
    /// A member without default is absent.
    public static let isRequired = rule("isRequired", "is required", "нужно указать")
    /// A member that the type does not have.
    public static let isUnknownField = rule("isUnknownField", "is not a known field", "такого поля нет")
    /// Another kind than an object.
    public static let mustBeObject = rule("mustBeObject", "must be an object", "нужен объект")
    /// Another kind than an array.
    public static let mustBeArray = rule("mustBeArray", "must be an array", "нужен список")
    /// Another kind than a string.
    public static let mustBeString = rule("mustBeString", "must be a string", "нужен текст")
    /// Another kind than a number, or beyond the largest double.
    public static let mustBeNumber = rule("mustBeNumber", "must be a number", "нужно число")
    /// Neither `true` nor `false`.
    public static let mustBeBoolean = rule("mustBeBoolean", "must be true or false", "нужно true или false")
    /// Another kind than null.
    public static let mustBeNull = rule("mustBeNull", "must be null", "нужно null")
    /// An array that ends before the type has read all it needs.
    public static let hasTooFewElements = rule("hasTooFewElements", "has too few elements", "слишком мало элементов")
    /// Not a number, not whole, or out of range.
    public static let mustBeInteger = rule(
        "mustBeInteger", "must be a whole number from {least} to {most}", "нужно целое число от {least} до {most}")
    /// A value that an enumeration does not have.
    public static let mustBeOne = rule("mustBeOne", "must be one of {values}", "одно из: {values}")
    /// A raw value that the type does not have.
    public static let isUnknownValue = rule(
        "isUnknownValue", "is not one of the known values", "такого значения нет")
    /// The type refused the value and did not say why.
    public static let isUnreadable = rule("isUnreadable", "cannot be read", "не читается")

    /// The reasons of this module.
    public static let json: [Reason] =
        [
            isRequired, isUnknownField, mustBeObject, mustBeArray, mustBeString, mustBeNumber, mustBeBoolean,
            mustBeNull, hasTooFewElements, mustBeInteger, mustBeOne, isUnknownValue, isUnreadable,
        ] + JSONSyntaxError.Reason.allCases.map(\.phrase)
}
