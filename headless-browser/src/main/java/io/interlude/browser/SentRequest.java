package io.interlude.browser;

/// A request that a page made.
///
/// @param body what was sent, as text; empty for none
public record SentRequest(String method, String url, String body) {}
