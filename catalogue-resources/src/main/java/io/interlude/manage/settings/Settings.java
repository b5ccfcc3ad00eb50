package io.interlude.manage.settings;

import io.interlude.manage.advertiser.BlockedJson;
import io.interlude.manage.resource.Editing;
import io.interlude.manage.resource.ResourceKind;
import io.interlude.manage.validation.Choices;
import io.interlude.manage.validation.Fields;
import io.interlude.schema.AgentOrders;
import io.interlude.schema.Approval;
import io.interlude.schema.Ranking;
import io.interlude.schema.SettingsChanged;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// An org's settings: `{currency?, rates?, ranking?, suitability?, adLoad?, blocked?, approval?,
/// agentOrders?, feedbackLimit?, reportedAttributes?, retention?}`. There is one record of them for
/// each org, or none.
public final class Settings implements ResourceKind<SettingsChanged> {
    /// Id of the only one.
    public static final String ID = "settings";

    private static final String CURRENCY = "currency";
    private static final String RATES = "rates";
    private static final String RANKING = "ranking";
    private static final String APPROVAL = "approval";
    private static final String AGENT_ORDERS = "agentOrders";
    static final String REPORTED_ATTRIBUTES = "reportedAttributes";
    private static final int MOST_ATTRIBUTES = 8;
    private static final int ATTRIBUTE_CHARACTERS = 64;
    private static final Pattern ATTRIBUTE = Pattern.compile("[A-Za-z0-9_.-]+");

    /// What an answer has beside what was written.
    static final String ATTRIBUTE_PROGRESS = "attributeProgress";

    private static final Choices<Approval> APPROVALS = Choices.of(Approval.class);
    private static final Choices<AgentOrders> ORDERS = Choices.of(AgentOrders.class);
    private static final Choices<Ranking> RANKINGS = Choices.of(Ranking.class);

    @Override
    public Topic<SettingsChanged> topic() {
        return Topics.SETTINGS;
    }

    @Override
    public String pathSegment() {
        return ID;
    }

    @Override
    public String section() {
        return ID;
    }

    @Override
    public boolean openToReadKeys() {
        return true;
    }

    @Override
    public String noun() {
        return "record of settings";
    }

    @Override
    public Optional<String> onlyId() {
        return Optional.of(ID);
    }

    @Override
    public SettingsChanged blank() {
        return new SettingsChanged();
    }

    @Override
    public SettingsChanged decode(Fields fields, Editing<SettingsChanged> editing) {
        SettingsChanged value = blank();
        value.setCurrency(fields.currency(CURRENCY));
        value.setRates(fields.rates(RATES));
        value.setRanking(fields.choice(RANKING, RANKINGS));
        value.setSuitability(SuitabilityJson.read(fields));
        value.setAdLoad(AdLoadJson.read(fields));
        value.setBlocked(BlockedJson.read(fields));
        value.setApproval(fields.choice(APPROVAL, APPROVALS));
        value.setAgentOrders(fields.choice(AGENT_ORDERS, ORDERS));
        value.setFeedbackLimit(FeedbackLimitJson.read(fields));
        value.setReportedAttributes(reportedAttributes(fields));
        value.setRetention(RetentionJson.read(fields));
        return value;
    }

    private static @Nullable List<String> reportedAttributes(Fields fields) {
        List<String> names =
                fields.texts(
                        REPORTED_ATTRIBUTES,
                        MOST_ATTRIBUTES,
                        ATTRIBUTE_CHARACTERS,
                        (name, at) -> {
                            if (!ATTRIBUTE.matcher(name).matches()) {
                                fields.violations()
                                        .broken(
                                                at,
                                                "pattern",
                                                "Name an attribute in letters, digits, _, . and -.");
                            } else if (name.equalsIgnoreCase("context")) {
                                fields.violations()
                                        .broken(at, "pattern", "No attribute is called context.");
                            }
                            return name;
                        });
        return names.isEmpty() ? null : names;
    }

    @Override
    public Set<String> derivedFields() {
        return Set.of(ATTRIBUTE_PROGRESS);
    }

    @Override
    public void encode(SettingsChanged value, ObjectNode json) {
        if (value.getCurrency() != null) {
            json.put(CURRENCY, value.getCurrency());
        }
        if (value.getRates() != null) {
            ObjectNode rates = json.putObject(RATES);
            new TreeMap<>(value.getRates()).forEach(rates::put);
        }
        if (value.getRanking() != null) {
            json.put(RANKING, Choices.nameOf(value.getRanking()));
        }
        SuitabilityJson.write(value.getSuitability(), json);
        AdLoadJson.write(value.getAdLoad(), json);
        BlockedJson.write(value.getBlocked(), json);
        if (value.getApproval() != null) {
            json.put(APPROVAL, Choices.nameOf(value.getApproval()));
        }
        if (value.getAgentOrders() != null) {
            json.put(AGENT_ORDERS, Choices.nameOf(value.getAgentOrders()));
        }
        FeedbackLimitJson.write(value.getFeedbackLimit(), json);
        if (value.getReportedAttributes() != null) {
            value.getReportedAttributes().forEach(json.putArray(REPORTED_ATTRIBUTES)::add);
        }
        RetentionJson.write(value.getRetention(), json);
    }
}
