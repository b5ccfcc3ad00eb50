package io.interlude.fetch.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.conversation.AdLoad;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.fetch.harness.LineItems;
import io.interlude.fetch.harness.OneCatalogue;
import io.interlude.fetch.harness.RunningFetch;
import io.interlude.fetch.harness.RunningFetch.Answer;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Two services that draw alike: the settings of one limit conversations by everything but their
/// first turn, which is the one limit that holds without a conversation as well.
class WithoutConversationIT {
    private static final int FETCHES = 300;
    private static final AdLoad LIMITS = new AdLoad(null, 5, Duration.ofHours(1), 1, 4, 3);
    private static final FrequencyCap ONCE = new FrequencyCap(1, null, CapScope.CONVERSATION);
    private static final String TALK = "{\"adUnit\": \"pause\", \"conversation\": \"talk\"}";
    private static final List<String> MORE =
            List.of(
                    "'turn': 3",
                    "'turn': 4, 'context': 'only a summary'",
                    "'context': [{'text': 'a'}, {'role': 'assistant', 'text': 'b'}]",
                    "'count': 3",
                    "'count': 3, 'turn': 1",
                    "'test': true",
                    "'include': ['why']",
                    "'consent': {'subscriber': false}",
                    "'format': 'sms'",
                    "'attributes': {'plan': 'pro'}");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void answersAndRecordsAreTheSameToTheByte(long seed) {
        try (RunningFetch plain = RunningFetch.seeded(seed);
                RunningFetch limited = RunningFetch.seeded(seed)) {
            book(plain, AdLoad.NONE);
            book(limited, LIMITS, ONCE);
            SplittableRandom random = new SplittableRandom(seed);

            for (int fetch = 0; fetch < FETCHES; fetch++) {
                String body = body(random);
                String key = "key-" + random.nextInt(3 * FETCHES);
                int applied = random.nextInt(3);

                Answer expected = fetched(plain, body, key, applied);
                Answer actual = fetched(limited, body, key, applied);

                assertThat(actual).as("seed %d: %s", seed, body).isEqualTo(expected);
            }
            assertThat(records(limited)).isEqualTo(records(plain));
            assertThat(plain.journal().of(Topics.FETCHES)).hasSizeGreaterThan(FETCHES / 4);
            assertThat(plain.journal().of(Topics.NO_FILLS)).hasSizeGreaterThan(FETCHES / 20);
            assertThat(List.of(plain.post(TALK).status(), plain.post(TALK).status()))
                    .containsExactly(200, 200);
            assertThat(List.of(limited.post(TALK).status(), limited.post(TALK).status()))
                    .containsExactly(200, 204);
        }
    }

    /// Six line items of three advertisers, which four in a row would have to keep apart.
    private static void book(RunningFetch service, AdLoad load, FrequencyCap... more) {
        OneCatalogue catalogue = service.catalogue().with(load);
        for (int i = 0; i < 6; i++) {
            List<FrequencyCap> caps = new ArrayList<>(List.of(more));
            caps.add(new FrequencyCap(1 + i % 3, Duration.ofDays(1), CapScope.LINE_ITEM));
            catalogue.withAdvertiser(
                    "Advertiser " + i % 3,
                    LineItems.capped("item-" + i, caps.toArray(FrequencyCap[]::new)));
        }
    }

    private static String body(SplittableRandom random) {
        String subscriber =
                random.nextInt(4) == 0 ? "" : ", 'subscriber': 's" + random.nextInt(9) + "'";
        String more = random.nextInt(3) == 0 ? "" : ", " + MORE.get(random.nextInt(MORE.size()));
        return ("{'adUnit': 'pause'" + subscriber + more + "}").replace('\'', '"');
    }

    /// Some keys come again, with the same fetch or another.
    private static Answer fetched(RunningFetch service, String body, String key, int applied) {
        Answer answer = service.postTo("?key=fetch", body, "Idempotency-Key", key);
        service.aggregator().apply(applied);
        return answer;
    }

    private static List<String> records(RunningFetch service) {
        return service.journal().appended().stream()
                .map(record ->
                        "%s %s %s %s"
                                .formatted(
                                        record.topic().name(),
                                        record.position(),
                                        record.key(),
                                        HexFormat.of().formatHex(record.bytes())))
                .toList();
    }
}
