package io.interlude.manage.resource;

import io.interlude.schema.CatalogueRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The facts that a kind may use while it reads a resource.
///
/// @param references what exists beside it
/// @param previous the live version that it replaces, if any
/// @param now when the change is made; those of one import differ by a millisecond each, in order
public record Editing<V extends CatalogueRecord>(
        References references, @Nullable V previous, Instant now) {}
