package io.interlude.local.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.local.demo.DemoConversation.Turn;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoTest {
    @Nested
    class Options {
        @Test
        void takesEveryFlag() {
            DemoOptions options =
                    DemoOptions.parse(
                            List.of(
                                    "--rate",
                                    "50",
                                    "--minutes",
                                    "0.5",
                                    "--seed",
                                    "7",
                                    "--key",
                                    "k",
                                    "--url",
                                    "http://h:1"),
                            Map.of("INTERLUDE_DATA", "elsewhere"));

            assertThat(options.fetchesPerSecond()).isEqualTo(50);
            assertThat(options.length()).isEqualTo(Duration.ofSeconds(30));
            assertThat(options.seed()).isEqualTo(7);
            assertThat(options.product().key()).isEqualTo("k");
            assertThat(options.product().url()).isEqualTo(URI.create("http://h:1"));
            assertThat(options.product().dataFolder()).isEqualTo(Path.of("elsewhere"));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "--rate",
                    "--rate 0",
                    "--rate -1",
                    "--rate fast",
                    "--minutes NaN",
                    "--seed 1.5",
                    "--x"
                })
        void refusesWhatItCannotUse(String line) {
            assertThatThrownBy(() -> DemoOptions.parse(List.of(line.split(" ", -1)), Map.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(line.split(" ", -1)[0])
                    .hasMessageEndingWith(".");
        }

        @Test
        void tellsNothingOfWhatFollowsAnUnknownOption() {
            assertThatThrownBy(() -> DemoOptions.parse(List.of("--kee", "il_fetch_x"), Map.of()))
                    .hasMessage("Unknown option --kee: see ./interlude help.");
        }
    }

    @Nested
    class ConversationFile {
        @Test
        void ownConversationsEachHaveAPauseAndAlternate() {
            List<DemoConversation> own = DemoConversations.load(null);

            assertThat(own)
                    .hasSizeGreaterThanOrEqualTo(20)
                    .allSatisfy(conversation -> {
                        assertThat(conversation.pauses()).isNotEmpty();
                        assertThat(conversation.application())
                                .isIn("travel-assistant", "kitchen-chat");
                        for (int i = 0; i < conversation.turns().size(); i++) {
                            assertThat(conversation.turns().get(i).role())
                                    .isEqualTo(i % 2 == 0 ? "user" : "assistant");
                        }
                    });
        }

        @Test
        void namesTheFileThatIsNotJson(@TempDir Path folder) throws IOException {
            Path file = Files.writeString(folder.resolve("broken.jsonl"), "{\"id\":");

            assertThatThrownBy(() -> DemoConversations.load(file))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("broken.jsonl");
        }
    }

    @Nested
    class Moments {
        private final List<DemoConversation> conversations =
                List.of(conversation("a", 6), conversation("b", 10));

        @Test
        void leavesAtLeastFourTurnsBetweenTwoAds() {
            assertThat(conversation("c", 10).pauses()).containsExactly(2, 6, 10);
        }

        @Test
        void comeInTheSameOrderForTheSameSeed() {
            assertThat(first(20, 3)).isEqualTo(first(20, 3)).isNotEqualTo(first(20, 4));
        }

        private List<String> first(int number, long seed) {
            MomentStream stream = new MomentStream(conversations, seed);
            return IntStream.range(0, number)
                    .mapToObj(_ -> stream.next())
                    .map(moment ->
                            moment.conversation().id()
                                    + moment.turnsSaid()
                                    + moment.random().nextInt())
                    .toList();
        }

        private static DemoConversation conversation(String id, int turns) {
            return new DemoConversation(
                    id,
                    null,
                    IntStream.range(0, turns)
                            .mapToObj(i -> new Turn("user", "turn " + i))
                            .toList());
        }
    }

    @Nested
    class People {
        @Test
        void clickAtARateOfTheCreativesOwn() {
            DemoAudience audience = new DemoAudience(1);

            List<Double> rates = Stream.of("one", "two", "three").map(audience::clickRate).toList();

            assertThat(rates)
                    .doesNotHaveDuplicates()
                    .allMatch(rate -> rate >= 0.01 && rate <= 0.12);
            assertThat(audience.clickRate("one")).isEqualTo(rates.getFirst());
        }

        @Test
        void keepTheirCountryHoweverOftenTheyCome() {
            DemoAudience audience = new DemoAudience(1);
            SplittableRandom random = new SplittableRandom(5);

            List<DemoAudience.Person> people =
                    IntStream.range(0, 20_000).mapToObj(_ -> audience.somebody(random)).toList();

            long subscribers =
                    people.stream().map(DemoAudience.Person::subscriber).distinct().count();
            assertThat(subscribers)
                    .isEqualTo(people.stream().distinct().count())
                    .isBetween(2_000L, 5_000L);
        }
    }

    @Nested
    class Keys {
        @Test
        void comeBackAsWrittenForTheOwnersEyesOnly(@TempDir Path folder) throws IOException {
            DemoKeys keys =
                    new DemoKeys(
                            URI.create("http://127.0.0.1:8080"),
                            "management",
                            List.of(
                                    new DemoKeys.Entry(
                                            "app", "fetch", List.of("welcome", "pause"))),
                            "tag");

            keys.write(folder);

            assertThat(DemoKeys.read(folder)).contains(keys);
            assertThat(
                            PosixFilePermissions.toString(
                                    Files.getPosixFilePermissions(
                                            folder.resolve("demo-keys.json"))))
                    .isEqualTo("rw-------");
            assertThat(keys.toString()).doesNotContain("management").doesNotContain("fetch");
        }
    }

    @Nested
    class Table {
        @Test
        void showsWhatWasTallied() {
            DemoTally tally = new DemoTally();
            tally.fetched(2_000, true);
            tally.fetched(4_000, false);
            tally.sent("click", 1_000);
            tally.failed("event 503");

            String table = String.join("\n", DemoTable.lines(tally, Duration.ofSeconds(2)));

            assertThat(table)
                    .containsPattern("fetches +2 +1\\.0")
                    .containsPattern("click +1 +0\\.5")
                    .containsPattern("event 503 +1")
                    .containsPattern("fetch +2\\.00 +4\\.0")
                    .contains("fill rate 50.0 %");
        }
    }
}
