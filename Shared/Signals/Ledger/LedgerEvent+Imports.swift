import Domain

extension LedgerEvent {
    /// Event `ledger.rowsImported`: rows of a bank's file were booked; comes after the `ledger.transferPosted` of each
    /// row.
    ///
    /// A long file is booked in parts, with one such event after each part. All name one import, and the last has all
    /// rows.
    public struct RowsImported: Codable, Hashable, Sendable {
        /// The owner of the account.
        public let userId: String
        /// The import with all rows so far; its file is not named.
        public let `import`: LedgerSignal.Import

        public init(userId: String, `import`: LedgerSignal.Import) {
            self.userId = userId
            self.import = `import`
        }
    }

    /// Event `ledger.importUndone`: an import was undone; comes after the `ledger.transferPosted` of each reversal.
    public struct ImportUndone: Codable, Hashable, Sendable {
        /// The owner of the account.
        public let userId: String
        /// The import; its file is not named.
        public let `import`: LedgerSignal.Import
        /// How many transfers were reversed, the opening balance included.
        public let reversed: Int

        public init(userId: String, `import`: LedgerSignal.Import, reversed: Int) {
            self.userId = userId
            self.import = `import`
            self.reversed = reversed
        }
    }
}
