package io.interlude.manage.settings;

import io.interlude.domain.conversation.AdLoad;
import io.interlude.manage.validation.Fields;
import java.time.DateTimeException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `adLoad: {firstAfterTurns?, minTurnsBetween?, minGap?, maxPerConversation?, separation?:
/// {advertiser?, category?}}`: how many ads one conversation takes, and how far apart. `minGap` is
/// an ISO-8601 duration of fixed length.
public final class AdLoadJson {
    private static final String AD_LOAD = "adLoad";
    private static final String FIRST_AFTER_TURNS = "firstAfterTurns";
    private static final String MIN_TURNS_BETWEEN = "minTurnsBetween";
    private static final String MIN_GAP = "minGap";
    private static final String MAX_PER_CONVERSATION = "maxPerConversation";
    private static final String SEPARATION = "separation";
    private static final String ADVERTISER = "advertiser";
    private static final String CATEGORY = "category";
    private static final int MOST_TURNS = 10_000;
    private static final int MOST_ADS = 10_000;
    private static final int MAX_GAP_CHARACTERS = 64;
    private static final Duration LONGEST_GAP = Duration.ofDays(366);

    private AdLoadJson() {}

    /// Null where there is none.
    public static io.interlude.schema.@Nullable AdLoad read(Fields fields) {
        Fields load = fields.object(AD_LOAD);
        if (load == null) {
            return null;
        }
        Fields separation = load.object(SEPARATION);
        return new io.interlude.schema.AdLoad(
                load.integer(FIRST_AFTER_TURNS, 0, MOST_TURNS),
                load.integer(MIN_TURNS_BETWEEN, 0, MOST_TURNS),
                minGapMillis(load),
                load.integer(MAX_PER_CONVERSATION, 1, MOST_ADS),
                separation == null ? null : ads(separation, ADVERTISER),
                separation == null ? null : ads(separation, CATEGORY));
    }

    private static @Nullable Integer ads(Fields separation, String name) {
        return separation.integer(name, 0, AdLoad.LARGEST_SEPARATION);
    }

    private static @Nullable Long minGapMillis(Fields load) {
        String text = load.text(MIN_GAP, MAX_GAP_CHARACTERS);
        if (text == null) {
            return null;
        }
        try {
            Duration gap = Duration.parse(text);
            if (!gap.isNegative() && gap.compareTo(LONGEST_GAP) <= 0) {
                return gap.toMillis();
            }
        } catch (DateTimeException e) {
            // Told below.
        }
        load.broken(MIN_GAP, "duration", "Give an ISO-8601 duration such as PT2M, up to P366D.");
        return null;
    }

    /// Writes nothing where there is none.
    public static void write(io.interlude.schema.@Nullable AdLoad value, ObjectNode json) {
        if (value == null) {
            return;
        }
        ObjectNode load = json.putObject(AD_LOAD);
        put(load, FIRST_AFTER_TURNS, value.getFirstAfterTurns());
        put(load, MIN_TURNS_BETWEEN, value.getMinTurnsBetween());
        Long gapMillis = value.getMinGapMillis();
        if (gapMillis != null) {
            load.put(MIN_GAP, Duration.ofMillis(gapMillis).toString());
        }
        put(load, MAX_PER_CONVERSATION, value.getMaxPerConversation());
        if (value.getAdvertiserSeparation() != null || value.getCategorySeparation() != null) {
            ObjectNode separation = load.putObject(SEPARATION);
            put(separation, ADVERTISER, value.getAdvertiserSeparation());
            put(separation, CATEGORY, value.getCategorySeparation());
        }
    }

    private static void put(ObjectNode json, String name, @Nullable Integer number) {
        if (number != null) {
            json.put(name, number);
        }
    }
}
