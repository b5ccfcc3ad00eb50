package io.interlude.domain.selection;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.conversation.AdLoadCheck;
import io.interlude.domain.flight.Flight;
import io.interlude.domain.flight.ServingDay;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.frequency.FrequencyCapPolicy;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.pacing.Pace;
import io.interlude.domain.prepared.BlockedHere;
import io.interlude.domain.prepared.BoundWords;
import io.interlude.domain.prepared.PreparedLineItem;
import io.interlude.domain.targeting.CompiledTargeting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Says in words which rules one line item broke for one request: all of them, not only the first.
final class Explanation {
    /// Two weeks: a change of the clock may leave out a weekly daypart.
    private static final int LAST_DAY = 14;

    /// Rules that are told of one line item: it may have thousands of creatives, each with its own.
    private static final int RULES_MAX = 50;

    private final SelectionInput input;
    private final CandidateCheck check;
    private final PreparedLineItem item;
    private final LineItem lineItem;
    private final List<Disqualification> found = new ArrayList<>();

    private Explanation(SelectionInput input, CandidateCheck check, PreparedLineItem item) {
        this.input = input;
        this.check = check;
        this.item = item;
        this.lineItem = item.lineItem();
    }

    /// The rules that the line item broke, or that another one outranked it.
    static List<Disqualification> of(
            PreparedLineItem item,
            SelectionInput input,
            CandidateCheck check,
            @Nullable PreparedLineItem winner) {
        Explanation explanation = new Explanation(input, check, item);
        explanation.rules();
        if (explanation.contends() && winner != null && winner != item) {
            explanation.outranked(winner);
        }
        return explanation.found.stream().limit(RULES_MAX).toList();
    }

    private void rules() {
        status("line item", lineItem.status());
        status("campaign", item.campaign().status());
        flight("line item", lineItem.flight());
        flight("campaign", item.campaign().flight());
        adUnit();
        format();
        targeting();
        blocked();
        daypart();
        pace();
        hidden();
        frequency();
        conversation();
        suitability();
        relevance();
        value();
        appropriateness();
        heldOut();
    }

    /// A creative's used-up cap does not rule its line item out while another creative has room.
    private boolean contends() {
        return check.hasFrequencyRoom(item)
                && found.stream().allMatch(broken -> broken.creativeId() != null);
    }

    private void outranked(PreparedLineItem first) {
        Outranking told = Outranking.of(check, first, item);
        String id = first.lineItem().id().value();
        add(
                SelectionRule.OUTRANKED,
                "Another line item, " + id + ", came first by " + told.by() + ".",
                id + ": " + told.expected(),
                told.actual());
    }

    private void status(String whose, ServingStatus status) {
        if (status != ServingStatus.ACTIVE) {
            String actual = status.name().toLowerCase(Locale.ROOT);
            add(SelectionRule.STATUS, "The " + whose + " is not active.", "active", actual);
        }
    }

    private void flight(String whose, Flight flight) {
        if (!flight.contains(input.now())) {
            add(
                    SelectionRule.FLIGHT,
                    "The " + whose + " is not in flight.",
                    bound(flight.startAt()) + " to " + bound(flight.endAt()),
                    input.now().toString());
        }
    }

    private static String bound(@Nullable Instant instant) {
        return instant == null ? "any time" : instant.toString();
    }

    private void adUnit() {
        AdUnit adUnit = input.adUnit();
        if (!item.takes(adUnit.code())) {
            String codes = lineItem.adUnits().stream().sorted().collect(Collectors.joining(", "));
            add(
                    SelectionRule.AD_UNIT,
                    "The line item does not fill this ad unit.",
                    codes,
                    adUnit.code());
        }
    }

    private void format() {
        String wanted = input.format().wireName();
        AdUnit adUnit = input.adUnit();
        if (item.creatives(input.format()).isEmpty()) {
            add(
                    SelectionRule.FORMAT,
                    "The line item has no approved creative of this format.",
                    wanted,
                    formats());
        }
        if (!adUnit.formats().isEmpty() && !adUnit.formats().contains(input.format())) {
            String formats =
                    adUnit.formats().stream()
                            .map(AdFormat::wireName)
                            .sorted()
                            .collect(Collectors.joining(", "));
            add(SelectionRule.FORMAT, "The ad unit does not take this format.", formats, wanted);
        }
    }

