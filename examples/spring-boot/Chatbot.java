import io.interlude.client.FetchRequest;
import io.interlude.client.InterludeClient;
import io.interlude.client.api.EventType;
import io.interlude.client.api.NativePayload;
import io.interlude.client.api.Turn;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/// A chatbot with one tool of ours: the model says when, the page shows the card, Interlude says
/// whether. The page keeps the conversation, and sends it whole:
///
/// `POST /chat {"reader": "u-731", "turns": [{"role": "user", "text": "…"}]}`
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@RestController
public class Chatbot {
    private static final String SHOW_CARD = "show_sponsored_card";
    private static final Map<String, Object> TOOL =
            Map.of(
                    "type",
                    "function",
                    "function",
                    Map.of(
                            "name",
                            SHOW_CARD,
                            "description",
                            "Shows one labelled sponsored card below your answer. Call it when the question is"
                                    + " answered and the talk pauses, at most once in several turns, and never when"
                                    + " the user is in distress, grieving, ill or upset. Don't mention the card.",
                            "parameters",
                            Map.of("type", "object", "properties", Map.of())));

    private final InterludeClient interlude;
    private final WebClient model;
    private final String modelName;

    public Chatbot(
            InterludeClient interlude,
            @Value("${openai.base.url}") String url,
            @Value("${openai.api.key:none}") String key,
            @Value("${openai.model:fake}") String modelName) {
        this.interlude = interlude;
        this.modelName = modelName;
        model = WebClient.builder().baseUrl(url).defaultHeaders(headers -> headers.setBearerAuth(key)).build();
    }

    public static void main(String[] arguments) {
        SpringApplication.run(Chatbot.class, arguments);
    }

    public record Question(String reader, List<Turn> turns) {}

    /// The card is beside the answer and not in it: what the model never reads it can't paraphrase.
    public record Answer(String text, Optional<NativePayload> card) {}

    @PostMapping("/chat")
    public Mono<Answer> chat(@RequestBody Question question) {
        return ask(question.turns()).flatMap(message -> {
            String text = message.path("content").asString();
            boolean mayShow =
                    message.path("tool_calls").valueStream()
                            .anyMatch(call -> call.path("function").path("name").asString().equals(SHOW_CARD));
            return mayShow
                    ? card(question, text).map(card -> new Answer(text, card))
                    : Mono.just(new Answer(text, Optional.empty()));
        });
    }

    private Mono<JsonNode> ask(List<Turn> turns) {
        List<Map<String, String>> messages =
                turns.stream().map(turn -> Map.of("role", turn.role(), "content", turn.text())).toList();
        return model.post()
                .uri("/chat/completions")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(Map.of("model", modelName, "messages", messages, "tools", List.of(TOOL)))
                .retrieve()
                .bodyToMono(JsonNode.class)
                .map(answer -> answer.path("choices").path(0).path("message"));
    }

    private Mono<Optional<NativePayload>> card(Question question, String answer) {
        List<Turn> turns = Stream.concat(question.turns().stream(), Stream.of(Turn.assistant(answer))).toList();
        return Mono.fromFuture(
                interlude.fetchAdAsync(FetchRequest.card().subscriber(question.reader()).context(turns))
                        .thenApply(found -> found.map(ad -> {
                            interlude.report(ad, EventType.SEND);
                            return ad.payload();
                        })));
    }

    /// One for the whole application; closed with it, which sends the events that wait.
    @Bean
    static InterludeClient interlude(
            @Value("${interlude.url:http://127.0.0.1:8080}") String url,
            @Value("${interlude.key}") String key) {
        return InterludeClient.of(url, key);
    }
}
