package io.interlude.agent;

import io.interlude.web.limits.Place;

/// The caller of a tool: every request that the tool makes is the caller's own.
///
/// @param key the API key that came with the call
/// @param orgId whose key it is
/// @param place what the call's memory is counted by
public record ApiCaller(String key, String orgId, Place place) {
    @Override
    public String toString() {
        return "ApiCaller[redacted]";
    }
}
