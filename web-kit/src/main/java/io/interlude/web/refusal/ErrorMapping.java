package io.interlude.web.refusal;

import io.interlude.journal.append.CatalogueFullException;
import io.interlude.journal.append.DiskShareUsedUpException;
import io.interlude.journal.append.OversizedRecordException;
import io.interlude.journal.availability.JournalUnavailableException;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.web.limits.OverloadedException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.springframework.core.codec.CodecException;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.web.reactive.function.UnsupportedMediaTypeException;
import org.springframework.web.server.ResponseStatusException;

/// The one mapping from what a handler throws to what a client is told.
public final class ErrorMapping {
    private ErrorMapping() {}

    /// The refusal that the error stands for; empty for a fault of our own.
    public static Optional<Problem> problem(Throwable error) {
        return switch (error) {
            case ProblemException refusal -> Optional.of(refusal.problem());
            case OverloadedException full ->
                    Optional.of(
                            Problem.of(
                                    Reason.OVERLOADED,
                                    full.getMessage() + ": send the request again in a second."));
            case OversizedRecordException large ->
                    Optional.of(
                            Problem.ofField(
                                    Reason.PAYLOAD_TOO_LARGE, large.field(), large.description()));
            case CatalogueFullException full -> Optional.of(catalogueFull(full.description()));
            case DiskShareUsedUpException _ -> Optional.of(diskShareUsedUp());
            case JournalUnavailableException _ ->
                    Optional.of(
                            Problem.of(
                                    Reason.JOURNAL_UNAVAILABLE,
                                    "Nothing was recorded: send the request again."));
            case StateUnavailableException _ ->
                    Optional.of(
                            Problem.of(
                                    Reason.STATE_UNAVAILABLE,
                                    "The counts cannot be read now: send the request again."));
            case UnsupportedMediaTypeException _ -> Optional.of(mediaType());
            case InvalidMediaTypeException _ -> Optional.of(mediaType());
            case DataBufferLimitException _ -> Optional.of(tooLarge());
            case CodecException _ -> Optional.of(unreadable());
            case ResponseStatusException status -> ofStatus(status.getStatusCode());
            case CompletionException wrapper -> cause(wrapper);
            case ExecutionException wrapper -> cause(wrapper);
            default -> Optional.empty();
        };
    }

    /// Like that of any rule that a resource breaks.
    private static Problem catalogueFull(String message) {
        return Problem.of(Reason.INVALID_RESOURCE, message)
                .withField(
                        "violations",
                        List.of(Map.of("path", "", "rule", "catalogue_size", "message", message)));
    }

    /// Room comes as hours pass, or by the operator.
    private static Problem diskShareUsedUp() {
        return Problem.of(
                        Reason.OVERLOADED,
                        "Your org wrote all that it may write to the disk in a day:"
                                + " come back after Retry-After seconds, and write less.")
                .withHeader("Retry-After", "60");
    }

    private static Optional<Problem> cause(Throwable wrapper) {
        Throwable cause = wrapper.getCause();
        return cause == null ? Optional.empty() : problem(cause);
    }

    private static Optional<Problem> ofStatus(HttpStatusCode status) {
        if (!status.is4xxClientError()) {
            return Optional.empty();
        }
        return Optional.of(
                switch (status.value()) {
                    case 404 -> unknownPath();
                    case 405 -> Problem.of(Reason.METHOD_NOT_ALLOWED, "Use another method.");
                    case 413 -> tooLarge();
                    case 415 -> mediaType();
                    default -> unreadable();
                });
    }

    public static Problem unknownPath() {
        return Problem.of(Reason.NOT_FOUND, "Nothing is here: check the path.");
    }

    public static Problem unreadable() {
        return Problem.of(Reason.INVALID_REQUEST, "The request cannot be read: check its syntax.");
    }

    private static Problem tooLarge() {
        return Problem.of(Reason.PAYLOAD_TOO_LARGE, "The body is too large: send less.");
    }

    private static Problem mediaType() {
        return Problem.of(
                Reason.UNSUPPORTED_MEDIA_TYPE, "Send the body as Content-Type: application/json.");
    }
}
