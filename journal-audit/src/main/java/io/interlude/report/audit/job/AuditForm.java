package io.interlude.report.audit.job;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.json.Json;
import io.interlude.report.audit.count.AuditRequest;
import io.interlude.report.rollup.TimeRange;
import io.interlude.schema.AuditRecorded;
import io.interlude.web.job.Job;
import io.interlude.web.job.JobForm;
import io.interlude.web.job.Jobs;
import io.interlude.web.job.KeptJobs;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Audits as jobs of an org.
public final class AuditForm implements JobForm<AuditRequest, AuditResult, AuditRecorded> {
    /// Audits that are kept of all orgs.
    private static final int KEPT_MAX = 200;

    /// Most characters of what was found. An audit that found more is kept without its totals, and
    /// if need be without its differences: the instance that made it has them until it ends.
    private static final int FOUND_MAX = 512 * 1_024;

    private static final Words WORDS =
            new Words(
                    "audit",
                    "audit the range in parts",
                    "The range has more cells or events than fit into your share of memory: audit it in parts.",
                    "The journal or the cells could not be read: start the audit again.");

    private static final Logger LOG = LoggerFactory.getLogger(AuditForm.class);

    private AuditForm() {}

    /// The audits of all instances.
    public static KeptJobs<AuditRequest, AuditResult, AuditRecorded> kept(
            KeptJobs.Writer<AuditRecorded> writer) {
        return new KeptJobs<>(new AuditForm(), AuditRecorded.class, KEPT_MAX, writer);
    }

    /// The audits of this process.
    public static Jobs<AuditRequest, AuditResult, AuditRecorded> jobs(
            AuditRun run,
            KeptJobs<AuditRequest, AuditResult, AuditRecorded> kept,
            InstantSource clock,
            MeterRegistry meters) {
        return new Jobs<>(kept, run::run, job -> tellEnd(job, meters), clock);
    }

    private static void tellEnd(Job<AuditRequest, AuditResult> job, MeterRegistry meters) {
        String status = AuditJson.status(job.outcome());
        Job.Outcome<AuditResult> outcome = job.outcome();
        AuditResult result = outcome == null ? null : outcome.result();
        meters.counter("interlude.audits", "outcome", result == null ? "error" : status)
                .increment();
        LOG.info(
                "event=audit_ended id={} org={} status={} records={} differences={} broken_hours={}",
                job.id(),
                job.orgId().value(),
                status,
                result == null ? 0 : result.records(),
                result == null ? 0 : result.differenceCount(),
                result == null ? 0 : result.manifests().brokenCount());
    }

    @Override
    public Words words() {
        return WORDS;
    }

    @Override
    public AuditRecorded record(Job<AuditRequest, AuditResult> job, String instance, Instant now) {
        AuditRequest request = job.request();
        Job.Outcome<AuditResult> outcome = job.outcome();
        AuditRecorded record = new AuditRecorded();
        record.setOrgId(request.orgId().value());
        record.setAuditId(job.id());
        record.setInstance(instance);
        record.setRecordedAt(now.truncatedTo(ChronoUnit.MILLIS));
        record.setStartedAt(job.startedAt());
        record.setFrom(request.range().from());
        record.setTo(request.range().to());
        record.setTimeZone(request.zone().getId());
        record.setAsOf(request.asOf());
        record.setAttribution(request.attribution());
        record.setChangedBy(job.changedBy());
        record.setStatus(AuditJson.status(outcome));
        record.setProgress(job.progress());
        if (outcome != null) {
            record.setFound(found(job));
        }
        return record;
    }

    @Override
    public Job<AuditRequest, AuditResult> job(AuditRecorded record) {
        OrgId orgId = new OrgId(record.getOrgId());
        return new Job<>(
                record.getAuditId(),
                orgId,
                new AuditRequest(
                        orgId,
                        new TimeRange(record.getFrom(), record.getTo()),
                        ZoneId.of(record.getTimeZone()),
                        record.getAsOf(),
                        record.getAttribution()),
                record.getStartedAt(),
                record.getChangedBy());
    }

    @Override
    public Map<String, Object> json(Job<AuditRequest, AuditResult> job) {
        return AuditJson.of(job);
    }

    @Override
    public Map<String, Object> brief(Job<AuditRequest, AuditResult> job) {
        return AuditJson.brief(job);
    }

    @Override
    public List<String> details() {
        return AuditJson.DETAILS;
    }

    private static String found(Job<AuditRequest, AuditResult> job) {
        Map<String, Object> body = AuditJson.of(job);
        String found = Json.MAPPER.writeValueAsString(body);
        for (String large : List.of("totals", "differences")) {
            if (found.length() > FOUND_MAX && body.containsKey(large)) {
                body.put(large, List.of());
                job.cut();
                found = Json.MAPPER.writeValueAsString(body);
            }
        }
        return found;
    }
}
