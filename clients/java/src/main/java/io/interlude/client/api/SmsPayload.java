package io.interlude.client.api;

/// A text message, disclosure included.
///
/// @param segments messages that it is sent as, at least 1
public record SmsPayload(String text, int segments) {}
