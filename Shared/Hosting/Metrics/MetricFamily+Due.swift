extension MetricFamily {
    /// The family of everything that is due and not paid yet. Several services have a part of it, told by the label
    /// `kind`.
    public static func dueUnpaid(_ samples: [MetricSample]) -> MetricFamily {
        MetricFamily(.gauge, "due_unpaid", "What is due and not paid yet, by its kind.", samples)
    }

    /// The family of how long the oldest of it has been due.
    public static func dueUnpaidAge(_ samples: [MetricSample]) -> MetricFamily {
        MetricFamily(
            .gauge, "due_unpaid_seconds", unit: "seconds",
            "The time since the oldest of it became due, by its kind; 0 without any.", samples)
    }
}
