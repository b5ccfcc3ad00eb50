package io.interlude.report.audit.job;

import io.interlude.catalogue.key.Actor;
import io.interlude.domain.money.MoneySum;
import io.interlude.report.audit.CellDifference;
import io.interlude.report.audit.ManifestFindings;
import io.interlude.report.audit.ManifestFindings.BrokenHour;
import io.interlude.report.audit.count.AuditMetric;
import io.interlude.report.audit.count.AuditRequest;
import io.interlude.report.audit.count.AuditSpan;
import io.interlude.report.audit.count.Counts.View;
import io.interlude.report.audit.count.Series;
import io.interlude.report.audit.job.AuditResult.LineItemTotal;
import io.interlude.web.job.Job;
import io.interlude.web.refusal.Problem;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An audit as clients see it.
final class AuditJson {
    /// Fields that lists leave out.
    static final List<String> DETAILS = List.of("differences", "manifests", "totals");

    private AuditJson() {}

    /// The audit without what it found in detail.
    static Map<String, Object> brief(Job<AuditRequest, AuditResult> job) {
        Map<String, Object> body = new LinkedHashMap<>();
        AuditRequest request = job.request();
        Job.Outcome<AuditResult> outcome = job.outcome();
        body.put("id", job.id());
        body.put("status", status(outcome));
        body.put("progress", job.progress());
        body.put("from", request.range().from().toString());
        body.put("to", request.range().to().toString());
        Instant asOf = request.asOf();
        if (asOf != null) {
            body.put("asOf", asOf.toString());
        }
        String attribution = request.attribution();
        if (attribution != null) {
            body.put("attribution", attribution);
        }
        body.put("startedAt", job.startedAt().toString());
        String changedBy = job.changedBy();
        if (changedBy != null) {
            body.put("changedBy", Actor.id(changedBy));
        }
        AuditResult result = outcome == null ? null : outcome.result();
        if (outcome != null) {
            body.put("finishedAt", outcome.at().toString());
            if (result != null) {
                body.put("records", result.records());
                body.put("cells", result.cells());
                body.put("changingCells", result.changing());
                body.put("differenceCount", result.differenceCount());
                if (result.notAvailable() > 0) {
                    body.put("notAvailable", result.notAvailable());
                }
            }
            Problem problem = outcome.problem();
            if (problem != null) {
                body.put("reason", problem.reason().wireName());
                body.put("description", problem.description());
            }
        }
        return body;
    }

    static Map<String, Object> of(Job<AuditRequest, AuditResult> job) {
        Map<String, Object> body = brief(job);
        Job.Outcome<AuditResult> outcome = job.outcome();
        AuditResult result = outcome == null ? null : outcome.result();
        body.put(
                "differences",
                result == null
                        ? List.of()
                        : result.differences().stream().map(AuditJson::difference).toList());
        if (result != null) {
            body.put("manifests", manifests(result.manifests()));
            body.put("totals", result.totals().stream().map(AuditJson::total).toList());
        }
        return body;
    }

    static String status(Job.@Nullable Outcome<AuditResult> outcome) {
        if (outcome == null) {
            return "running";
        }
        AuditResult result = outcome.result();
        return result != null && result.agrees() ? "passed" : "failed";
    }

    private static Map<String, Object> difference(CellDifference difference) {
        Map<String, Object> body = new LinkedHashMap<>();
        Series series = difference.series();
        AuditMetric metric = difference.metric();
        body.put("granularity", difference.cell().span().wireName());
        body.put("start", AuditSpan.instant(difference.cell().start()).toString());
        body.put("application", series.application());
        body.put("adUnit", series.adUnit());
        body.put("campaign", series.campaign());
        body.put("lineItem", series.lineItem());
        body.put("creative", series.creative());
        body.put("format", series.format());
        putNamed(body, "conversionGoal", series.conversionGoal());
        putNamed(body, "conversionName", series.conversionName());
        putNamed(body, "eventName", series.eventName());
        if (series.isByAttribute()) {
            body.put("attribute." + series.attribute(), series.attributeValue());
        }
        body.put("currency", series.currency());
        body.put("corrections", difference.view().wireName());
        body.put("metric", metric.wireName());
        body.put("served", metric.written(difference.served()));
        body.put("replayed", metric.written(difference.replayed()));
        body.put("cause", difference.cause().wireName());
        body.put("description", difference.cause().description());
        return body;
    }

    private static void putNamed(Map<String, Object> body, String dimension, String name) {
        if (!name.isEmpty()) {
            body.put(dimension, name);
        }
    }

    private static Map<String, Object> manifests(ManifestFindings findings) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("verified", findings.verified());
        body.put("unsealed", findings.unsealed());
        body.put("notAvailable", findings.notAvailable());
        body.put("brokenCount", findings.brokenCount());
        body.put("broken", findings.broken().stream().map(AuditJson::broken).toList());
        return body;
    }

    private static Map<String, Object> broken(BrokenHour hour) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("topic", hour.topic());
        body.put("partition", hour.partition());
        body.put("hour", hour.hour().toString());
        body.put("firstOffset", hour.firstOffset());
        body.put("lastOffset", hour.lastOffset());
        body.put("problem", hour.problem().wireName());
        body.put("description", hour.problem().description());
        return body;
    }

    private static Map<String, Object> total(LineItemTotal total) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("campaign", total.campaign());
        body.put("lineItem", total.lineItem());
        body.put("currency", total.currency());
        for (AuditMetric metric : AuditMetric.REPORTED) {
            // Subscribers of several creatives cannot be added up.
            if (metric != AuditMetric.REACH) {
                MoneySum amount = total.counts().exact(metric, View.INCLUDE);
                if (metric.isToldWhenThereIsAny() && amount.micros() == 0) {
                    continue;
                }
                body.put(
                        metric.wireName(),
                        metric.isMoney() ? amount.toDecimalString() : (Object) amount.micros());
            }
        }
        return body;
    }
}
