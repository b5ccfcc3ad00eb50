package io.interlude.aggregate.topology;

import static io.interlude.aggregate.topology.JournalEvents.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.aggregate.subscriber.SubscriberFrequencies;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.schema.AdFetched;
import io.interlude.schema.CapScope;
import io.interlude.schema.FeedbackKind;
import io.interlude.schema.FeedbackRecorded;
import io.interlude.schema.FrequencyCounter;
import io.interlude.schema.Granularity;
import io.interlude.schema.RollupCell;
import io.interlude.schema.SubscriberFrequency;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What readers said: its counts, and what they have hidden.
class FeedbackTopologyTest {
    private final JournalEvents events = new JournalEvents();
    private final JournalDriver journal = new JournalDriver();
    private final String fetchId = events.fetchId(START);

    @AfterEach
    void close() {
        journal.close();
    }

    private FeedbackRecorded said(FeedbackKind kind) {
        return events.feedback(kind, fetchId, START.plusSeconds(5));
    }

    private AdFetched fetchedBy(String subscriber) {
        AdFetched fetched = events.fetchedBy(subscriber, fetchId, START);
        fetched.setAdvertiser("acme shoes");
        return fetched;
    }

    private @Nullable SubscriberFrequency frequency(String subscriber) {
        return journal.<String, SubscriberFrequency>store(StoreNames.SUBSCRIBER_FREQUENCIES)
                .get(
                        SubscriberFrequencies.key(
                                new OrgId(JournalEvents.ORG), new Subscriber(subscriber)));
    }

    private List<String> hidden(String subscriber) {
        SubscriberFrequency known = frequency(subscriber);
        return known == null
                ? List.of()
                : known.getCounters().stream()
                        .filter(counter -> counter.getScope() == CapScope.hidden)
                        .map(FrequencyCounter::getId)
                        .toList();
    }

    private RollupCell minute() {
        journal.flush();
        return journal.cells(Granularity.minute).getFirst();
    }

    @ParameterizedTest
    @EnumSource(value = FeedbackKind.class, mode = EnumSource.Mode.EXCLUDE, names = "UNKNOWN")
    void isCountedOnceHoweverOftenItIsWritten(FeedbackKind kind) {
        FeedbackRecorded one = said(kind);
        journal.append(fetchedBy("sam"), one, one);

        RollupCell cell = minute();
        assertThat(cell.getFeedback()).isEqualTo(1);
        assertThat(cell.getHides()).isEqualTo(kind == FeedbackKind.hide ? 1 : 0);
        assertThat(hidden("sam"))
                .isEqualTo(kind == FeedbackKind.hide ? List.of("acme shoes") : List.of());
    }

    @Test
    void feedbackThatIsReadBeforeItsFetchHidesToo() {
        journal.append(said(FeedbackKind.hide));
        assertThat(hidden("sam")).isEmpty();

        journal.append(fetchedBy("sam"));

        assertThat(hidden("sam")).containsExactly("acme shoes");
        assertThat(minute().getHides()).isEqualTo(1);
    }

    @Test
    void takingFeedbackBackUncountsItAndHidesStill() {
        FeedbackRecorded one = said(FeedbackKind.hide);
        journal.append(fetchedBy("sam"), one);
        journal.append(events.correction(one, START.plusSeconds(9)));
        journal.flush();

        assertThat(journal.cells(Granularity.minute))
                .extracting(RollupCell::getCorrection, RollupCell::getHides)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple(false, 1L),
                        org.assertj.core.groups.Tuple.tuple(true, -1L));
        assertThat(hidden("sam")).containsExactly("acme shoes");
    }

    @Test
    void aTestFetchHidesAndCountsNothing() {
        AdFetched test = fetchedBy("sam");
        test.setTest(true);
        journal.append(test, said(FeedbackKind.hide));
        journal.flush();

        assertThat(hidden("sam")).isEmpty();
        assertThat(journal.cells(Granularity.minute)).isEmpty();
    }

    @Test
    void withoutASubscriberItIsCountedAlone() {
        journal.append(events.fetched(fetchId, START), said(FeedbackKind.hide));

        assertThat(minute().getHides()).isEqualTo(1);
    }

    @Test
    void anErasureForgetsWhatWasHidden() {
        journal.append(fetchedBy("sam"), said(FeedbackKind.hide));
        assertThat(hidden("sam")).hasSize(1);

        journal.erase(JournalEvents.ORG, "sam", START.plusSeconds(30));
        assertThat(frequency("sam")).isNull();

        journal.append(events.feedback(FeedbackKind.hide, fetchId, START.plusSeconds(60)));
        assertThat(frequency("sam")).isNull();
    }
}
