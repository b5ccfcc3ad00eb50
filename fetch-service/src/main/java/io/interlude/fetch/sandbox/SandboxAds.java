package io.interlude.fetch.sandbox;

import io.interlude.catalogue.record.FlowCodec;
import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.catalogue.CreativeContent.Card;
import io.interlude.domain.catalogue.CreativeContent.CardAction;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// The demo ads that the sandbox serves, whatever the account's state or demand. They belong to no
/// catalogue.
public final class SandboxAds {
    private static final LineItemId LINE_ITEM = new LineItemId("sandbox");
    private static final String TARGET = "https://example.com/";

    private static final CreativeVersion CARD =
            creative(
                    "sandbox-card",
                    new Card(
                            "A weekend by the lake",
                            "Cabins for two from Friday to Sunday.",
                            "https://example.com/lake.png",
                            "A wooden cabin at a lake",
                            "Lake cabins for two, Friday to Sunday.",
                            "Sponsored demo",
                            List.of(new CardAction("See the cabins", TARGET))));

    private static final CreativeVersion FLOW =
            creative(
                    "sandbox-flow",
                    FlowCodec.flow(
                            """
                            {
                              "specVersion": "1.0",
                              "entryNodeId": "hello",
                              "metadata": {
                                "advertiserName": "Lake Cabins Demo",
                                "disclosureText": "Sponsored demo",
                                "teaser": "A weekend by the lake?"
                              },
                              "nodes": [
                                {
                                  "id": "hello",
                                  "type": "message",
                                  "text": "Lake cabins for two, Friday to Sunday.",
                                  "next": "ask"
                                },
                                {
                                  "id": "ask",
                                  "type": "choice-set",
                                  "prompt": "Would you like to see some?",
                                  "choices": [
                                    {"id": "yes", "label": "Show me", "target": "see"},
                                    {"id": "no", "label": "No, thanks", "target": "bye"}
                                  ],
                                  "noMatchTarget": "bye"
                                },
                                {
                                  "id": "see",
                                  "type": "action",
                                  "action": {
                                    "kind": "link_out",
                                    "url": "https://example.com/",
                                    "label": "See the cabins"
                                  }
                                },
                                {
                                  "id": "bye",
                                  "type": "action",
                                  "text": "Have a good weekend.",
                                  "action": {"kind": "end"}
                                }
                              ]
                            }
                            """));

    private SandboxAds() {}

    /// The demo ad of the format.
    public static CreativeVersion of(AdFormat format) {
        return format == AdFormat.FLOW ? FLOW : CARD;
    }

    private static CreativeVersion creative(String id, CreativeContent content) {
        return new CreativeVersion(
                new CreativeId(id), 1, LINE_ITEM, true, null, Instant.EPOCH, 1, Map.of(), content);
    }
}
