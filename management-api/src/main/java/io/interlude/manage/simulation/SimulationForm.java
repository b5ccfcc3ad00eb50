package io.interlude.manage.simulation;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.json.Json;
import io.interlude.schema.SimulationRecorded;
import io.interlude.web.job.Job;
import io.interlude.web.job.JobForm;
import io.interlude.web.job.Jobs;
import io.interlude.web.job.KeptJobs;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/// Simulations as jobs of an org.
public final class SimulationForm
        implements JobForm<SimulationRequest, SimulationResult, SimulationRecorded> {
    /// Simulations that are kept of all orgs.
    private static final int KEPT_MAX = 100;

    private static final Words WORDS =
            new Words(
                    "simulation",
                    "simulate the time in parts",
                    "The time has more subscribers than fit into your share of memory: simulate it in parts.",
                    "The journal or the catalogue could not be read: start the simulation again.");

    private static final Logger LOG = LoggerFactory.getLogger(SimulationForm.class);

    private SimulationForm() {}

    /// The simulations of all instances.
    public static KeptJobs<SimulationRequest, SimulationResult, SimulationRecorded> kept(
            KeptJobs.Writer<SimulationRecorded> writer) {
        return new KeptJobs<>(new SimulationForm(), SimulationRecorded.class, KEPT_MAX, writer);
    }

    /// The simulations of this process.
    public static Jobs<SimulationRequest, SimulationResult, SimulationRecorded> jobs(
            SimulationRun run,
            KeptJobs<SimulationRequest, SimulationResult, SimulationRecorded> kept,
            InstantSource clock) {
        return new Jobs<>(kept, run::run, SimulationForm::tellEnd, clock);
    }

    private static void tellEnd(Job<SimulationRequest, SimulationResult> job) {
        Job.Outcome<SimulationResult> outcome = job.outcome();
        SimulationResult result = outcome == null ? null : outcome.result();
        LOG.info(
                "event=simulation_ended id={} org={} status={} requests={}",
                job.id(),
                job.orgId().value(),
                SimulationJson.status(outcome),
                result == null ? 0 : result.requests());
    }

    @Override
    public Words words() {
        return WORDS;
    }

    @Override
    public SimulationRecorded record(
            Job<SimulationRequest, SimulationResult> job, String instance, Instant now) {
        SimulationRequest request = job.request();
        SimulationRecorded record = new SimulationRecorded();
        record.setOrgId(job.orgId().value());
        record.setSimulationId(job.id());
        record.setInstance(instance);
        record.setRecordedAt(now.truncatedTo(ChronoUnit.MILLIS));
        record.setStartedAt(job.startedAt());
        record.setFrom(request.from());
        record.setTo(request.to());
        record.setChanges(Json.MAPPER.writeValueAsString(request.changes()));
        record.setChangedBy(job.changedBy());
        record.setStatus(SimulationJson.status(job.outcome()));
        record.setProgress(job.progress());
        record.setFound(job.outcome() == null ? null : Json.MAPPER.writeValueAsString(json(job)));
        return record;
    }

    @Override
    public Job<SimulationRequest, SimulationResult> job(SimulationRecorded record) {
        OrgId orgId = new OrgId(record.getOrgId());
        return new Job<>(
                record.getSimulationId(),
                orgId,
                new SimulationRequest(
                        orgId,
                        record.getFrom(),
                        record.getTo(),
                        (ObjectNode) Json.MAPPER.readTree(record.getChanges())),
                record.getStartedAt(),
                record.getChangedBy());
    }

    @Override
    public Map<String, Object> json(Job<SimulationRequest, SimulationResult> job) {
        return SimulationJson.of(job);
    }

    @Override
    public Map<String, Object> brief(Job<SimulationRequest, SimulationResult> job) {
        Map<String, Object> brief = json(job);
        SimulationJson.DETAILS.forEach(brief::remove);
        return brief;
    }

    @Override
    public List<String> details() {
        return SimulationJson.DETAILS;
    }
}
