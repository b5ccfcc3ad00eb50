package io.interlude.report.mcp;

import io.interlude.web.limits.Place;

/// The caller of a tool: every request that the tool makes is the caller's own.
///
/// @param key the API key that came with the call
/// @param place what the call's memory is counted by
record ApiCaller(String key, Place place) {
    @Override
    public String toString() {
        return "ApiCaller[redacted]";
    }
}
