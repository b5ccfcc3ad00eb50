package io.interlude.domain.matching;

/// How far the message of a fetch came.
public enum DeliveryStep {
    SEND,
    DELIVER,
    READ
}
