package io.interlude.web.job;

import io.interlude.schema.JobRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// A kind of job as clients see it, and as its topic has it.
///
/// @param <Q> what is asked for
/// @param <F> what is found
/// @param <R> its records
public interface JobForm<Q, F, R extends JobRecord> {
    /// Its words in refusals and logs.
    Words words();

    /// The record of how far a job is. One that found more than a record holds is [cut][Job#cut()].
    ///
    /// @param instance the process that makes it
    R record(Job<Q, F> job, String instance, Instant now);

    /// The job that a record is of, as it was when it was asked for.
    Job<Q, F> job(R record);

    /// The whole of it, as JSON.
    Map<String, Object> json(Job<Q, F> job);

    /// The same without its [#details], which may be large.
    Map<String, Object> brief(Job<Q, F> job);

    /// The fields of its JSON that lists leave out.
    List<String> details();

    /// The words for a kind of job.
    ///
    /// @param noun in the singular
    /// @param inParts the advice to ask for less at a time
    /// @param tooLarge said of one that needs more memory than its org has
    /// @param unreadable said of one that could not read what it is made from
    record Words(String noun, String inParts, String tooLarge, String unreadable) {}
}
