package io.interlude.local.sms;

import io.interlude.local.demo.DemoKeys;
import io.interlude.local.options.AskedProduct;
import io.interlude.local.terminal.Terminal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// `./interlude sms`: plays a flow by text message, from a file or from a running product, to which
/// it then reports the events as a publisher's SMS channel would.
public final class Sms {

    private static final String NO_FLOW =
            "The product served no flow: book a flow creative, or give --flow FILE.";

    private Sms() {}

    /// Plays one flow; ends with 1 and one sentence when there is none.
    public static void main(String[] arguments) throws InterruptedException {
        BufferedReader replies =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try {
            run(List.of(arguments), System.getenv(), replies, Terminal.standard());
        } catch (IllegalArgumentException | IOException e) {
            Terminal.failAndExit(
                    Objects.requireNonNullElse(e.getMessage(), "The flow cannot be played."));
        }
    }

    /// Plays one flow.
    ///
    /// @param replies what the person sends, a reply a line
    /// @throws IllegalArgumentException with a sentence that says why there is none
    public static void run(
            List<String> arguments,
            Map<String, String> environment,
            BufferedReader replies,
            Terminal terminal)
            throws IOException, InterruptedException {
        SmsOptions options = SmsOptions.parse(arguments, environment);
        Path file = options.flow();
        if (file == null) {
            playFetched(options, replies, terminal);
        } else {
            new SmsThread(ServedFlow.inFile(file), replies, terminal).play();
        }
    }

    private static void playFetched(SmsOptions options, BufferedReader replies, Terminal terminal)
            throws IOException, InterruptedException {
        try (FlowAds ads = connect(options.product())) {
            ServedFlow flow =
                    ads.fetch(options.adUnit(), options.subscriber())
                            .orElseThrow(() -> new IllegalArgumentException(NO_FLOW));
            new SmsThread(flow, replies, terminal).play();
            int lost = ads.lostEvents();
            if (lost > 0) {
                terminal.line("-- " + lost + " events were not recorded");
            }
        }
    }

    private static FlowAds connect(AskedProduct asked) throws IOException {
        String key = asked.key();
        if (key != null) {
            return new FlowAds(asked.urlOrLocal(), key);
        }
        DemoKeys keys = DemoKeys.require(asked.dataFolder(), "--key or --flow");
        return new FlowAds(
                Objects.requireNonNullElse(asked.url(), keys.url()),
                keys.applications().getFirst().key());
    }
}
