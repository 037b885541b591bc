import Domain

/// The signs that currencies are written with.
package enum CurrencySymbols {
    /// The sign of a currency; its code where it has none of its own.
    package static func symbol(of currency: Currency) -> String { table[currency.code] ?? currency.code }

    private static let table: [String: String] = Dictionary(
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
