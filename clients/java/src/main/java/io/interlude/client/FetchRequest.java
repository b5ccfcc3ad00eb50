package io.interlude.client;

import io.interlude.client.api.BotPlatformPayload;
import io.interlude.client.api.Consent;
import io.interlude.client.api.Include;
import io.interlude.client.api.NativePayload;
import io.interlude.client.api.ServedFlow;
import io.interlude.client.api.SmsPayload;
import io.interlude.client.api.Turn;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A request for an ad. Immutable: each method returns another request with one change. A server
/// that is too old for a field ignores it.
///
/// @param <P> payload of the ad
public final class FetchRequest<P> {
    private final Class<P> payload;
    private final Map<String, Object> body;
    private final Options options;

    /// The options beside the body.
    ///
    /// @param timeout null for the client's own
    record Options(@Nullable Duration timeout, @Nullable String idempotencyKey, boolean debug) {}

    private FetchRequest(Class<P> payload, Map<String, Object> body, Options options) {
        this.payload = payload;
        this.body = body;
        this.options = options;
    }

    private static <P> FetchRequest<P> of(Class<P> payload, Map<String, Object> body) {
        return new FetchRequest<>(payload, body, new Options(null, null, false));
    }

    /// Asks for a card.
    public static FetchRequest<NativePayload> card() {
        return of(NativePayload.class, Map.of());
    }

    /// Asks for a text message.
    public static FetchRequest<SmsPayload> sms() {
        return of(SmsPayload.class, Map.of("format", "sms"));
    }

    /// Asks for a card of a chat platform.
    public static FetchRequest<BotPlatformPayload> botPlatform() {
        return of(BotPlatformPayload.class, Map.of("format", "botplatform"));
    }

    /// Asks for a flow.
    public static FetchRequest<ServedFlow> flow() {
        return of(ServedFlow.class, Map.of("adFormat", "Flow"));
    }

    /// Code of the ad unit; without it the application's default. `__sandbox__` always has an ad
    /// and counts nothing.
    public FetchRequest<P> adUnit(String code) {
        return with("adUnit", code);
    }

    /// An opaque id of the person, for frequency caps and reach. Never a name, an address or a
    /// number.
    public FetchRequest<P> subscriber(String id) {
        return with("subscriber", id);
    }

    /// An opaque id of the conversation, at most 128 characters: for the ad load and caps of a
    /// conversation.
    public FetchRequest<P> conversation(String id) {
        return with("conversation", id);
    }

    /// The number of the user's turn; by default the server counts those of the context.
    public FetchRequest<P> turn(int number) {
        return with("turn", number);
    }

    /// Attributes that line items target: texts, numbers, booleans and lists of texts.
    public FetchRequest<P> attributes(Map<String, ?> attributes) {
        return with("attributes", Map.copyOf(attributes));
    }

    /// The conversation up to now. The server reads the latest 4,096 bytes of it, and stores none.
    public FetchRequest<P> context(List<Turn> turns) {
        return with("context", List.copyOf(turns));
    }

    /// The same as a text.
    public FetchRequest<P> context(String text) {
        return with("context", text);
    }

    /// Parts of the decision to be told with the ad.
    public FetchRequest<P> include(Include... parts) {
        return with("include", List.of(parts));
    }

    /// Your own verdict that this is no moment for an ad. It only tightens.
    public FetchRequest<P> sensitive(boolean sensitive) {
        return with("sensitive", sensitive);
    }

    /// Says that the person is a child: only line items that are suitable for children.
    public FetchRequest<P> child(boolean child) {
        return with("child", child);
    }

    /// The person's consent.
    public FetchRequest<P> consent(Consent consent) {
        return with("consent", consent);
    }

    /// Most ads that are wanted, 1 to 5, each of another advertiser and each counted: show them
    /// all. Not for flows.
    public FetchRequest<P> count(int most) {
        return with("count", most);
    }

    /// A test: in no report, and its answer names the rule that each candidate failed.
    public FetchRequest<P> test(boolean test) {
        return with("test", test);
    }

    /// Until the answer counts as no ad; the client's own unless given.
    ///
    /// @throws IllegalArgumentException unless it is positive
    public FetchRequest<P> timeout(Duration timeout) {
        return with(
                new Options(
                        ClientOptions.positive("timeout", timeout),
                        options.idempotencyKey,
                        options.debug));
    }

    /// At most 128 characters. A repeat of the same request under the same key has the same ad, and
    /// counts once.
    ///
    /// @throws IllegalArgumentException when no header can hold it
    public FetchRequest<P> idempotencyKey(String key) {
        return with(
                new Options(
                        options.timeout,
                        ClientOptions.headerValue("idempotencyKey", key),
                        options.debug));
    }

    /// Asks why there is no ad.
    public FetchRequest<P> debug() {
        return with(new Options(options.timeout, options.idempotencyKey, true));
    }

    private FetchRequest<P> with(String field, Object value) {
        Map<String, Object> changed = new LinkedHashMap<>(body);
        changed.put(field, value);
        return new FetchRequest<>(payload, Collections.unmodifiableMap(changed), options);
    }

    private FetchRequest<P> with(Options changed) {
        return new FetchRequest<>(payload, body, changed);
    }

    Class<P> payload() {
        return payload;
    }

    Map<String, Object> body() {
        return body;
    }

    Options options() {
        return options;
    }

    /// Names the fields that are there. Their values are nobody's business.
    @Override
    public String toString() {
        return "FetchRequest" + body.keySet();
    }
}
