package io.interlude.domain.context;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.suitability.SensitiveCategory;
import io.interlude.domain.suitability.Suitability;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The moment of a conversation that an ad is asked for, with what the publisher thinks of such
/// moments.
///
/// @param suitability the publisher's wishes, with every field
/// @param sensitive the publisher's own verdict that no ad is appropriate
/// @param child the publisher's own knowledge that a child is there
public record Moment(
        ContextReading context, Suitability suitability, boolean sensitive, boolean child) {
    /// The category of a moment that the publisher called sensitive.
    public static final String DECLARED = "declared";

    /// The category of a context that could not be read.
    public static final String UNREAD = "unread";

    public Moment {
        requireNonNull(context, "context is null");
        requireNonNull(suitability, "suitability is null");
    }

    /// A moment of which the publisher says nothing.
    public static Moment of(ContextReading context) {
        return new Moment(context, Suitability.DEFAULT, false, false);
    }

    /// The category for which no ad is appropriate; null when one is. Of several categories of a
    /// sensitive moment the strongest.
    public @Nullable String decliningCategory() {
        if (sensitive) {
            return DECLARED;
        }
        if (!(context instanceof ContextReading.Understood understood)) {
            return null;
        }
        if (isUnread() && suitability.unread() == Suitability.Unread.DECLINE) {
            return UNREAD;
        }
        SensitiveCategory category = understood.judgement().category(declining());
        return category == null ? null : category.label();
    }

    /// Where the publisher knows of a child, its own rule is kept in the place of the category's.
    private Set<SensitiveCategory> declining() {
        Set<SensitiveCategory> declining = EnumSet.noneOf(SensitiveCategory.class);
        Set<SensitiveCategory> wished = suitability.decline();
        if (wished != null) {
            declining.addAll(wished);
        }
        if (child) {
            declining.remove(SensitiveCategory.MINOR);
        }
        return declining;
    }

    /// Whether only line items that need no relevance may serve.
    public boolean isForRunOfNetworkOnly() {
        return isUnread() && suitability.unread() == Suitability.Unread.RUN_OF_NETWORK;
    }

    /// Whether the moment carries less of a need than the publisher asks for before a line item may
    /// serve that is ranked by relevance. Never, where no need was judged.
    public boolean lacksNeed() {
        Double need = need();
        Double least = suitability.need();
        return need != null && least != null && need < least;
    }

    /// How likely it carries a need that an ad could answer; null where that was not judged.
    public @Nullable Double need() {
        return context instanceof ContextReading.Understood understood ? understood.need() : null;
    }

    private boolean isUnread() {
        return context instanceof ContextReading.Understood understood
                && understood.text().extent() == TextReading.Extent.NONE;
    }
}
