package io.interlude.manage.creative;

import io.interlude.manage.validation.Fields;
import io.interlude.manage.validation.WebAddresses;
import io.interlude.schema.CardContent;
import io.interlude.schema.CreativeAction;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `card: {title, subtitle?, imageUrl?, imageAltText?, smsText?, disclosure, actions}`. The limits
/// are those of the flow format where it has the same field.
final class CardJson {
    private static final String TITLE = "title";
    private static final String SUBTITLE = "subtitle";
    private static final String IMAGE_URL = "imageUrl";
    private static final String IMAGE_ALT_TEXT = "imageAltText";
    private static final String SMS_TEXT = "smsText";
    private static final String DISCLOSURE = "disclosure";
    private static final String ACTIONS = "actions";
    private static final String TEXT = "text";
    private static final String URL = "url";

    private static final int MAX_TITLE_CHARACTERS = 200;
    private static final int MAX_COPY_CHARACTERS = 640;
    private static final int MAX_SMS_CHARACTERS = 320;
    private static final int MAX_ALT_CHARACTERS = 200;
    private static final int MAX_DISCLOSURE_CHARACTERS = 100;
    private static final int MAX_LABEL_CHARACTERS = 80;
    private static final int MOST_ACTIONS = 10;

    private CardJson() {}

    static CardContent read(Fields fields) {
        CardContent card = new CardContent();
        card.setTitle(fields.requiredText(TITLE, MAX_TITLE_CHARACTERS));
        card.setSubtitle(fields.text(SUBTITLE, MAX_COPY_CHARACTERS));
        card.setImageUrl(WebAddresses.url(fields, IMAGE_URL));
        card.setImageAltText(fields.text(IMAGE_ALT_TEXT, MAX_ALT_CHARACTERS));
        card.setSmsText(fields.text(SMS_TEXT, MAX_SMS_CHARACTERS));
        card.setDisclosure(fields.requiredText(DISCLOSURE, MAX_DISCLOSURE_CHARACTERS));
        card.setActions(actions(fields));
        return card;
    }

    private static List<CreativeAction> actions(Fields fields) {
        fields.require(ACTIONS);
        if (fields.json().path(ACTIONS).isArray() && fields.json().path(ACTIONS).isEmpty()) {
            fields.broken(ACTIONS, "length", "Give 1 to " + MOST_ACTIONS + " actions.");
        }
        return fields.objects(ACTIONS, MOST_ACTIONS).stream().map(CardJson::action).toList();
    }

    private static CreativeAction action(Fields fields) {
        fields.require(URL);
        @Nullable String url = WebAddresses.url(fields, URL);
        return new CreativeAction(
                fields.requiredText(TEXT, MAX_LABEL_CHARACTERS), url == null ? "" : url);
    }

    static void write(CardContent card, ObjectNode json) {
        json.put(TITLE, card.getTitle());
        putIfAny(json, SUBTITLE, card.getSubtitle());
        putIfAny(json, IMAGE_URL, card.getImageUrl());
        putIfAny(json, IMAGE_ALT_TEXT, card.getImageAltText());
        putIfAny(json, SMS_TEXT, card.getSmsText());
        json.put(DISCLOSURE, card.getDisclosure());
        ArrayNode actions = json.putArray(ACTIONS);
        card.getActions()
                .forEach(action ->
                        actions.addObject().put(TEXT, action.getText()).put(URL, action.getUrl()));
    }

    private static void putIfAny(ObjectNode json, String name, @Nullable String text) {
        if (text != null) {
            json.put(name, text);
        }
    }
}
