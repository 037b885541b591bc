// swift-tools-version: 6.2
import PackageDescription

let kit: [Target.Dependency] = [.product(name: "KopilkaKit", package: "kopilka")]

let package = Package(
    name: "weather",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "weather", targets: ["Weather"])],
    dependencies: [.package(name: "kopilka", path: "../../..")],
    targets: [
        .executableTarget(name: "Weather", dependencies: kit),
        .testTarget(name: "WeatherTests", dependencies: ["Weather"] + kit),
    ]
)
