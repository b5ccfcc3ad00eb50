package io.interlude.aggregate.order;

import io.interlude.aggregate.state.ExpiringKeys;
import io.interlude.aggregate.state.IdBytes;
import io.interlude.aggregate.state.StateSerde;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.matching.CountedFetch;
import io.interlude.domain.matching.OrderClaims;
import io.interlude.domain.matching.OrderClaims.Claim;
import io.interlude.domain.matching.OrderKey;
import io.interlude.schema.OrderClaim;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/// The orders of one partition, with the fetches that claim them.
///
/// A claim is known by its order and its fetch. A second entry with its time tells when the order
/// is to be forgotten: once the latest of its claims is old enough.
public final class ClaimedOrders {
    private static final byte CLAIM = 0;
    private static final byte BY_TIME = 1;
    private static final byte[] NOTHING = {};
    private static final String STORE = "reported-orders";
    private static final Serde<OrderClaim> VALUES = StateSerde.of(List.of(OrderClaim.class));

    private final KeyValueStore<Bytes, byte[]> store;
    private final ExpiringKeys byTime;

    ClaimedOrders(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
        byTime = new ExpiringKeys(store, new byte[] {BY_TIME});
    }

    /// What changed of the orders that a fetch claims, for where these are given to one fetch each.
    public static List<OrderClaim> changes(
            FetchId fetchId, CountedFetch before, CountedFetch after) {
        Map<OrderKey, Claim> claimedBefore = claims(fetchId, before);
        Map<OrderKey, Claim> claimedAfter = claims(fetchId, after);
        Set<OrderKey> toldAfter = after.served().ordersElsewhere();
        OrgId orgId = after.served().dimensions().orgId();
        List<OrderClaim> changes = new ArrayList<>();
        claimedBefore.forEach((order, claim) -> {
            if (!claimedAfter.containsKey(order)) {
                boolean told = toldAfter.contains(order);
                Claim last = new Claim(fetchId, claim.claimedAt(), told);
                changes.add(toAvro(orgId, order, last, true));
            }
        });
        claimedAfter.forEach((order, claim) -> {
            if (!claim.equals(claimedBefore.get(order))) {
                changes.add(toAvro(orgId, order, claim, false));
            }
        });
        return changes;
    }

    private static Map<OrderKey, Claim> claims(FetchId fetchId, CountedFetch fetch) {
        Map<OrderKey, Claim> claims = new HashMap<>();
        Set<OrderKey> told = fetch.served().ordersElsewhere();
        fetch.claims()
                .forEach((order, at) ->
                        claims.put(order, new Claim(fetchId, at, told.contains(order))));
        return claims;
    }

    private static OrderClaim toAvro(OrgId orgId, OrderKey order, Claim claim, boolean withdrawn) {
        return new OrderClaim(
                orgId.value(),
                order.value(),
                claim.fetchId().toString(),
                claim.claimedAt(),
                claim.elsewhere(),
                withdrawn);
    }

    /// Applies the claim.
    ///
    /// @return the fetches that have to be told, with what
    /// @throws IllegalArgumentException if it makes no sense
    List<Claim> apply(OrderClaim claim) {
        OrderKey order = new OrderKey(claim.getOrderKey());
        Claim change = claim(claim);
        OrderClaims before = claims(order);
        OrderClaims.Change settled =
                claim.getWithdrawn() ? before.withdrawn(change) : before.with(change);
        Set<Claim> kept = new HashSet<>(before.claims());
        before.claims().stream()
                .map(Claim::fetchId)
                .filter(fetchId -> !settled.after().isOf(fetchId))
                .forEach(fetchId -> store.delete(key(order, fetchId.uuid())));
        OrgId orgId = new OrgId(claim.getOrgId());
        settled.after().claims().stream()
                .filter(each -> !kept.contains(each))
                .forEach(each -> put(orgId, order, each));
        return settled.told();
    }

    private void put(OrgId orgId, OrderKey order, Claim claim) {
        store.put(
                key(order, claim.fetchId().uuid()),
                VALUES.serializer().serialize(STORE, toAvro(orgId, order, claim, false)));
        store.put(byTime(claim.claimedAt(), order), NOTHING);
    }

    private OrderClaims claims(OrderKey order) {
        byte[] id = bytes(order);
        List<Claim> claims = new ArrayList<>();
        Bytes from = key(CLAIM, id, NOTHING);
        Bytes to = key(CLAIM, IdBytes.after(IdBytes.uuid(id)), NOTHING);
        try (KeyValueIterator<Bytes, byte[]> found = store.range(from, to)) {
            while (found.hasNext()) {
                OrderClaim kept = VALUES.deserializer().deserialize(STORE, found.next().value);
                if (kept != null && kept.getOrderKey().equals(order.value())) {
                    claims.add(claim(kept));
                }
            }
        }
        return OrderClaims.of(claims);
    }

    private static Claim claim(OrderClaim claim) {
        FetchId fetchId =
                FetchId.parse(claim.getFetchId())
                        .orElseThrow(() -> new IllegalArgumentException("no fetch id"));
        return new Claim(fetchId, claim.getClaimedAt(), claim.getElsewhere());
    }

    /// Forgets the orders that were last claimed before the time, at most so many.
    void expire(Instant before, int entriesMax) {
        for (Bytes expired : byTime.expire(before, entriesMax)) {
            byte[] id = new byte[IdBytes.UUID_BYTES];
            ByteBuffer.wrap(expired.get()).position(1 + IdBytes.UUID_BYTES).get(id);
            OrderKey order =
                    new OrderKey(Base64.getUrlEncoder().withoutPadding().encodeToString(id));
            List<Claim> claims = claims(order).claims();
            if (claims.stream().allMatch(claim -> claim.claimedAt().isBefore(before))) {
                claims.forEach(claim -> store.delete(key(order, claim.fetchId().uuid())));
            }
        }
    }

    private static byte[] bytes(OrderKey order) {
        return Base64.getUrlDecoder().decode(order.value());
    }

    private static Bytes key(OrderKey order, UUID fetch) {
        return key(CLAIM, bytes(order), IdBytes.of(fetch));
    }

    private static Bytes byTime(Instant at, OrderKey order) {
        return key(BY_TIME, IdBytes.startOf(Math.max(0, at.toEpochMilli())), bytes(order));
    }

    private static Bytes key(byte kind, byte[] first, byte[] second) {
        return Bytes.wrap(
                ByteBuffer.allocate(1 + first.length + second.length)
                        .put(kind)
                        .put(first)
                        .put(second)
                        .array());
    }
}
