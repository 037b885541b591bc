/// Passwords that many people use, and that are therefore guessed first.
///
/// The list has three parts: the five thousand most frequent passwords of leaks (``RankedPasswords``); some fifteen
/// hundred that are common in Russian, in Europe and in recent years, which that list lacks because it is old and
/// English; and shorter words, alone or with one of the usual suffixes (`dragon` with `123`, `1234`, `2024` ...).
/// - Source: OWASP ASVS 5.0, 6.2.4 requires the 3,000 most common passwords that pass the other rules.
enum CommonPasswords {
    /// True when `password`, in lower case, is common, or one of `names`, with or without a suffix.
    static func contains(_ password: String, names: Set<String> = []) -> Bool {
        if whole.contains(password) || isOneCharacter(password) { return true }
        return tails.contains { tail in
            guard password.hasSuffix(tail) else { return false }
            let stem = String(password.dropLast(tail.count))
            return stems.contains(stem) || whole.contains(stem) || names.contains(stem) || ownWords.contains(stem)
        }
    }

    /// Words associated with the house: its name, its programs and its subject.
    /// - Source: OWASP ASVS 5.0, 6.1.2 and 6.2.11.
    static let ownWords = words(
        """
        kopilka копилка kopilochka копилочка moneybox piggybank kopeck kopeyka копейка ruble rubl рубль money dengi
        деньги bank банк finance finances финансы budget бюджет family семья auth ledger history scanner patterns bonds
        subscriptions notifications gateway
        """)

    /// The number of passwords without suffixes.
    static var count: Int { whole.count }

    /// True for a repeated character such as `aaaaaaaa`, of any length.
    private static func isOneCharacter(_ password: String) -> Bool {
        guard let first = password.first else { return true }
        return password.allSatisfy { $0 == first }
    }

    private static let tails = [
        "", "!", "0", "00", "01", "007", "1", "10", "11", "111", "12", "123", "123!", "1234", "12345", "123456",
        "1234567", "12345678", "123456789", "13", "2", "22", "23", "3", "321", "4321", "69", "7", "77", "777", "88",
        "99", "2018", "2019", "2020", "2021", "2022", "2023", "2024", "2025", "2026",
    ]

    private static let stems = words(
        """
        password passw0rd qwerty admin welcome letmein monkey dragon master shadow michael jordan hunter buster
        soccer tigger charlie summer winter spring autumn secret login hello football baseball princess sunshine
        superman iloveyou love angel lucky ninja killer pepper ginger george thomas robert daniel andrew joshua
        ashley amanda jessica nicole hannah david james john maria anna natasha sergey andrey dmitry ivan olga elena
        samsung google apple computer internet pokemon naruto batman starwars matrix liverpool chelsea arsenal
        barcelona mustang ferrari harley yamaha test user guest root pass abc asdf qwe asd zxc qaz qazwsx zxcvbn
        asdfgh parol privet
        """
    ).union(words(RankedPasswords.short))

    private static let whole = RankedPasswords.long.reduce(
        into: words(CommonPasswordsText.first).union(words(CommonPasswordsText.second))
    ) { $0.formUnion(words($1)) }

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