    private String formats() {
        String formats =
                Arrays.stream(AdFormat.values())
                        .filter(format -> !item.creatives(format).isEmpty())
                        .map(AdFormat::wireName)
                        .collect(Collectors.joining(", "));
        return formats.isEmpty() ? "no approved creative" : formats;
    }

    private void targeting() {
        CompiledTargeting.of(lineItem.targeting())
                .miss(input.attributes())
                .ifPresent(miss ->
                        add(
                                SelectionRule.TARGETING,
                                "The attributes are not those that it targets.",
                                miss.expected(),
                                miss.actual()));
    }

    /// A blocked creative is told of alone while the line item has another.
    private void blocked() {
        BlockedHere blocked = check.blocked();
        List<CreativeVersion> creatives = item.creatives(input.format());
        if (blocked.isOut(item, input.format())) {
            add(
                    SelectionRule.BLOCKED,
                    "The publisher blocks every creative of the line item.",
                    null,
                    blocked.match(creatives.getFirst()));
            return;
        }
        for (CreativeVersion creative : creatives) {
            String match = blocked.match(creative);
            if (match != null) {
                found.add(
                        new Disqualification(
                                lineItem.id(),
                                lineItem.name(),
                                creative.id(),
                                SelectionRule.BLOCKED,
                                "The publisher blocks this creative.",
                                null,
                                match));
            }
        }
    }

    private void daypart() {
        if (!check.isOpen(item)) {
            add(
                    SelectionRule.DAYPART,
                    "The time is outside the line item's dayparts.",
                    opening(),
                    local(input.now()));
        }
    }

    /// When the line item's dayparts open next.
    private String opening() {
        Instant from = input.now();
        for (int days = 0; days <= LAST_DAY; days++) {
            ServingDay day = ServingDay.of(lineItem.schedule(), from);
            OptionalLong open = day.nextOpenMillis(from.toEpochMilli());
            if (open.isPresent()) {
                return "opens at " + local(Instant.ofEpochMilli(open.getAsLong()));
            }
            from = Instant.ofEpochMilli(day.endMillis());
        }
        return "never opens";
    }

    private String local(Instant instant) {
        return instant.atZone(lineItem.schedule().timeZone()).toString();
    }

    private void pace() {
        Pace pace = check.pace(item);
        if (pace.open()) {
            return;
        }
        BoundWords words = new BoundWords(item, check.spent(item), input.now());
        if (pace.standing() == Pace.Standing.AHEAD) {
            add(
                    SelectionRule.PACING,
                    "The line item has spent what is planned until now.",
                    words.plan(),
                    words.spending());
        } else {
            add(
                    SelectionRule.BUDGET,
                    "The line item's budget has no room for one more fetch.",
                    words.bounds(),
                    words.spending() + "; " + words.price());
        }
    }

    private void hidden() {
        if (check.isHidden(item)) {
            FrequencyCounter hidden =
                    input.frequency() instanceof FrequencyView.Counted counted
                            ? CandidateCheck.hiddenCounter(item, counted)
                            : null;
            add(
                    SelectionRule.HIDDEN,
                    hidden == null
                            ? "Hidden advertisers cannot be read now, so nothing is served."
                            : "The subscriber has hidden this advertiser.",
                    null,
                    hidden == null ? null : "hidden at " + hidden.times().getLast());
        }
    }

    private void frequency() {
        switch (input.frequency()) {
            case FrequencyView.NoSubscriber _ -> {}
            case FrequencyView.Unreadable _ -> unreadable();
            case FrequencyView.Counted counted -> {
                FrequencyCap full = check.firstFullCap(item, counted);
                if (full != null) {
                    capped(full, null, counted.counter(full.scope(), check.scopeId(full, item)));
                }
                item.creatives(input.format()).forEach(creative -> creativeCap(creative, counted));
            }
        }
    }

    private void conversation() {
        if (!item.conversationCaps().isEmpty() && input.conversation().hidesCaps()) {
            add(
                    SelectionRule.FREQUENCY_CAP,
                    input.conversation().withheld()
                            ? "The conversation must not be known, for want of consent."
                            : "The earlier ads of the conversation cannot be read now.",
                    null,
                    null);
        }
        FrequencyCounter counter = check.conversationCounter(item);
        FrequencyCap full = check.firstFullConversationCap(item);
        if (full != null) {
            capped(full, null, counter);
        }
        AdLoadCheck.Excess excess = check.adLoad().excess();
        if (excess != null) {
            add(SelectionRule.AD_LOAD, excess.message(), excess.expected(), excess.actual());
        }
        if (check.isSeparated(item)) {
            add(
                    SelectionRule.SEPARATION,
                    "An ad of this advertiser, or of one like it, was shown too recently.",
                    null,
                    item.advertiser().key());
        }
    }

