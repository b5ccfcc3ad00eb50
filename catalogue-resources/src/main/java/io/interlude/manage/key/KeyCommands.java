package io.interlude.manage.key;

import io.interlude.manage.resource.CatalogueChanges;
import io.interlude.manage.resource.CatalogueChanges.Decision;
import io.interlude.manage.resource.Editor;
import io.interlude.manage.resource.EntityTag;
import io.interlude.manage.resource.Envelope;
import io.interlude.manage.resource.ResourceCommands;
import io.interlude.manage.resource.ResourceCommands.Written;
import io.interlude.manage.resource.Stored;
import io.interlude.manage.validation.Warnings;
import io.interlude.schema.ApiKeyChanged;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// Gives keys new secrets.
public final class KeyCommands {
    private final CatalogueChanges changes;
    private final Keys keys;
    private final InstantSource clock;

    public KeyCommands(CatalogueChanges changes, Keys keys, InstantSource clock) {
        this.changes = changes;
        this.keys = keys;
        this.clock = clock;
    }

    /// Gives a key a new secret, and lets the one before go on for a while.
    ///
    /// @param overlap how long; zero ends it now
    CompletableFuture<Written<ApiKeyChanged>> rotate(
            Editor editor, String id, Optional<EntityTag> condition, Duration overlap) {
        return changes.change(
                editor.orgId(),
                live -> {
                    ApiKeyChanged before = ResourceCommands.require(keys, id, live);
                    condition.ifPresent(tag -> tag.refuseUnless(before.getVersion()));
                    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
                    ApiKeyChanged value = Envelope.copy(before, keys.blank());
                    Envelope.stamp(value, editor, id, before.getVersion() + 1, now);
                    Map<String, String> shownOnce = keys.rotate(value, now, overlap);
                    return new Decision<>(
                            List.of(Stored.entry(keys, editor, value)),
                            new Written<>(value, shownOnce, Warnings.NONE));
                });
    }
}
