package io.interlude.local.audit;

import io.interlude.local.demo.ProductAccess;
import io.interlude.local.terminal.Terminal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/// `./interlude audit`: audits a running product, shows how far it is and what differs. Ends with 0
/// when nothing does, with 1 when something does, and with 2 when there was no audit.
public final class Audit {
    static final int PASSED = 0;
    static final int FAILED = 1;
    static final int NO_AUDIT = 2;

    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

    private Audit() {}

    /// Makes one audit.
    public static void main(String[] arguments) throws InterruptedException {
        System.exit(run(List.of(arguments), System.getenv(), Terminal.standard()));
    }

    /// Makes one audit.
    ///
    /// @return the exit code of the process
    public static int run(
            List<String> arguments, Map<String, String> environment, Terminal terminal)
            throws InterruptedException {
        try {
            AuditOptions options = AuditOptions.parse(arguments, environment);
            try (AuditClient client = connect(options)) {
                JsonNode audit = await(client, client.start(options.range()), terminal);
                AuditTable.print(audit, terminal);
                return exitCode(audit);
            }
        } catch (IllegalArgumentException | IOException e) {
            terminal.line(
                    "interlude: "
                            + Objects.requireNonNullElse(
                                    e.getMessage(), "The audit cannot be made."));
            return NO_AUDIT;
        }
    }

    /// One that could not be made has a reason, and proves nothing either way.
    private static int exitCode(JsonNode audit) {
        if (audit.has("reason")) {
            return NO_AUDIT;
        }
        return audit.path("status").asString().equals("passed") ? PASSED : FAILED;
    }

    private static JsonNode await(AuditClient client, JsonNode started, Terminal terminal)
            throws IOException, InterruptedException {
        JsonNode audit = started;
        String shown = "";
        while (audit.path("status").asString().equals("running")) {
            String bar = AuditTable.bar(audit.path("progress").asDouble());
            if (!bar.equals(shown)) {
                terminal.progress(bar);
                shown = bar;
            }
            LockSupport.parkNanos(POLL_INTERVAL.toNanos());
            audit = client.find(started.path("id").asString());
        }
        terminal.progress(AuditTable.bar(1));
        terminal.endProgress();
        return audit;
    }

    private static AuditClient connect(AuditOptions options) throws IOException {
        ProductAccess product = ProductAccess.of(options.product());
        return new AuditClient(product.url(), product.key());
    }
}
