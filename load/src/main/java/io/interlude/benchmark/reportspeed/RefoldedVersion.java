package io.interlude.benchmark.reportspeed;

import io.interlude.benchmark.load.BenchOrg;
import io.interlude.benchmark.load.floor.RawConnection;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.schema.client.SchemaRegistryClient;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A version of attribution over events that were written to the journal before. Each ad of them
/// was clicked and converted, half of them later than the version allows.
final class RefoldedVersion {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration COUNTED_WITHIN = Duration.ofMinutes(20);
    private static final Duration FOLDED_WITHIN = Duration.ofMinutes(5);
    private static final long POLL_NANOS = 50_000_000;
    private static final double MILLIS_IN_SECOND = 1_000;

    private final RunningProduct product;
    private final BenchOrg.Made org;
    private final int ads;
    private final Instant from;

    private RefoldedVersion(RunningProduct product, BenchOrg.Made org, int ads, Instant from) {
        this.product = product;
        this.org = org;
        this.ads = ads;
        this.from = from;
    }

    /// Writes so many events, and waits until the booked numbers count them.
    static RefoldedVersion write(RunningProduct product, BenchOrg.Made org, int events)
            throws IOException {
        ConvertedAds ads = new ConvertedAds(org.orgId(), events);
        RefoldedVersion version = new RefoldedVersion(product, org, ads.count(), ads.from());
        try (RawConnection connection = new RawConnection(product.url())) {
            version.call(
                    connection,
                    "POST",
                    "/v1/manage/conversion-goals",
                    """
                    {"id": "%1$s", "name": "Purchase", "match": {"names": ["%1$s"]}}\
                    """
                            .formatted(ConvertedAds.GOAL));
            try (SchemaRegistryClient registry = product.registry()) {
                ads.write(product.brokers(), new KafkaClients(product.brokers(), registry));
            }
            version.awaitBooked(connection);
        }
        return version;
    }

    private void awaitBooked(RawConnection connection) throws IOException {
        long endNanos = System.nanoTime() + COUNTED_WITHIN.toNanos();
        while (conversions(connection, "") < ads) {
            if (System.nanoTime() > endNanos) {
                throw new IllegalStateException("counted only " + conversions(connection, ""));
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private int conversions(RawConnection connection, String more) throws IOException {
        return call(
                        connection,
                        "GET",
                        "/v1/reports?granularity=total&metrics=conversions&from=" + from + more,
                        "")
                .at("/rows/0/conversions")
                .asInt();
    }

    /// Begins the version and answers, once it is current, how long that took and its numbers.
    String fold() {
        try (RawConnection connection = new RawConnection(product.url())) {
            long startNanos = System.nanoTime();
            call(
                    connection,
                    "POST",
                    "/v1/attributions",
                    """
                    {"id": "narrow", "name": "Narrow", "overrides": {"%s": {"clickWindow": "%s"}}}\
                    """
                            .formatted(ConvertedAds.GOAL, ConvertedAds.NARROW));
            String status = "running";
            while (status.equals("running")) {
                if (System.nanoTime() - startNanos > FOLDED_WITHIN.toNanos()) {
                    throw new IllegalStateException("it is not folded");
                }
                LockSupport.parkNanos(POLL_NANOS);
                status =
                        call(connection, "GET", "/v1/attributions/narrow", "")
                                .path("status")
                                .asString();
            }
            double took = (System.nanoTime() - startNanos) / 1e6 / MILLIS_IN_SECOND;
            return "%,d events refolded, %s after %.1f s: %,d conversions of %,d"
                    .formatted(
                            ads * ConvertedAds.EVENTS_OF_AD,
                            status,
                            took,
                            conversions(connection, "&attribution=narrow"),
                            conversions(connection, ""));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private JsonNode call(RawConnection connection, String method, String path, String body)
            throws IOException {
        RawConnection.Answer answer =
                connection.exchange(
                        RawConnection.request(
                                method,
                                product.url(),
                                path,
                                product.authorization(org.managementKey()),
                                body));
        if (answer.status() / 100 != 2) {
            throw new IOException(method + " " + path + ": " + answer.body());
        }
        return JSON.readTree(answer.body());
    }
}
