package io.interlude.kit.keys;

import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.KeyId;
import io.interlude.domain.identity.OrgId;
import org.jspecify.annotations.Nullable;

/// Whom an API key stands for. Never holds the key itself.
public record Caller(
        OrgId orgId, KeyId keyId, KeyKind kind, @Nullable ApplicationId applicationId) {}
