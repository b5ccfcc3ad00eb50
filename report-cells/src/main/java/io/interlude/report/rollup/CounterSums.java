package io.interlude.report.rollup;

import io.interlude.domain.money.Money;
import io.interlude.domain.money.MoneySum;
import io.interlude.schema.RollupCell;
import java.math.BigDecimal;
import java.math.RoundingMode;

/// Sums of the counters of cells. Money is exact, in the one currency that the cells share, or
/// meaningless when they share none. Immutable.
public record CounterSums(
        long fetches,
        long noFills,
        long sends,
        long delivers,
        long reads,
        long clicks,
        long uniqueClicks,
        long conversions,
        MoneySum conversionValue,
        MoneySum spend,
        long engagements,
        long invalidClicks,
        long invalidConversions,
        long hides,
        long feedback,
        long customEvents,
        long wouldServe,
        MoneySum wouldSpend) {
    public static final CounterSums NONE = money(MoneySum.ZERO, MoneySum.ZERO, MoneySum.ZERO);

    public static CounterSums of(RollupCell cell) {
        return new CounterSums(
                cell.getFetches(),
                cell.getNoFills(),
                cell.getSends(),
                cell.getDelivers(),
                cell.getReads(),
                cell.getClicks(),
                cell.getUniqueClicks(),
                cell.getConversionCount(),
                sum(cell.getConversionValueMicros(), cell.getConversionValueOverflows()),
                sum(cell.getSpendMicros(), cell.getSpendOverflows()),
                cell.getEngagements(),
                cell.getInvalidClicks(),
                cell.getInvalidConversions(),
                cell.getHides(),
                cell.getFeedback(),
                cell.getCustomEvents(),
                cell.getWouldServe(),
                sum(cell.getWouldSpendMicros(), cell.getWouldSpendOverflows()));
    }

    private static CounterSums money(MoneySum value, MoneySum spend, MoneySum wouldSpend) {
        return new CounterSums(
                0, 0, 0, 0, 0, 0, 0, 0, value, spend, 0, 0, 0, 0, 0, 0, 0, wouldSpend);
    }

    private static MoneySum sum(long micros, long overflows) {
        return overflows == 0 ? MoneySum.of(micros) : new MoneySum(micros, overflows);
    }

    private static MoneySum sum(MoneySum left, MoneySum right, long sign) {
        return sign < 0 ? left.minus(right) : left.plus(right);
    }

    public CounterSums plus(CounterSums other) {
        return plus(other, 1);
    }

    public CounterSums minus(CounterSums other) {
        return plus(other, -1);
    }

    private CounterSums plus(CounterSums other, long sign) {
        return new CounterSums(
                fetches + sign * other.fetches,
                noFills + sign * other.noFills,
                sends + sign * other.sends,
                delivers + sign * other.delivers,
                reads + sign * other.reads,
                clicks + sign * other.clicks,
                uniqueClicks + sign * other.uniqueClicks,
                conversions + sign * other.conversions,
                sum(conversionValue, other.conversionValue, sign),
                sum(spend, other.spend, sign),
                engagements + sign * other.engagements,
                invalidClicks + sign * other.invalidClicks,
                invalidConversions + sign * other.invalidConversions,
                hides + sign * other.hides,
                feedback + sign * other.feedback,
                customEvents + sign * other.customEvents,
                wouldServe + sign * other.wouldServe,
                sum(wouldSpend, other.wouldSpend, sign));
    }

    /// The money alone, every count 0.
    public CounterSums moneyOnly() {
        return money(conversionValue, spend, wouldSpend);
    }

    /// These counts with the money of another.
    public CounterSums withMoneyOf(CounterSums other) {
        return minus(moneyOnly()).plus(other.moneyOnly());
    }

    /// Filled requests and the others.
    public long requests() {
        return fetches + noFills;
    }

    /// Clicks, those of invalid traffic included.
    public long grossClicks() {
        return clicks + invalidClicks;
    }

    /// Conversions, those of invalid traffic included.
    public long grossConversions() {
        return conversions + invalidConversions;
    }

    public boolean hasMoney() {
        return !conversionValue.isZero() || !spend.isZero() || !wouldSpend.isZero();
    }

    /// Filled requests of all requests, 0 to 1; 0 without requests.
    public double fillRate() {
        return share(fetches, requests());
    }

    /// Unique clicks for each fetch; 0 without fetches. Over 1 when the clicks of a range follow
    /// fetches before it, or an ad has several actions.
    public double ctr() {
        return share(uniqueClicks, fetches);
    }

    /// Reads for each delivery; 0 without deliveries.
    public double viewability() {
        return share(reads, delivers);
    }

    /// Conversions for each unique click; 0 without unique clicks. Over 1 when conversions need no
    /// click.
    public double conversionRate() {
        return share(conversions, uniqueClicks);
    }

    /// Spend on a thousand fetches, as a decimal string rounded to a micro; zero without fetches.
    public String ecpm() {
        BigDecimal perMille =
                fetches == 0
                        ? BigDecimal.ZERO
                        : new BigDecimal(spend.toDecimalString())
                                .movePointRight(3)
                                .divide(
                                        BigDecimal.valueOf(fetches),
                                        Money.MICROS_SCALE,
                                        RoundingMode.HALF_EVEN)
                                .stripTrailingZeros();
        return perMille.setScale(Math.max(perMille.scale(), Money.LEAST_PLACES)).toPlainString();
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }
}
