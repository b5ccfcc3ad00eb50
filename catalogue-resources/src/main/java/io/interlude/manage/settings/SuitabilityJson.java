package io.interlude.manage.settings;

import io.interlude.manage.validation.Choices;
import io.interlude.manage.validation.Fields;
import io.interlude.schema.SensitiveCategory;
import io.interlude.schema.Suitability;
import io.interlude.schema.UnreadPolicy;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `suitability: {unread?, decline?, need?}`: in which moments no ad is wanted.
public final class SuitabilityJson {
    private static final String SUITABILITY = "suitability";
    private static final String UNREAD = "unread";
    private static final String DECLINE = "decline";
    private static final String NEED = "need";
    private static final Choices<UnreadPolicy> POLICIES = Choices.of(UnreadPolicy.class);
    private static final Choices<SensitiveCategory> CATEGORIES =
            Choices.of(SensitiveCategory.class);

    private SuitabilityJson() {}

    /// Null where there is none.
    public static @Nullable Suitability read(Fields fields) {
        Fields suitability = fields.object(SUITABILITY);
        if (suitability == null) {
            return null;
        }
        Suitability value = new Suitability();
        value.setUnread(suitability.choice(UNREAD, POLICIES));
        value.setDecline(
                suitability.has(DECLINE) ? suitability.choices(DECLINE, CATEGORIES) : null);
        BigDecimal need = suitability.decimal(NEED, 0, 1);
        value.setNeed(need == null ? null : need.doubleValue());
        return value;
    }

    /// Writes nothing where there is none.
    public static void write(@Nullable Suitability value, ObjectNode json) {
        if (value == null) {
            return;
        }
        ObjectNode suitability = json.putObject(SUITABILITY);
        if (value.getUnread() != null) {
            suitability.put(UNREAD, Choices.nameOf(value.getUnread()));
        }
        if (value.getDecline() != null) {
            ArrayNode decline = suitability.putArray(DECLINE);
            value.getDecline().forEach(category -> decline.add(Choices.nameOf(category)));
        }
        if (value.getNeed() != null) {
            suitability.put(NEED, value.getNeed());
        }
    }
}