    private void unreadable() {
        if (item.capped()) {
            add(
                    SelectionRule.FREQUENCY_CAP,
                    input.conversation().withheld()
                            ? "The subscriber must not be known, for want of consent."
                            : "The subscriber's counts cannot be read now, so nothing capped is"
                                    + " served.",
                    null,
                    null);
        }
    }

    private void creativeCap(CreativeVersion creative, FrequencyView.Counted counted) {
        FrequencyCap full = check.firstFullCap(item, creative);
        if (full != null) {
            capped(full, creative.id(), counted.counter(CapScope.CREATIVE, creative.id().value()));
        }
    }

    private void capped(
            FrequencyCap cap, @Nullable CreativeId creativeId, @Nullable FrequencyCounter counter) {
        Duration per = cap.per();
        String window = per == null ? "lifetime" : per.toString();
        found.add(
                new Disqualification(
                        lineItem.id(),
                        lineItem.name(),
                        creativeId,
                        SelectionRule.FREQUENCY_CAP,
                        cap.scope() == CapScope.CONVERSATION
                                ? "The conversation has reached a frequency cap."
                                : "The subscriber has reached a frequency cap.",
                        "at most " + cap.max() + " per " + window + ", " + cap.scope().wireName(),
                        counter == null ? null : served(cap, counter)));
    }

    private String served(FrequencyCap cap, FrequencyCounter counter) {
        Instant frees = FrequencyCapPolicy.frees(cap, counter, input.now());
        return FrequencyCapPolicy.used(cap, counter, input.now())
                + (frees == null ? "; no place frees" : "; a place frees at " + frees);
    }

    private void suitability() {
        if (!check.suitsChild(item)) {
            add(
                    SelectionRule.SUITABILITY,
                    "The line item is not marked as suitable for children.",
                    "suitableForChildren",
                    "a child");
        }
        if (!check.suitsUnread(item)) {
            add(
                    SelectionRule.SUITABILITY,
                    "The context could not be read, so only run of network serves.",
                    "run of network",
                    "needs relevance");
        }
    }

    private void relevance() {
        double relevance = check.relevance(item);
        if (check.isRelevant(item, relevance)) {
            return;
        }
        if (relevance < check.minRelevance(item)) {
            add(
                    SelectionRule.RELEVANCE,
                    "The line item is not relevant to the context.",
                    "at least " + check.minRelevance(item),
                    String.format(Locale.ROOT, "%.3f", relevance));
        }
        if (check.lacksNeed()) {
            add(
                    SelectionRule.RELEVANCE,
                    "The moment carries too little need that an ad could answer.",
                    "need of at least " + input.moment().suitability().need(),
                    "need " + input.moment().need());
        }
    }

    private void value() {
        Valuer valuer = check.valuer();
        Valuation valuation = check.valuation(item, check.relevance(item));
        SelectionRule broken = valuer.broken(item, valuation);
        if (broken == SelectionRule.CURRENCY) {
            add(
                    SelectionRule.CURRENCY,
                    "The org's settings have no rate for a currency that is compared.",
                    "a rate for " + valuer.missingRate(item),
                    "none");
        } else if (broken == SelectionRule.FLOOR && valuation != null) {
            add(
                    SelectionRule.FLOOR,
                    "The expected value is below the ad unit's floor.",
                    "at least " + valuer.floorWords(),
                    valuer.perMille(valuation));
        }
    }

    private void appropriateness() {
        if (check.decliningCategory() != null) {
            add(
                    SelectionRule.APPROPRIATENESS,
                    "No ad is appropriate at this moment.",
                    "no sensitive moment",
                    check.declining());
        }
    }

    private void heldOut() {
        if (check.isHeldOut(item)) {
            add(
                    SelectionRule.HELD_OUT,
                    "The campaign is held back from a share of its subscribers, for comparison.",
                    "not one of the share of " + item.campaign().holdout().share(),
                    "held out");
        }
    }

    private void add(
            SelectionRule rule,
            String message,
            @Nullable String expected,
            @Nullable String actual) {
        found.add(
                new Disqualification(
                        lineItem.id(), lineItem.name(), null, rule, message, expected, actual));
    }
}
