package io.interlude.catalogue.snapshot;

import static io.interlude.catalogue.record.CatalogueFixtures.CHANGED_AT;
import static io.interlude.catalogue.record.CatalogueFixtures.aCampaign;
import static io.interlude.catalogue.record.CatalogueFixtures.aCreative;
import static io.interlude.catalogue.record.CatalogueFixtures.aLineItem;
import static io.interlude.catalogue.record.CatalogueFixtures.anAdUnit;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.catalogue.key.ApiKeys;
import io.interlude.catalogue.key.KeyRing;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.schema.ApiKeyChanged;
import io.interlude.schema.CampaignChanged;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.KeyKind;
import io.interlude.schema.OrgChanged;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class CatalogueProjectionTest {
    private static final OrgId ACME = new OrgId("acme");
    private static final OrgId OTHER = new OrgId("other");

    private final KeyRing keyRing = new KeyRing();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private Instant now = CHANGED_AT;
    private final List<Long> told = new ArrayList<>();
    private final List<Long> shownWhenTold = new ArrayList<>();
    private final CatalogueProjection projection =
            new CatalogueProjection(() -> now, keyRing, meters, List.of(this::beforeItShows));
    private final Map<Topic<?>, Long> nextOffset = new HashMap<>();

    private <V extends CatalogueRecord> void arrives(
            Topic<V> topic, long revision, int revisionSize, V value) {
        value.setRevision(revision);
        value.setRevisionSize(revisionSize);
        arrivesAt(topic, nextOffset.merge(topic, 1L, Long::sum), value);
    }

    private void arrivesAt(Topic<?> topic, long offset, CatalogueRecord value) {
        projection.onRecord(
                topic,
                new ConsumerRecord<>(
                        topic.name(),
                        0,
                        offset,
                        CHANGED_AT.toEpochMilli(),
                        TimestampType.CREATE_TIME,
                        0,
                        0,
                        "key",
                        new byte[0],
                        new RecordHeaders(),
                        Optional.empty()),
                value);
    }

    private void batchEnds() {
        projection.onBatchEnd(true);
    }

    private OrgCatalogue acme() {
        return projection.org(ACME).orElseThrow();
    }

    @Test
    void knowsNothingAtFirst() {
        assertThat(projection.org(ACME)).isEmpty();
        assertThat(projection.revision(ACME)).isZero();
        assertThat(projection.all(Topics.CAMPAIGNS, ACME)).isEmpty();
        assertThat(projection.latest(Topics.CAMPAIGNS, ACME, "spring")).isEmpty();
    }

    @Test
    void showsTheRecordsOfOneRevisionTogether() {
        // given
        arrives(Topics.CAMPAIGNS, 1, 3, aCampaign("spring").build());
        arrives(Topics.LINE_ITEMS, 1, 3, aLineItem("shoes", "spring").build());
        batchEnds();
        assertThat(projection.org(ACME)).isEmpty();

        // when
        arrives(Topics.CREATIVES, 1, 3, aCreative("run", "shoes", 1).build());
        batchEnds();

        // then
        Candidate candidate = acme().lineItem(new LineItemId("shoes")).orElseThrow();
        assertThat(candidate.campaign().name()).isEqualTo("Spring");
        assertThat(candidate.creatives()).extracting(CreativeVersion::version).containsExactly(1);
        assertThat(acme().revision()).isEqualTo(1);
        assertThat(projection.revision(ACME)).isEqualTo(1);
    }

    @Test
    void findsWhatComesAfterAnIdInTheOrderOfIds() {
        long revision = 0;
        for (String id : List.of("c", "a", "d", "b")) {
            arrives(Topics.CAMPAIGNS, ++revision, 1, aCampaign(id).build());
        }
        batchEnds();

        for (CatalogueRecords records : List.of(projection, projection.pinned(ACME))) {
            assertThat(records.after(Topics.CAMPAIGNS, ACME, "b").map(CampaignChanged::getId))
                    .containsExactly("c", "d");
            assertThat(records.after(Topics.CAMPAIGNS, ACME, "").limit(1)).hasSize(1);
            assertThat(records.after(Topics.CAMPAIGNS, ACME, "d")).isEmpty();
            assertThat(records.after(Topics.LINE_ITEMS, ACME, "")).isEmpty();
        }
        assertThat(projection.after(Topics.CAMPAIGNS, new OrgId("other"), "")).isEmpty();
    }

    private double bytes() {
        batchEnds();
        double bytes = meters.get("catalogue.bytes").gauge().value();
        assertThat(meters.get("catalogue.largest.bytes").gauge().value()).isEqualTo(bytes);
        return bytes;
    }

    @Test
    void weighsWhatAnOrgHolds() {
        arrives(Topics.CAMPAIGNS, 1, 1, aCampaign("spring").build());
        double one = bytes();
        arrives(
                Topics.CAMPAIGNS,
                2,
                1,
                aCampaign("spring").setArchived(true).setVersion(5).build());
        assertThat(bytes() - one).isEqualTo(4 * RecordWeight.CHANGE_BYTES);
        arrives(Topics.CREATIVES, 3, 1, aCreative("run", "shoes", 1).build());
        double withCreative = bytes();
        arrives(Topics.CREATIVES, 4, 1, aCreative("run", "shoes", 2).build());

        assertThat(one).isGreaterThan(600);
        assertThat(bytes() - withCreative)
                .isEqualTo(withCreative - one - 4 * RecordWeight.CHANGE_BYTES);
    }

    @Test
    void weighsWhatIsMadeOfARecordToo() {
        arrives(Topics.LINE_ITEMS, 1, 1, aLineItem("shoes", "spring").build());
        double plain = bytes();
        String values = "1,".repeat(999) + "1";
        String targeting = "{\"attribute\":\"a\",\"op\":\"in\",\"value\":[" + values + "]}";
        arrives(
                Topics.LINE_ITEMS,
                2,
                1,
                aLineItem("shoes", "spring").setTargetingJson(targeting).build());
        double targeted = bytes();
        arrives(Topics.CAMPAIGNS, 3, 1, aCampaign("spring").setName("春".repeat(50)).build());
        double named = bytes() - targeted;
        arrives(Topics.CAMPAIGNS, 4, 1, aCampaign("spring").setName("x".repeat(50)).build());

        assertThat(targeted - plain).isGreaterThan(1_000 * 60);
        assertThat(targeted + named - bytes()).isEqualTo(50);
    }

    @Test
    void keepsWhatWasPinnedAsItWas() {
        // given
        arrives(Topics.CAMPAIGNS, 1, 1, aCampaign("spring").build());
        batchEnds();
        CatalogueRecords pinned = projection.pinned(ACME);

        // when
        arrives(Topics.CAMPAIGNS, 2, 2, aCampaign("summer").build());
        arrives(Topics.LINE_ITEMS, 2, 2, aLineItem("shoes", "summer").build());
        batchEnds();

        // then
        assertThat(pinned.revision(ACME)).isEqualTo(1);
        assertThat(pinned.all(Topics.CAMPAIGNS, ACME)).hasSize(1);
        assertThat(pinned.latest(Topics.LINE_ITEMS, ACME, "shoes")).isEmpty();
        assertThat(projection.pinned(ACME).all(Topics.CAMPAIGNS, ACME)).hasSize(2);
        assertThat(projection.pinned(ACME).all(Topics.CAMPAIGNS, OTHER)).isEmpty();
    }

    private void beforeItShows(OrgCatalogue snapshot) {
        told.add(snapshot.revision());
        shownWhenTold.add(revisionShown(snapshot.orgId()));
    }

    private long revisionShown(OrgId orgId) {
        return projection.revision(orgId);
    }

    @Test
    void tellsListenersOfEachSnapshotBeforeItShows() {
        arrives(Topics.CAMPAIGNS, 1, 1, aCampaign("spring").build());
        batchEnds();
        arrives(Topics.LINE_ITEMS, 2, 1, aLineItem("shoes", "spring").build());
        batchEnds();

        assertThat(told).containsExactly(1L, 2L);
        assertThat(shownWhenTold).containsExactly(0L, 1L);
    }

    @Test
    void keepsTheRevisionsOfOrgsApart() {
        arrives(Topics.CAMPAIGNS, 1, 2, aCampaign("spring").build());
        arrives(Topics.CAMPAIGNS, 1, 1, aCampaign("autumn").setOrgId("other").build());
        arrives(Topics.AD_UNITS, 2, 1, anAdUnit("home").setOrgId("other").build());
        batchEnds();

        assertThat(projection.org(ACME)).isEmpty();
        assertThat(projection.revision(OTHER)).isEqualTo(2);

        arrives(Topics.AD_UNITS, 1, 2, anAdUnit("home").build());
        batchEnds();
        assertThat(projection.revision(ACME)).isEqualTo(1);
        assertThat(projection.all(Topics.CAMPAIGNS, ACME))
                .extracting(CampaignChanged::getId)
                .containsExactly("spring");
    }

    @Test
    void leavesOldSnapshotsAlone() {
        arrives(Topics.AD_UNITS, 1, 1, anAdUnit("home").build());
        batchEnds();
        OrgCatalogue before = acme();

        arrives(Topics.AD_UNITS, 2, 1, anAdUnit("home").setVersion(2).setArchived(true).build());
        batchEnds();

        assertThat(before.adUnit("home")).isPresent();
        assertThat(acme().adUnit("home")).isEmpty();
    }

    @Test
    void showsArchivedRecordsOnlyAsRecords() {
        arrives(Topics.CAMPAIGNS, 1, 1, aCampaign("spring").build());
        arrives(
                Topics.CAMPAIGNS,
                2,
                1,
                aCampaign("spring").setVersion(2).setArchived(true).build());
        batchEnds();

        assertThat(projection.latest(Topics.CAMPAIGNS, ACME, "spring").orElseThrow().getArchived())
                .isTrue();
        assertThat(projection.all(Topics.CAMPAIGNS, ACME)).hasSize(1);
    }

    @Test
    void keepsEveryVersionOfACreative() {
        // given
        arrives(Topics.CAMPAIGNS, 1, 2, aCampaign("spring").build());
        arrives(Topics.LINE_ITEMS, 1, 2, aLineItem("shoes", "spring").build());
        arrives(Topics.CREATIVES, 2, 1, aCreative("run", "shoes", 1).build());
        arrives(Topics.CREATIVES, 3, 1, aCreative("run", "shoes", 2).build());
        arrives(Topics.CREATIVES, 4, 1, aCreative("run", "shoes", 3).setArchived(true).build());
        batchEnds();

        // then
        CreativeId run = new CreativeId("run");
        assertThat(acme().creative(run)).isEmpty();
        assertThat(projection.latest(Topics.CREATIVES, ACME, "run").orElseThrow().getVersion())
                .isEqualTo(3);
        assertThat(projection.creativeVersion(ACME, run, 1)).isPresent();
        assertThat(projection.creativeVersion(OTHER, run, 1)).isEmpty();
        assertThat(projection.served(ServedCreativeKey.of(ACME, run, 2)).orElseThrow().creative())
                .isEqualTo(projection.creativeVersion(ACME, run, 2).orElseThrow());
        assertThat(projection.served(new ServedCreativeKey(7))).isEmpty();
    }

    @Test
    void leavesOutABadEntryAndServesTheRest() {
        arrives(Topics.CAMPAIGNS, 1, 3, aCampaign("spring").build());
        arrives(Topics.LINE_ITEMS, 1, 3, aLineItem("good", "spring").build());
        arrives(
                Topics.LINE_ITEMS,
                1,
                3,
                aLineItem("bad", "spring").setTimeZone("Mars/Olympus").build());
        batchEnds();

        assertThat(acme().lineItems()).hasSize(1);
        assertThat(projection.latest(Topics.LINE_ITEMS, ACME, "bad")).isPresent();
        assertThat(meters.counter("catalogue.bad.entries").count()).isEqualTo(1);
    }

    @Test
    void showsWhatCompactionLeft() {
        // given two of the three records of revision 5, and nothing of earlier ones
        arrives(Topics.CAMPAIGNS, 5, 3, aCampaign("spring").build());
        arrives(Topics.LINE_ITEMS, 5, 3, aLineItem("shoes", "spring").build());
        batchEnds();
        assertThat(projection.org(ACME)).isEmpty();

        // when
        now = CHANGED_AT.plus(RevisionGate.PATIENCE).plusSeconds(1);
        batchEnds();

        // then
        assertThat(acme().lineItems()).hasSize(1);
        assertThat(acme().revision()).isEqualTo(5);
    }

    @Test
    void doesNotStepBackWhenTheReaderBeginsAnew() {
        // given
        CampaignChanged first = aCampaign("spring").setRevision(1).build();
        CampaignChanged second =
                aCampaign("spring").setVersion(2).setRevision(2).setName("Summer").build();
        arrivesAt(Topics.CAMPAIGNS, 0, first);
        arrivesAt(Topics.CAMPAIGNS, 1, second);
        batchEnds();

        // when
        arrivesAt(Topics.CAMPAIGNS, 0, first);
        batchEnds();

        // then
        assertThat(projection.latest(Topics.CAMPAIGNS, ACME, "spring")).contains(second);
        assertThat(projection.revision(ACME)).isEqualTo(2);
    }

    @Test
    void fillsTheKeyRing() {
        String sha256 = ApiKeys.sha256("il_mgmt_1");
        arrives(Topics.KEYS, 1, 1, aKey(sha256, false));
        batchEnds();
        assertThat(keyRing.find(sha256).orElseThrow().caller().orgId()).isEqualTo(ACME);

        ApiKeyChanged revoked = aKey(sha256, true);
        arrives(Topics.KEYS, 2, 1, revoked);
        batchEnds();
        assertThat(keyRing.find(sha256)).isEmpty();
    }

    @Test
    void doesNotReviveARevokedKeyWhenTheReaderBeginsAnew() {
        String sha256 = ApiKeys.sha256("il_mgmt_1");
        arrivesAt(Topics.KEYS, 0, aKey(sha256, false));
        ApiKeyChanged revoked = aKey(sha256, true);
        revoked.setRevision(2);
        revoked.setRevisionSize(1);
        arrivesAt(Topics.KEYS, 1, revoked);
        batchEnds();

        arrivesAt(Topics.KEYS, 0, aKey(sha256, false));
        batchEnds();

        assertThat(keyRing.find(sha256)).isEmpty();
    }

    @Test
    void suspendsAnOrgAndLetsItGoOn() {
        arrivesAt(Topics.ORGS, 0, anOrg(1, true));
        batchEnds();
        assertThat(keyRing.isSuspended(ACME)).isTrue();
        assertThat(projection.orgs()).containsExactly(ACME);

        arrivesAt(Topics.ORGS, 1, anOrg(2, false));
        batchEnds();

        assertThat(keyRing.isSuspended(ACME)).isFalse();
    }

    private static OrgChanged anOrg(int version, boolean suspended) {
        return OrgChanged.newBuilder()
                .setOrgId("acme")
                .setId("acme")
                .setVersion(version)
                .setRevision(version)
                .setRevisionSize(1)
                .setChangedAt(CHANGED_AT)
                .setName("Acme")
                .setSuspended(suspended)
                .build();
    }

    private static ApiKeyChanged aKey(String sha256, boolean archived) {
        return ApiKeyChanged.newBuilder()
                .setOrgId("acme")
                .setId("key-1")
                .setVersion(archived ? 2 : 1)
                .setRevision(1)
                .setRevisionSize(1)
                .setChangedAt(CHANGED_AT)
                .setArchived(archived)
                .setKind(KeyKind.mgmt)
                .setSha256(sha256)
                .build();
    }

    @Test
    void tellsWhenARevisionShows() {
        CompletableFuture<?> shown = projection.whenApplied(ACME, 1);
        batchEnds();
        assertThat(shown).isNotDone();

        arrives(Topics.AD_UNITS, 1, 1, anAdUnit("home").build());
        batchEnds();
        assertThat(shown).isCompleted();
        assertThat(projection.whenApplied(ACME, 1)).isCompleted();
    }

    @Test
    void showsTheChangesOfOtherOrgsBeforeThatOfALargeCatalogue() {
        for (long revision = 1; revision <= 9; revision++) {
            arrives(Topics.CAMPAIGNS, revision, 1, aCampaign("c" + revision).build());
        }
        batchEnds();
        told.clear();

        arrives(Topics.CAMPAIGNS, 10, 1, aCampaign("c10").build());
        for (int org = 0; org < 5; org++) {
            arrives(Topics.CAMPAIGNS, 1, 1, aCampaign("c").setOrgId("small-" + org).build());
        }
        batchEnds();

        assertThat(told).containsExactly(1L, 1L, 1L, 1L, 1L, 10L);
    }
}
