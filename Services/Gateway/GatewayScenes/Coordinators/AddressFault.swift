/// The reason why there is no scene at an address.
package enum AddressFault: Error, Hashable {
    /// The address names something that is not there, or not this person's.
    case nothingThere
}
