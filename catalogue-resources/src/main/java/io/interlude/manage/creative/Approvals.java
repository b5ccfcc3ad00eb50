package io.interlude.manage.creative;

import io.interlude.catalogue.key.Actor;
import io.interlude.catalogue.key.Role;
import io.interlude.manage.resource.Editor;
import io.interlude.manage.resource.Envelope;
import io.interlude.manage.resource.LiveCatalogue;
import io.interlude.manage.settings.Settings;
import io.interlude.schema.Approval;
import io.interlude.schema.CreativeVersionChanged;
import io.interlude.schema.topic.Topics;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import org.jspecify.annotations.Nullable;

/// The rights to approve a creative. To store one that is approved is to approve its content: a
/// person needs the role for it. Where the settings ask for a second person, an approval may only
/// turn a submitted version into an approved one, and another person must have changed it last. So
/// no creative serves that only one person has seen, whichever way it is written: as a new
/// creative, a change of an approved one, an import or an earlier version brought back.
final class Approvals {
    private Approvals() {}

    /// @param before the live version that the value replaces; null where there is none
    /// @throws io.interlude.web.refusal.ProblemException `role_not_allowed` or `second_person`
    static void refuseUnlessAllowed(
            @Nullable CreativeVersionChanged before,
            CreativeVersionChanged value,
            Editor editor,
            LiveCatalogue live) {
        if (!value.getApproved()) {
            return;
        }
        Actor actor = editor.actor();
        if (actor != null && !actor.may(Role.APPROVER)) {
            throw Problem.ofField(
                            Reason.ROLE_NOT_ALLOWED,
                            "status",
                            "Your role does not approve creatives: submit it, and let an approver"
                                    + " approve it.")
                    .exception();
        }
        if (asksForSecondPerson(live) && !isApprovalBySecondPerson(before, value, actor)) {
            throw Problem.ofField(
                            Reason.SECOND_PERSON,
                            "status",
                            "Your org asks for a second person: submit it, and let somebody else"
                                    + " approve it, unchanged, who is signed in as a person.")
                    .exception();
        }
    }

    private static boolean asksForSecondPerson(LiveCatalogue live) {
        return live.find(Topics.SETTINGS, Settings.ID)
                .filter(settings -> settings.getApproval() == Approval.second_person)
                .isPresent();
    }

    private static boolean isApprovalBySecondPerson(
            @Nullable CreativeVersionChanged before,
            CreativeVersionChanged value,
            @Nullable Actor actor) {
        return before != null
                && before.getSubmitted()
                && actor != null
                && actor.isPerson()
                && !actor.recorded().equals(before.getChangedBy())
                && isApprovalOf(before, value);
    }

    /// True if nothing but the status differs.
    private static boolean isApprovalOf(
            CreativeVersionChanged before, CreativeVersionChanged value) {
        CreativeVersionChanged approved = Envelope.copy(before, new CreativeVersionChanged());
        approved.setSubmitted(false);
        approved.setApproved(true);
        return Envelope.haveSameContent(approved, value);
    }
}
