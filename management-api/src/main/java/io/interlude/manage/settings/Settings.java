package io.interlude.manage.settings;

import io.interlude.manage.advertiser.BlockedJson;
import io.interlude.manage.resource.Editing;
import io.interlude.manage.resource.ResourceKind;
import io.interlude.manage.validation.Choices;
import io.interlude.manage.validation.Fields;
import io.interlude.schema.Approval;
import io.interlude.schema.Ranking;
import io.interlude.schema.SettingsChanged;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/// An org's settings: `{currency?, rates?, ranking?, suitability?, adLoad?, blocked?, approval?,
/// feedbackLimit?, retention?}`. There is one record of them for each org, or none.
public final class Settings implements ResourceKind<SettingsChanged> {
    /// Id of the only one.
    public static final String ID = "settings";

    private static final String CURRENCY = "currency";
    private static final String RATES = "rates";
    private static final String RANKING = "ranking";
    private static final String APPROVAL = "approval";
    private static final Choices<Approval> APPROVALS = Choices.of(Approval.class);
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
        value.setFeedbackLimit(FeedbackLimitJson.read(fields));
        value.setRetention(RetentionJson.read(fields));
        return value;
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
        FeedbackLimitJson.write(value.getFeedbackLimit(), json);
        RetentionJson.write(value.getRetention(), json);
    }
}
