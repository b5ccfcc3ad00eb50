package io.interlude.domain.matching;

import io.interlude.domain.digest.Sha256;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Pattern;

/// A key of an advertiser's order where the order counts once: for one goal of an org or, where a
/// line item has no goals, for that line item. The first 128 bits of a SHA-256 hash in base64url,
/// so that the order's own id is kept with its conversions only.
public record OrderKey(String value) implements Comparable<OrderKey> {
    private static final int BYTES = 16;
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{22}");

    /// @throws IllegalArgumentException if it has not the form of a key
    public OrderKey {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("not the key of an order");
        }
    }

    public static OrderKey ofGoal(OrgId orgId, String goalId, String orderId) {
        return of("goal", orgId, goalId, orderId);
    }

    public static OrderKey ofLineItem(OrgId orgId, LineItemId lineItemId, String orderId) {
        return of("lineItem", orgId, lineItemId.value(), orderId);
    }

    /// Each part with its length before it, so that no two lists of parts are the same text.
    private static OrderKey of(String kind, OrgId orgId, String id, String orderId) {
        StringBuilder text = new StringBuilder();
        for (String part : new String[] {kind, orgId.value(), id, orderId}) {
            text.append(part.length()).append(':').append(part);
        }
        byte[] hash = Sha256.of(text.toString());
        return new OrderKey(
                Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, BYTES)));
    }

    @Override
    public int compareTo(OrderKey other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
