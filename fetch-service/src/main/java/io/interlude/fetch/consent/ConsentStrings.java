package io.interlude.fetch.consent;

import com.iab.gpp.encoder.GppModel;
import com.iab.gpp.encoder.field.UsNatField;
import com.iab.gpp.encoder.field.UspV1Field;
import com.iab.gpp.encoder.section.TcfCaV1;
import com.iab.gpp.encoder.section.TcfEuV2;
import com.iab.gpp.encoder.section.UspV1;
import com.iabtcf.decoder.TCString;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads consent as consent management platforms write it, with IAB's own libraries. A string that
/// cannot be read is no consent. What each field means here, with its source, is in
/// `docs/consent.md`.
///
/// Of the sections with vendors only the purposes are decoded: the GPP library makes a number of
/// each vendor in each of a publisher's restrictions, millions from a string of the length that is
/// read. Its time for each bit grows with the number of bits, so the other parts must be as short
/// as they are by nature.
public final class ConsentStrings {
    private static final int LONGEST = 4_096;

    /// Of a GPP header, and of a section without vendors: those that the library writes have at
    /// most 15 characters.
    private static final int LONGEST_SHORT_PART = 64;

    /// Between the header and the sections of a GPP string.
    private static final char SEPARATOR = '~';

    private static final int TCF_VERSION = 2;

    /// Store or access information on a device; select advertising by limited data, of which
    /// capping is a part.
    private static final int STORE = 1;

    private static final int SELECT = 2;

    /// In the sections of the United States: 0 not applicable, 1 opted out, 2 not opted out.
    private static final int OPTED_OUT = 1;

    /// In the sections of the United States: 0 not applicable, 1 no consent, 2 consent.
    private static final int NO_CONSENT = 1;

    /// Where the purposes are in the core string of TCF Canada, in bits: express consent, implied
    /// consent, and what comes after both. The first three bits are 0 in the core string alone.
    private static final int CANADIAN_EXPRESS = 151;

    private static final int CANADIAN_IMPLIED = 175;
    private static final int CANADIAN_PURPOSES_END = 199;
    private static final int CANADIAN_PART_SHIFT = 5;

    private ConsentStrings() {}

    /// What a request says: each part of it must allow the subscriber.
    ///
    /// @param subscriber the publisher's own word
    /// @param tcf a TC string of version 2
    /// @param gpp a GPP string
    public static Consent read(
            @Nullable Boolean subscriber, @Nullable String tcf, @Nullable String gpp) {
        return (subscriber == null ? Consent.NOT_ASKED : Consent.of(subscriber))
                .and(tcf == null ? Consent.NOT_ASKED : Consent.of(tcf(tcf)))
                .and(gpp == null ? Consent.NOT_ASKED : Consent.of(gpp(gpp)));
    }

    private static boolean tcf(String text) {
        try {
            if (text.length() > LONGEST) {
                return false;
            }
            TCString string = TCString.decode(text);
            return string.getVersion() == TCF_VERSION
                    && (string.getPurposeOneTreatment()
                            || string.getPurposesConsent().contains(STORE))
                    && (string.getPurposesConsent().contains(SELECT)
                            || string.getPurposesLITransparency().contains(SELECT));
        } catch (RuntimeException e) {
            return false;
        }
    }

    private static boolean gpp(String text) {
        try {
            if (text.length() > LONGEST || !isShort(header(text))) {
                return false;
            }
            GppModel model = new GppModel(text);
            List<Integer> sections = model.getSectionIds();
            // The library passes over a section that it does not know.
            long given = text.chars().filter(at -> at == SEPARATOR).count();
            return given == sections.size()
                    && given > 0
                    && sections.stream().allMatch(section -> allows(model, section));
        } catch (RuntimeException e) {
            return false;
        }
    }

    private static boolean allows(GppModel model, int section) {
        if (section == TcfEuV2.ID) {
            return tcf(model.encodeSection(section));
        }
        if (section == TcfCaV1.ID) {
            return canadian(model.encodeSection(section));
        }
        if (!isShort(model.encodeSection(section))) {
            return false;
        }
        if (section == UspV1.ID) {
            return !"Y".equals(String.valueOf(value(model, section, UspV1Field.OPT_OUT_SALE)));
        }
        return !is(model, section, UsNatField.SALE_OPT_OUT, OPTED_OUT)
                && !is(model, section, UsNatField.SHARING_OPT_OUT, OPTED_OUT)
                && !is(model, section, UsNatField.TARGETED_ADVERTISING_OPT_OUT, OPTED_OUT)
                && !is(model, section, UsNatField.PERSONAL_DATA_CONSENTS, NO_CONSENT)
                && !isTrue(model, section, UsNatField.GPC);
    }

    private static String header(String gpp) {
        int end = gpp.indexOf(SEPARATOR);
        return end < 0 ? gpp : gpp.substring(0, end);
    }

    private static boolean isShort(String part) {
        return part.length() <= LONGEST_SHORT_PART;
    }

    /// @param section as it came: its first part has the purposes, before anything of a length of
    ///   its own
    private static boolean canadian(String section) {
        byte[] core = Base64.getUrlDecoder().decode(section.split("\\.", 2)[0]);
        return core.length * Byte.SIZE >= CANADIAN_PURPOSES_END
                && core[0] >>> CANADIAN_PART_SHIFT == 0
                && canadian(core, STORE)
                && canadian(core, SELECT);
    }

    /// @param purpose from 1
    private static boolean canadian(byte[] core, int purpose) {
        return isSet(core, CANADIAN_EXPRESS + purpose - 1)
                || isSet(core, CANADIAN_IMPLIED + purpose - 1);
    }

    private static boolean isSet(byte[] bits, int index) {
        return ((bits[index / Byte.SIZE] << (index % Byte.SIZE)) & Byte.MIN_VALUE) != 0;
    }

    private static boolean is(GppModel model, int section, String field, int wanted) {
        return value(model, section, field) instanceof Integer number && number == wanted;
    }

    private static boolean isTrue(GppModel model, int section, String field) {
        return Boolean.TRUE.equals(value(model, section, field));
    }

    private static @Nullable Object value(GppModel model, int section, String field) {
        return model.hasField(section, field) ? model.getFieldValue(section, field) : null;
    }
}
