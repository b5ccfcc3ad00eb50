package io.interlude.domain.catalogue;

import io.interlude.domain.identity.ApplicationId;
import org.jspecify.annotations.Nullable;

/// A publisher's application, and the code of the ad unit that a fetch without one fills.
public record Application(ApplicationId id, String name, @Nullable String defaultAdUnit) {}
