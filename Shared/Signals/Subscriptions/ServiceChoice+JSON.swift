import StrictJSON

extension SubscriptionsSignal.ServiceChoice: Codable, JSONSchemaDescribed {
    private enum CodingKeys: String, CodingKey {
        case title, color
    }

    /// Reads `"netflix"` or `{"title": "Gym", "color": "#40a0c0"}`.
    public init(from decoder: any Decoder) throws {
        if let id = try? decoder.singleValueContainer().decode(String.self) {
            self = .known(id)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self = .own(
            title: try container.decode(String.self, forKey: .title),
            color: try container.decodeIfPresent(String.self, forKey: .color))
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .known(let id):
            var container = encoder.singleValueContainer()
            try container.encode(id)
        case .own(let title, let color):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(title, forKey: .title)
            try container.encodeIfPresent(color, forKey: .color)
        }
    }

    /// An id, or an object with a title.
    public static var jsonSchema: JSONSchema {
        JSONSchema(
            .oneOf([
                .string(description: "An id of the catalogue.", examples: ["netflix"]),
                JSONSchema(
                    .object(fields: [
                        JSONSchema.Field("title", .string(description: "What it is called.", examples: ["Gym"])),
                        JSONSchema.Field(
                            "color", .string(description: "Its colour.", examples: ["#40a0c0"]), isRequired: false),
                    ])),
            ]), examples: [#""netflix""#])
    }
}
