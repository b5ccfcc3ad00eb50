package io.interlude.domain.selection;

import io.interlude.domain.catalogue.Ranking;
import io.interlude.domain.number.Absent;
import io.interlude.domain.prepared.PreparedLineItem;
import java.util.Locale;

/// The first of priority, relevance or value, urgency and draw that put one line item before
/// another, in words. It is found by the numbers that the contest compared, which are then told
/// with as many decimal places as it takes to tell them apart.
///
/// @param by the measure
/// @param expected its value of the line item that came first
/// @param actual its value of the other one
record Outranking(String by, String expected, String actual) {
    private static final int PLACES = 4;

    /// As many as any two different numbers of the scale of 1 need.
    private static final int MOST_PLACES = 17;

    static Outranking of(CandidateCheck check, PreparedLineItem first, PreparedLineItem other) {
        int firstPriority = first.lineItem().priority();
        int priority = other.lineItem().priority();
        if (firstPriority != priority) {
            return new Outranking(
                    "its priority", "priority " + firstPriority, "priority " + priority);
        }
        double firstRelevance = check.relevance(first);
        double relevance = check.relevance(other);
        if (check.valuer().ranking() != Ranking.RELEVANCE) {
            Valuation firstValue = check.valuer().value(first, firstRelevance);
            Valuation value = check.valuer().value(other, relevance);
            if (Double.compare(firstValue.rank(), value.rank()) != 0) {
                return byValue(check.valuer(), firstValue, value);
            }
        } else if (Double.compare(firstRelevance, relevance) != 0) {
            int places = placesToTell(firstRelevance, relevance);
            return new Outranking(
                    "its relevance to the context",
                    relevanceWords(firstRelevance, places),
                    relevanceWords(relevance, places));
        }
        return byUrgencyOrDraw(check, first, other);
    }

    private static Outranking byValue(Valuer valuer, Valuation first, Valuation other) {
        boolean behind = first.behind() != other.behind();
        return new Outranking(
                behind ? "being further behind its goal" : "its value",
                goalWords(behind, first) + valuer.words(first),
                goalWords(behind, other) + valuer.words(other));
    }

    private static String goalWords(boolean behind, Valuation of) {
        return behind
                ? String.format(Locale.ROOT, "%.4f %% behind its goal, ", 100 * of.behind())
                : "";
    }

    private static Outranking byUrgencyOrDraw(
            CandidateCheck check, PreparedLineItem first, PreparedLineItem other) {
        double firstBehind = 100 * check.pace(first).urgency();
        double behind = 100 * check.pace(other).urgency();
        if (Double.compare(firstBehind, behind) != 0) {
            int places = placesToTell(firstBehind, behind);
            return new Outranking(
                    "being further behind its plan",
                    behindWords(firstBehind, places),
                    behindWords(behind, places));
        }
        return new Outranking(
                "a draw by weight",
                "weight " + first.lineItem().weight(),
                "weight " + other.lineItem().weight());
    }

    private static String relevanceWords(double relevance, int places) {
        return Absent.is(relevance)
                ? "needs no relevance"
                : "relevance " + decimal(relevance, places);
    }

    private static String behindWords(double percent, int places) {
        return decimal(percent, places) + " % behind its plan";
    }

    private static int placesToTell(double one, double other) {
        int places = PLACES;
        while (places < MOST_PLACES && decimal(one, places).equals(decimal(other, places))) {
            places++;
        }
        return places;
    }

    private static String decimal(double number, int places) {
        return String.format(Locale.ROOT, "%." + places + "f", number);
    }
}
