package io.interlude.report.audit.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.json.Json;
import io.interlude.report.audit.count.AuditRequest;
import io.interlude.report.rollup.TimeRange;
import io.interlude.schema.AuditRecorded;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import tools.jackson.core.type.TypeReference;

/// Audits as records of `catalogue.audits`.
final class AuditRecords {
    /// Most characters of what was found. An audit that found more is kept without its totals, and
    /// if need be without its differences: the instance that made it has them until it ends.
    static final int FOUND_MAX = 512 * 1_024;

    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    private AuditRecords() {}

    static AuditRecorded of(AuditJob job, String instance, Instant now) {
        AuditRequest request = job.request();
        AuditJob.Outcome outcome = job.outcome();
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

    /// The audit that another instance is to make again.
    static AuditRequest request(AuditRecorded record) {
        return new AuditRequest(
                new OrgId(record.getOrgId()),
                new TimeRange(record.getFrom(), record.getTo()),
                ZoneId.of(record.getTimeZone()),
                record.getAsOf(),
                record.getAttribution());
    }

    private static String found(AuditJob job) {
        Map<String, Object> body = AuditJson.of(job);
        String found = Json.MAPPER.writeValueAsString(body);
        for (String large : List.of("totals", "differences")) {
            if (found.length() > FOUND_MAX && body.containsKey(large)) {
                body.put(large, List.of());
                found = Json.MAPPER.writeValueAsString(body);
            }
        }
        return found;
    }

    /// The findings of an ended audit, as clients see them.
    static Map<String, Object> read(String found) {
        return Json.MAPPER.readValue(found, OBJECT);
    }

    /// The findings of an audit as they are held in memory, for the few requests for them.
    static final class Packed {
        private final byte[] gzip;

        Packed(String found) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
                out.write(found.getBytes(UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            gzip = bytes.toByteArray();
        }

        Map<String, Object> unpacked() {
            try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
                return Json.MAPPER.readValue(in.readAllBytes(), OBJECT);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
