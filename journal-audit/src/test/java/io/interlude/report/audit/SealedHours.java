package io.interlude.report.audit;

import io.interlude.report.fixture.AuditedEvents;
import io.interlude.schema.HourSealed;
import java.util.ArrayList;
import java.util.List;

/// Manifests in a list, each of which is signed with the word `genuine`.
public final class SealedHours {
    static final String GENUINE = "genuine";

    private final List<HourSealed> manifests = new ArrayList<>();

    /// A manifest of the hour of [AuditedEvents#AT], the first of partition 0, whose hash fits
    /// nothing.
    public static HourSealed anHour(String topic, long first, long last) {
        return HourSealed.newBuilder()
                .setTopic(topic)
                .setPartition(0)
                .setHour(AuditedEvents.AT)
                .setFirstOffset(first)
                .setLastOffset(last)
                .setCount(last - first + 1)
                .setPreviousHash("0".repeat(64))
                .setHash("ab".repeat(32))
                .setRangeSalt("")
                .setSealedAt(AuditedEvents.AT.plusSeconds(3_660))
                .setKeyId("k")
                .setSignature(GENUINE)
                .build();
    }

    public void add(HourSealed manifest) {
        manifests.add(manifest);
    }

    public ManifestCheck check() {
        return ManifestCheck.of(manifests::forEach, (_, _, signature) -> signature.equals(GENUINE));
    }
}
