package io.interlude.web.limits;

import static java.util.Objects.requireNonNull;

import java.util.Locale;

/// The one that a request's share of the process is counted for.
///
/// @param org id of the org; empty for requests that no key allows
public record Owner(Kind kind, String org) {
    /// All requests that no key allows, together.
    public static final Owner STRANGERS = new Owner(Kind.STRANGERS, "");

    public Owner {
        requireNonNull(kind, "kind is null");
        requireNonNull(org, "org is null");
    }

    /// All of an org.
    public static Owner org(String org) {
        return new Owner(Kind.ORG, org);
    }

    /// The publisher tags of an org: they stand in public pages, so anybody may use them. What they
    /// hold counts for the org too.
    public static Owner tags(String org) {
        return new Owner(Kind.TAGS, org);
    }

    boolean isPartOfOrg() {
        return kind == Kind.TAGS;
    }

    /// Kinds of owners, and how many times what is free one of them may hold.
    public enum Kind {
        /// At most three quarters of a pool.
        ORG(3),
        /// At most a third.
        TAGS(0.5),
        /// At most a fifth.
        STRANGERS(0.25);

        private final double timesFree;

        Kind(double timesFree) {
            this.timesFree = timesFree;
        }

        double timesFree() {
            return timesFree;
        }

        /// The kind's name in metrics.
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
