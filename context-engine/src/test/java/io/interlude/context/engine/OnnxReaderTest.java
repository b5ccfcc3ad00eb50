package io.interlude.context.engine;

import static io.interlude.context.engine.Catalogues.catalogue;
import static io.interlude.context.engine.Catalogues.lineItem;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.context.embedding.ModelFolder;
import io.interlude.context.embedding.OnnxEmbedder;
import io.interlude.context.language.ReadLanguages;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.context.ContextReading.Understood;
import io.interlude.domain.context.Conversation;
import io.interlude.domain.context.TextReading;
import io.interlude.domain.context.TextReading.Extent;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.suitability.SensitiveCategory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A model of another language, brought as a folder: what it reads was not learned from.
class OnnxReaderTest {
    private static final Set<SensitiveCategory> ALL = EnumSet.allOf(SensitiveCategory.class);
    private static final List<LineItem> ITEMS =
            List.of(
                    lineItem("hotels", 8, "酒店", "民宿", "度假旅行"),
                    lineItem("insurance", 8, "汽车保险", "车险报价"),
                    lineItem("food", 8, "餐厅", "外卖", "火锅"),
                    lineItem("code", 8, "编程课程", "程序员培训"),
                    lineItem("gifts", 8, "鲜花", "礼物", "婚礼策划"),
                    lineItem("language", 8, "英语培训", "外语课程"),
                    lineItem("phones", 8, "智能手机", "手机优惠"),
                    lineItem("fitness", 8, "健身房", "私人教练"),
                    lineItem("repair", 8, "家电维修", "水管疏通"),
                    lineItem("furniture", 8, "家具", "床垫", "沙发"));
    private static final OrgCatalogue CATALOGUE = catalogue(1, ITEMS.toArray(LineItem[]::new));

    @TempDir private static Path folder;

    private static final ContextModels MODELS = ContextModels.load();
    private static final ReadLanguages CHINESE = new ReadLanguages(Set.of("zh"));
    private static ModelFolder model;
    private static InProcessContextEngine engine;

    @BeforeAll
    static void fit() throws IOException {
        model =
                ModelFolder.read(
                        ChineseModel.unpackInto(Files.createDirectory(folder.resolve("m"))));
        engine = load();
        engine.index(CATALOGUE).join();
    }

    private static InProcessContextEngine load() {
        return InProcessContextEngine.loadOnnx(loadFitted(), true, MODELS, Runnable::run);
    }

    private static FittedReader loadFitted() {
        return FittedReader.load(
                OnnxEmbedder.load(model, 1),
                model.contentSha256(),
                CHINESE,
                MODELS,
                folder.resolve("fitted"));
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    private static Understood read(String text) {
        return (Understood) engine.read(Conversation.ofSummary(text), CATALOGUE);
    }

    private static List<String[]> rows(String resource) {
        try (InputStream file = OnnxReaderTest.class.getResourceAsStream(resource)) {
            assertThat(file).as(resource).isNotNull();
            return new String(file.readAllBytes(), UTF_8)
                    .lines()
                    .map(line -> line.split("\t", -1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isDeclined(String text) {
        return read(text).judgement().category(ALL) != null;
    }

    private static double similarity(Understood reading, String id) {
        return reading.similarity().of(new LineItemId(id));
    }

    private static String first(Understood reading) {
        return ITEMS.stream()
                .map(item -> item.id().value())
                .max(Comparator.comparingDouble(id -> similarity(reading, id)))
                .orElseThrow();
    }

    @Test
    void putsTheLineItemFirstThatAnswers() {
        List<String[]> needs = rows("chinese-needs.tsv");
        int filled = 0;
        for (String[] row : needs) {
            Understood reading = read(row[1]);
            assertThat(first(reading)).as(row[1]).isEqualTo(row[0]);
            filled += similarity(reading, row[0]) >= reading.defaultMinRelevance() ? 1 : 0;
        }
        assertThat(filled).isGreaterThanOrEqualTo(needs.size() * 6 / 10);
    }

    @Test
    void declinesMostSensitiveMomentsAndFewOthers() {
        List<String[]> sensitive = rows("chinese-sensitive.tsv");
        long declined = sensitive.stream().filter(row -> isDeclined(row[1])).count();
        List<String> ordinary =
                Stream.concat(
                                rows("chinese-ordinary.txt").stream().map(row -> row[0]),
                                rows("chinese-needs.tsv").stream().map(row -> row[1]))
                        .toList();
        long falsely = ordinary.stream().filter(OnnxReaderTest::isDeclined).count();

        assertThat(declined).isGreaterThanOrEqualTo(sensitive.size() * 7 / 10);
        assertThat(falsely).isLessThanOrEqualTo(ordinary.size() * 8 / 100);
    }

    @Test
    void readsItsLanguageWhollyAndNoOther() {
        assertThat(rows("chinese-ordinary.txt"))
                .allSatisfy(row ->
                        assertThat(read(row[0]).text())
                                .isEqualTo(new TextReading(Extent.FULL, "zh")));
        assertThat(
                        List.of(
                                "I want to book a cheap hotel in the city",
                                "我好 quiero morir",
                                "来週の東京のホテルを予約したいです"))
                .allSatisfy(text -> {
                    assertThat(read(text).text().extent()).isEqualTo(Extent.NONE);
                    assertThat(similarity(read(text), "hotels")).isZero();
                });
    }

    @Test
    void tellsNeedsFromTalk() {
        assertThat(read("想买一台冰箱").need()).isGreaterThan(0.6);
        assertThat(read("讲一个有趣的故事").need()).isLessThan(0.4);
    }

    @Test
    void remembersWhatItLearned() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("fitted"))) {
            Path file = files.findFirst().orElseThrow();
            FileTime written = Files.getLastModifiedTime(file);

            try (InProcessContextEngine again = load()) {
                again.index(CATALOGUE).join();
                Conversation conversation = Conversation.ofSummary("想换个拍照好的手机");
                Understood reading = (Understood) again.read(conversation, CATALOGUE);

                assertThat(Files.getLastModifiedTime(file)).isEqualTo(written);
                assertThat(similarity(reading, "phones"))
                        .isEqualTo(similarity(read("想换个拍照好的手机"), "phones"));
                assertThat(reading.need()).isEqualTo(read("想换个拍照好的手机").need());
            }
        }
    }
}
