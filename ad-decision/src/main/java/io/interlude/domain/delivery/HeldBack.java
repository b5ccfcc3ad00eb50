package io.interlude.domain.delivery;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.selection.SelectionRule;
import io.interlude.domain.selection.SelectionVerdict;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Adds up which rules held line items back from requests. A record names few of a large org's line
/// items: what is not named of a request counts as lost, to no rule, unless the line item cannot
/// have been a candidate. Not safe for use by several threads.
public final class HeldBack {
    private final Map<String, Map<AdFormat, Long>> codeToRequests = new HashMap<>();
    private final Map<LineItemId, Map<SelectionRule, Long>> itemToRules = new HashMap<>();
    private final Map<LineItemId, Long> itemToWins = new HashMap<>();
    private long requests;

    /// Takes a request in.
    ///
    /// @param verdicts those that its record has
    public void add(String adUnitCode, AdFormat format, List<SelectionVerdict> verdicts) {
        requests++;
        codeToRequests
                .computeIfAbsent(adUnitCode, _ -> new EnumMap<>(AdFormat.class))
                .merge(format, 1L, Long::sum);
        for (SelectionVerdict verdict : verdicts) {
            SelectionRule rule = verdict.brokenRule();
            if (rule == null) {
                itemToWins.merge(verdict.lineItemId(), 1L, Long::sum);
            } else {
                itemToRules
                        .computeIfAbsent(
                                verdict.lineItemId(), _ -> new EnumMap<>(SelectionRule.class))
                        .merge(rule, 1L, Long::sum);
            }
        }
    }

    /// Requests that were taken in.
    public long requests() {
        return requests;
    }

    /// Of the requests on its ad units that the line item did not win, the share that each rule
    /// held it back from, largest first.
    public List<Share> of(Candidate candidate) {
        LineItemId id = candidate.lineItem().id();
        Map<SelectionRule, Long> rules = new EnumMap<>(SelectionRule.class);
        rules.putAll(itemToRules.getOrDefault(id, Map.of()));
        long named = rules.values().stream().mapToLong(Long::longValue).sum();
        long lost = requestsOn(candidate, null) - itemToWins.getOrDefault(id, 0L);
        if (!isActive(candidate)) {
            rules.merge(SelectionRule.STATUS, Math.max(0, lost - named), Long::sum);
        } else {
            long unable = Math.min(requestsOn(candidate, candidate), Math.max(0, lost - named));
            rules.merge(SelectionRule.FORMAT, unable, Long::sum);
        }
        return rules.entrySet().stream()
                .filter(entry -> entry.getValue() > 0 && lost > 0)
                .map(entry -> new Share(entry.getKey(), entry.getValue() / (double) lost))
                .sorted(Comparator.comparingDouble(Share::share).reversed())
                .toList();
    }

    private static boolean isActive(Candidate candidate) {
        return candidate.lineItem().status() == ServingStatus.ACTIVE
                && candidate.campaign().status() == ServingStatus.ACTIVE;
    }

    /// Requests on its ad units.
    ///
    /// @param unable only those in a format that none of its creatives has; null for all
    private long requestsOn(Candidate candidate, @Nullable Candidate unable) {
        LineItem lineItem = candidate.lineItem();
        long sum = 0;
        for (Map.Entry<String, Map<AdFormat, Long>> entry : codeToRequests.entrySet()) {
            if (lineItem.adUnits().isEmpty() || lineItem.adUnits().contains(entry.getKey())) {
                for (Map.Entry<AdFormat, Long> requested : entry.getValue().entrySet()) {
                    sum +=
                            unable == null || !renders(unable, requested.getKey())
                                    ? requested.getValue()
                                    : 0;
                }
            }
        }
        return sum;
    }

    private static boolean renders(Candidate candidate, AdFormat format) {
        return candidate.creatives().stream().anyMatch(creative -> creative.renders(format));
    }

    /// The share of one rule in lost requests.
    ///
    /// @param share of the requests that the line item lost, over 0 to 1
    public record Share(SelectionRule rule, double share) {}
}
