package io.interlude.flow;

import io.interlude.flow.Presented.Choices;
import io.interlude.flow.Presented.Offer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Flows as text, for an SMS thread, a console or a bot: what is shown for the items of a step, and
/// what a reply means. The words are the advertiser's; numbers, colons and line breaks are all that
/// is added. Which of two wordings is shown, the [Surface] of the executor has decided.
public final class TextRendering {
    /// Replies that end a conversation by text message, whatever it offers.
    private static final Set<String> STOP_WORDS =
            Set.of("stop", "stopall", "unsubscribe", "cancel", "end", "quit", "revoke", "optout");

    private TextRendering() {}

    /// The text messages that show the items: one for each, but the disclosure leads the first
    /// message.
    public static List<String> render(List<Presented> present) {
        List<String> texts = new ArrayList<>();
        String lead = "";
        for (Presented item : present) {
            String text = text(item);
            if (item instanceof Presented.Disclosure) {
                lead = text + "\n";
            } else if (!text.isEmpty()) {
                texts.add(lead + text);
                lead = "";
            }
        }
        return texts;
    }

    private static String text(Presented item) {
        return switch (item) {
            case Presented.Disclosure disclosure -> disclosure.text();
            case Presented.Message message -> message.text();
            case Choices choices -> choices(choices);
            case Presented.Link link -> link(link.text(), link.label(), link.url());
            case Presented.Handoff handoff -> link(handoff.text(), handoff.label(), handoff.url());
            case Presented.Closing closing -> closing.text() == null ? "" : closing.text();
        };
    }

    private static String choices(Choices choices) {
        Stream<String> options =
                choices.choices().stream().map(offer -> offer.number() + " " + offer.label());
        return Stream.concat(Stream.of(choices.text()), options).collect(Collectors.joining("\n"));
    }

    private static String link(@Nullable String text, String label, String url) {
        String link = label + ": " + url;
        return text == null ? link : text + "\n" + link;
    }

    /// What a reply means. In this order: a stop word alone (STOP, STOPALL, UNSUBSCRIBE, CANCEL,
    /// END, QUIT, REVOKE, OPTOUT) is an exit; the number of a choice, alone or before its label, is
    /// that choice, as is the label alone; everything else is free text. Replies are compared by
    /// their [Words], so `1.`, `(1)` and a full-width digit are all the number.
    ///
    /// @param offered the choices offered at present, of [FlowExecutor#choicesAt]
    public static Input read(Optional<Choices> offered, String reply) {
        String said = String.join(" ", Words.of(reply));
        if (STOP_WORDS.contains(said)) {
            return new Input.Exit();
        }
        List<Offer> offers = offered.map(Choices::choices).orElse(List.of());
        return first(offers, offer -> isNumber(offer, said))
                .or(() -> first(offers, offer -> isLabel(offer, said, reply)))
                .<Input>map(offer -> new Input.Choice(offer.id()))
                .orElseGet(() -> new Input.Text(reply));
    }

    private static Optional<Offer> first(List<Offer> offers, Predicate<Offer> wanted) {
        return offers.stream().filter(wanted).findFirst();
    }

    private static boolean isNumber(Offer offer, String said) {
        String number = Integer.toString(offer.number());
        return said.equals(number) || said.equals((number + " " + label(offer)).strip());
    }

    private static boolean isLabel(Offer offer, String said, String reply) {
        return said.isEmpty() ? reply.equals(offer.label()) : said.equals(label(offer));
    }

    private static String label(Offer offer) {
        return String.join(" ", Words.of(offer.label()));
    }
}
