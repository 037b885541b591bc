public enum BondsAssembly { public static func run() async {} }
