extension Currency {
    /// The usual sign of this currency, `₽` or `$`; nil where people write the code. Several currencies share a sign:
    /// see ``ownSymbol``.
    ///
    /// - Source: Unicode CLDR 46, narrow currency symbols; for those without one, the symbol of the currency's country.
    public var symbol: String? { Self.symbols[code] }

    /// The sign, if it means only this currency to readers of Russian; nil where the code has to be written.
    ///
    /// - Source: Unicode CLDR 46, currency symbols of `ru`, without those that two currencies share.
    public var ownSymbol: String? { Self.distinct.contains(code) ? symbol : nil }

    /// Creates the currency whose ``ownSymbol`` this is.
    public init?(ownSymbol: some StringProtocol) {
        guard !ownSymbol.isEmpty, let code = Self.distinct.first(where: { Self.symbols[$0] ?? "" == ownSymbol }) else {
            return nil
        }
        self.init(code: code)
    }

    private static let distinct = [
        "RUB", "USD", "EUR", "GBP", "KZT", "UAH", "INR", "ILS", "KRW", "VND", "GEL", "TRY", "AMD",
    ]

    private static let symbols: [String: String] = Dictionary(
        uniqueKeysWithValues: lines.split { $0 == " " || $0 == "\n" }.compactMap { entry in
            let parts = entry.split(separator: "=", maxSplits: 1)
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        })

    private static let lines = """
        AED=د.إ AFN=؋ ALL=L AMD=֏ AOA=Kz ARS=$ AUD=$ AWG=ƒ AZN=₼ BAM=KM BBD=$ BDT=৳ BGN=лв BHD=د.ب BIF=Fr
        BMD=$ BND=$ BOB=Bs BRL=R$ BSD=$ BTN=Nu. BWP=P BYN=Br BZD=$ CAD=$ CDF=Fr CHF=Fr CLP=$ CNY=¥ COP=$
        CRC=₡ CUP=$ CVE=$ CZK=Kč DJF=Fr DKK=kr DOP=$ DZD=د.ج EGP=£ ERN=Nfk ETB=Br EUR=€ FJD=$ FKP=£ GBP=£
        GEL=₾ GHS=₵ GIP=£ GMD=D GNF=Fr GTQ=Q GYD=$ HKD=$ HNL=L HTG=G HUF=Ft IDR=Rp ILS=₪ INR=₹ IQD=ع.د IRR=﷼
        ISK=kr JMD=$ JOD=د.ا JPY=¥ KES=Sh KGS=с KHR=៛ KMF=Fr KPW=₩ KRW=₩ KWD=د.ك KYD=$ KZT=₸ LAK=₭ LBP=£
        LKR=₨ LRD=$ LSL=L LYD=ل.د MAD=د.م. MDL=L MGA=Ar MKD=ден MMK=K MNT=₮ MOP=P MRU=UM MUR=₨ MVR=Rf MWK=K
        MXN=$ MYR=RM MZN=MT NAD=$ NGN=₦ NIO=C$ NOK=kr NPR=₨ NZD=$ OMR=﷼ PAB=B/. PEN=S/ PGK=K PHP=₱ PKR=₨
        PLN=zł PYG=₲ QAR=﷼ RON=lei RSD=дин. RUB=₽ RWF=Fr SAR=﷼ SBD=$ SCR=₨ SDG=£ SEK=kr SGD=$ SHP=£ SLE=Le
        SOS=Sh SRD=$ SSP=£ STN=Db SYP=£ SZL=E THB=฿ TJS=SM TMT=m TND=د.ت TOP=T$ TRY=₺ TTD=$ TWD=$ TZS=Sh
        UAH=₴ UGX=Sh USD=$ UYU=$ UZS=soʻm VES=Bs VND=₫ VUV=Vt WST=T XAF=Fr XCD=$ XCG=ƒ XOF=Fr XPF=₣ YER=﷼
        ZAR=R ZMW=K
        """
}
