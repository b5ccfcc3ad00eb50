package io.interlude.domain.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.matching.Contribution.ToCells;
import io.interlude.domain.matching.Contribution.ToCorrection;
import io.interlude.domain.matching.Contribution.ToEngagement;
import io.interlude.domain.matching.Contribution.ToReach;
import io.interlude.domain.matching.Contribution.ToSpend;
import io.interlude.domain.pacing.DaySpend;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.reach.ReachSketch;
import io.interlude.domain.rollup.CellCounters;
import io.interlude.domain.rollup.CellDimensions;
import io.interlude.domain.rollup.CellMetric;
import io.interlude.domain.rotation.CreativeEngagement;
import io.interlude.domain.rotation.RotationStamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContributionTargetTest {
    private static final OrgId ORG = new OrgId("acme");
    private static final Instant AT = Instant.parse("2026-03-01T10:00:10Z");
    private static final Instant SAME_MINUTE = AT.plusSeconds(40);
    private static final Instant NEXT_MINUTE = AT.plusSeconds(60);

    record Case(String name, Contribution left, Contribution right, boolean same) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() {
        ToCells cells = cells("card", "USD", AT, 1);
        return Stream.of(
                new Case("cells of a minute", cells, cells("card", "USD", SAME_MINUTE, 2), true),
                new Case(
                        "cells of two minutes", cells, cells("card", "USD", NEXT_MINUTE, 1), false),
                new Case("cells of two currencies", cells, cells("card", "EUR", AT, 1), false),
                new Case("cells of two creatives", cells, cells("flow", "USD", AT, 1), false),
                new Case("cells and correction", cells, new ToCorrection(cells), false),
                new Case("correction", new ToCorrection(cells), new ToCorrection(cells), true),
                new Case("reach of a minute", reach(AT, 1), reach(SAME_MINUTE, 2), true),
                new Case("reach of two minutes", reach(AT, 1), reach(NEXT_MINUTE, 1), false),
                new Case("reach and cells", reach(AT, 1), cells, false),
                new Case("spend of a line item", spend("line", 1), spend("line", 2), true),
                new Case("spend of two", spend("line", 1), spend("other", 1), false),
                new Case("a creative", engagement("card", 1), engagement("card", 2), true),
                new Case("two creatives", engagement("card", 1), engagement("flow", 1), false));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void contributionsToOneSumHaveEqualTargets(Case one) {
        assertThat(ContributionTarget.of(one.left).equals(ContributionTarget.of(one.right)))
                .isEqualTo(one.same);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void sumsDoNotDependOnHowContributionsAreGrouped(long seed) {
        Random random = new Random(seed);
        List<Contribution> contributions =
                Stream.generate(() -> randomContribution(random)).limit(500).toList();

        Map<ContributionTarget, Contribution> sums = sums(contributions);

        assertThat(sums(inParts(contributions, random))).isEqualTo(sums);
        long fetches =
                sums.values().stream()
                        .filter(ToCells.class::isInstance)
                        .mapToLong(sum -> ((ToCells) sum).counters().get(CellMetric.FETCHES))
                        .sum();
        assertThat(fetches)
                .isPositive()
                .isEqualTo(
                        contributions.stream()
                                .filter(ToCells.class::isInstance)
                                .mapToLong(
                                        one -> ((ToCells) one).counters().get(CellMetric.FETCHES))
                                .sum());
    }

    @Test
    void differentKindsDoNotAddUp() {
        assertThatThrownBy(() -> spend("line", 1).plus(engagement("card", 1)))
                .isInstanceOf(ClassCastException.class);
    }

    private static Map<ContributionTarget, Contribution> sums(List<Contribution> contributions) {
        Map<ContributionTarget, Contribution> sums = new HashMap<>();
        contributions.forEach(
                one -> sums.merge(ContributionTarget.of(one), one, Contribution::plus));
        return sums;
    }

    /// Sums of random stretches, in the order of the stretches.
    private static List<Contribution> inParts(List<Contribution> contributions, Random random) {
        List<Contribution> parts = new ArrayList<>();
        int from = 0;
        while (from < contributions.size()) {
            int to = Math.min(contributions.size(), from + 1 + random.nextInt(50));
            parts.addAll(sums(contributions.subList(from, to)).values());
            from = to;
        }
        return parts;
    }

    /// All at one time, so that equal sums are equal contributions.
    private static Contribution randomContribution(Random random) {
        String id = random.nextBoolean() ? "one" : "two";
        return switch (random.nextInt(5)) {
            case 0 -> cells(id, "USD", AT, random.nextInt(3));
            case 1 -> reach(AT, random.nextInt(20));
            case 2 -> new ToCorrection(cells(id, "USD", AT, -1));
            case 3 -> spend(id, random.nextInt(9));
            default -> engagement(id, random.nextInt(9));
        };
    }

    private static ToCells cells(String creative, String currency, Instant at, long fetches) {
        return new ToCells(
                dimensions(creative), currency, at, CellCounters.of(CellMetric.FETCHES, fetches));
    }

    private static ToReach reach(Instant at, long hash) {
        return new ToReach(dimensions("card"), at, ReachSketch.of(hash, 1));
    }

    private static ToSpend spend(String lineItem, long micros) {
        return new ToSpend(
                ORG,
                new LineItemId(lineItem),
                new LineItemSpend(
                        List.of(new DaySpend(20_000 + micros % 2, 1, micros)),
                        1,
                        micros,
                        Map.of(0, micros)));
    }

    private static ToEngagement engagement(String creative, long offset) {
        return new ToEngagement(
                ORG,
                new LineItemId("line"),
                new CreativeId(creative),
                CreativeEngagement.served(new RotationStamp(3, offset), Map.of(0, offset)));
    }

    private static CellDimensions dimensions(String creative) {
        return new CellDimensions(
                ORG, "app", "unit", "campaign", "line", creative, AdFormat.NATIVE);
    }
}
