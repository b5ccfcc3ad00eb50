package io.interlude.client.api;

/// Money.
///
/// @param amount a decimal, such as `4.50`
/// @param currency ISO 4217, such as `EUR`
public record Amount(String amount, String currency) {}
