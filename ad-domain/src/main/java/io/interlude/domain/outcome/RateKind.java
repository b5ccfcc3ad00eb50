package io.interlude.domain.outcome;

/// An event whose rate per fetch is predicted.
public enum RateKind {
    /// A unique valid click.
    CLICK(0.05),
    /// A conversion that counts.
    CONVERSION(0.01),
    /// The first engagement with a fetch.
    ENGAGEMENT(0.1);

    private final double beforeEvidence;

    RateKind(double beforeEvidence) {
        this.beforeEvidence = beforeEvidence;
    }

    /// Rate that is taken for an org without any evidence.
    public double beforeEvidence() {
        return beforeEvidence;
    }
}
