package io.interlude.benchmark.memory;

import io.interlude.benchmark.selection.BookedLineItems;
import io.interlude.benchmark.selection.Shape;
import io.interlude.catalogue.record.TargetingJson;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.schema.CampaignChanged;
import io.interlude.schema.CapScope;
import io.interlude.schema.CardContent;
import io.interlude.schema.CreativeAction;
import io.interlude.schema.CreativeVersionChanged;
import io.interlude.schema.FrequencyCap;
import io.interlude.schema.LineItemChanged;
import io.interlude.schema.Money;
import io.interlude.schema.PacingMode;
import io.interlude.schema.PriceModel;
import io.interlude.schema.RotationMode;
import io.interlude.schema.ServingStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Catalogue records as the management API writes them: texts of the usual lengths, four topics,
/// two caps, a targeting tree, a budget.
final class BookedRecords {
    static final String ORG = "acme";

    private static final List<String> WORDS =
            List.of(
                    "cabin",
                    "lake",
                    "weekend",
                    "running",
                    "shoes",
                    "insurance",
                    "garden",
                    "coffee",
                    "battery",
                    "bicycle",
                    "course",
                    "language",
                    "camera",
                    "kitchen",
                    "hotel",
                    "concert",
                    "budget",
                    "family",
                    "winter",
                    "delivery",
                    "fresh",
                    "quiet",
                    "light");

    private final SplittableRandom random;
    private final BookedLineItems booked;
    private long revision;

    BookedRecords(long seed) {
        random = new SplittableRandom(seed);
        booked = new BookedLineItems(Shape.CAPPED, random);
    }

    private String words(int count) {
        List<String> words =
                IntStream.range(0, count)
                        .mapToObj(_ -> WORDS.get(random.nextInt(WORDS.size())))
                        .toList();
        return String.join(" ", words);
    }

    CampaignChanged campaign(int number) {
        return CampaignChanged.newBuilder()
                .setOrgId(ORG)
                .setId("campaign-" + number)
                .setVersion(1)
                .setRevision(++revision)
                .setRevisionSize(1)
                .setChangedAt(Instant.EPOCH)
                .setChangedBy("key")
                .setName("Campaign " + words(3))
                .setAdvertiserName(words(2))
                .setStatus(ServingStatus.active)
                .setFrequencyCaps(List.of())
                .build();
    }

    LineItemChanged lineItem(int number) {
        LineItem item = booked.lineItem(number);
        return LineItemChanged.newBuilder()
                .setOrgId(ORG)
                .setId(item.id().value())
                .setVersion(1)
                .setRevision(++revision)
                .setRevisionSize(1)
                .setChangedAt(Instant.EPOCH)
                .setChangedBy("key")
                .setCampaignId(item.campaignId().value())
                .setName(item.name())
                .setStatus(ServingStatus.active)
                .setActivatedAt(item.activation() == null ? null : item.activation().latest())
                .setPriority(item.priority())
                .setWeight(item.weight())
                .setTimeZone(item.schedule().timeZone().getId())
                .setDayparts(List.of())
                .setAdUnits(List.copyOf(item.adUnits()))
                .setPriceModel(PriceModel.cpm)
                .setPrice(new Money(item.price().amount().amountMicros(), "USD"))
                .setDailyBudget(new Money(100_000_000L + number, "USD"))
                .setPacing(PacingMode.even)
                .setFrequencyCaps(
                        List.of(
                                new FrequencyCap(3, 86_400_000L, CapScope.lineItem),
                                new FrequencyCap(10, 604_800_000L, CapScope.campaign)))
                .setTargetingJson(TargetingJson.write(item.targeting()).toString())
                .setRotation(RotationMode.adaptive)
                .setTopics(List.of(words(3), words(4), words(5), words(6)))
                .build();
    }

    CreativeVersionChanged creative(int lineItem, int number) {
        return CreativeVersionChanged.newBuilder()
                .setOrgId(ORG)
                .setId("creative-" + lineItem + "-" + number)
                .setVersion(1)
                .setRevision(++revision)
                .setRevisionSize(1)
                .setChangedAt(Instant.EPOCH)
                .setChangedBy("key")
                .setLineItemId("line-item-" + lineItem)
                .setApproved(true)
                .setCreatedAt(Instant.EPOCH)
                .setWeight(1)
                .setProperties(Map.of("brand", words(2)))
                .setCard(card(lineItem, number))
                .build();
    }

    private CardContent card(int lineItem, int number) {
        String path = "https://www.example.com/" + lineItem + "/" + number;
        return CardContent.newBuilder()
                .setTitle(words(6))
                .setSubtitle(words(18))
                .setImageUrl(path + "/picture.jpg")
                .setImageAltText(words(8))
                .setDisclosure("Sponsored")
                .setActions(
                        List.of(
                                new CreativeAction("See the offer", path + "?from={messageId}"),
                                new CreativeAction("Find a shop", path + "/shops")))
                .build();
    }
}
