package io.interlude.domain.rotation;

/// The way in which a line item chooses among its creatives.
public enum RotationMode {
    /// Creatives with more engagement are served more often; each keeps a share of exploration.
    ADAPTIVE,
    /// In order of position, per subscriber where there is one.
    SEQUENTIAL,
    /// At random by creative weight.
    WEIGHTED
}
