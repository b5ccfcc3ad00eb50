package io.interlude.domain.matching;

/// The delivery progress of a fetch's message.
public enum DeliveryStep {
    SEND,
    DELIVER,
    READ
}
