package io.interlude.fetch.consent;

import static org.assertj.core.api.Assertions.assertThat;

import com.iab.gpp.encoder.GppModel;
import com.iab.gpp.encoder.field.HeaderV1Field;
import com.iab.gpp.encoder.field.TcfCaV1Field;
import com.iab.gpp.encoder.field.TcfEuV2Field;
import com.iab.gpp.encoder.field.UsNatField;
import com.iab.gpp.encoder.field.UspV1Field;
import com.iab.gpp.encoder.section.HeaderV1;
import com.iab.gpp.encoder.section.Sections;
import com.iab.gpp.encoder.section.TcfCaV1;
import com.iab.gpp.encoder.section.TcfEuV2;
import com.iab.gpp.encoder.section.UsCa;
import com.iab.gpp.encoder.section.UsNat;
import com.iab.gpp.encoder.section.UspV1;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConsentStringsTest {
    private static final Consent GIVEN = new Consent(true, true);
    private static final Consent WITHHELD = new Consent(true, false);

    private static final String BASE64 =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    /// A purpose, a type and one range of vendors.
    private static final int RESTRICTION_BITS = 6 + 2 + 12 + 1 + 16 + 16;

    private static List<Boolean> purposes(String numbers) {
        return IntStream.rangeClosed(1, 24)
                .mapToObj(number -> numbers.contains(String.valueOf(number)))
                .toList();
    }

    private static GppModel european(String consents, String interests, boolean oneTreatment) {
        GppModel model = new GppModel();
        model.setFieldValue(TcfEuV2.ID, TcfEuV2Field.PURPOSE_CONSENTS, purposes(consents));
        model.setFieldValue(
                TcfEuV2.ID, TcfEuV2Field.PURPOSE_LEGITIMATE_INTERESTS, purposes(interests));
        model.setFieldValue(TcfEuV2.ID, TcfEuV2Field.PURPOSE_ONE_TREATMENT, oneTreatment);
        return model;
    }

    private static Consent ofGpp(GppModel model) {
        return ConsentStrings.read(null, null, model.encode());
    }

    @Test
    void nothingSaidIsNotAsked() {
        assertThat(ConsentStrings.read(null, null, null)).isEqualTo(Consent.NOT_ASKED);
        assertThat(Consent.NOT_ASKED.withheld()).isFalse();
        assertThat(WITHHELD.withheld()).isTrue();
        assertThat(GIVEN.withheld()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "12, '', false, true",
        "1, 2, false, true",
        "2, '', true, true",
        "2, '', false, false",
        "1, '', false, false",
        "'', 12, false, false",
        "'', '', false, false"
    })
    void purposesOneAndTwoInEurope(
            String consents, String interests, boolean oneTreatment, boolean given) {
        GppModel model = european(consents, interests, oneTreatment);
        String tcf = model.getSection(TcfEuV2.ID).encode();

        assertThat(ConsentStrings.read(null, tcf, null)).isEqualTo(new Consent(true, given));
        assertThat(ofGpp(model)).isEqualTo(new Consent(true, given));
    }

    @Test
    void everyPartMustAllowIt() {
        String yes = european("12", "", false).encode();
        String no = european("", "", false).encode();

        assertThat(ConsentStrings.read(true, null, yes)).isEqualTo(GIVEN);
        assertThat(ConsentStrings.read(true, null, no)).isEqualTo(WITHHELD);
        assertThat(ConsentStrings.read(false, null, yes)).isEqualTo(WITHHELD);
        assertThat(ConsentStrings.read(true, null, null)).isEqualTo(GIVEN);
        assertThat(ConsentStrings.read(false, null, null)).isEqualTo(WITHHELD);
    }

    /// Entries enough for a string of the longest that is read, each with the most vendors that the
    /// library takes.
    private static String restricted(String section, int restrictionsAt) {
        StringBuilder bits = new StringBuilder();
        section.split("\\.", 2)[0]
                .chars()
                .forEach(letter -> bits.append(binary(BASE64.indexOf(letter), 6)));
        int entries = (4_000 * 6 - restrictionsAt) / RESTRICTION_BITS;
        bits.setLength(restrictionsAt);
        bits.append(binary(entries, 12));
        for (int entry = 0; entry < entries; entry++) {
            bits.append(binary(entry % 10 + 1, 6)).append(binary(0, 2)).append(binary(1, 12));
            bits.append('1').append(binary(1, 16)).append(binary(8_192, 16));
        }
        bits.append("0".repeat(24 - bits.length() % 24));
        return IntStream.range(0, bits.length() / 6)
                .map(i -> BASE64.charAt(Integer.parseInt(bits, i * 6, i * 6 + 6, 2)))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static String binary(int number, int width) {
        return "0".repeat(width - Integer.toBinaryString(number).length())
                + Integer.toBinaryString(number);
    }

    @ParameterizedTest
    @CsvSource({"2, 247", "5, 233"})
    void aStringOfManyRestrictionsIsNoMoreWork(int section, int restrictionsAt) {
        GppModel model = section == TcfEuV2.ID ? european("12", "", false) : canadian("12", "");
        String header = model.encode().split("~", 2)[0];
        String gpp = header + "~" + restricted(model.encodeSection(section), restrictionsAt);
        assertThat(ConsentStrings.read(null, null, gpp)).isEqualTo(GIVEN);

        assertThat(gpp.length()).isBetween(3_900, 4_096);
        assertThat(bytesToRead(gpp)).isLessThan(2 << 20);
    }

    private static long bytesToRead(String gpp) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        Consent _ = ConsentStrings.read(null, null, gpp);
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    @ParameterizedTest
    @CsvSource({"DBABLA, ~BVVVVVVV.QA", "DBABLA~BVVVVVVV, .QA", "DBABMA, ~BVVVVVVV"})
    void aPartOfAnUnnaturalLengthIsNoConsentAndNoWork(String before, String after) {
        String gpp = before + "V".repeat(4_000) + after;
        assertThat(ConsentStrings.read(null, null, gpp)).isEqualTo(WITHHELD);

        assertThat(bytesToRead(gpp)).isLessThan(256 << 10);
    }

    @Test
    void allSectionsTogetherAreRead() {
        GppModel model = european("12", "", false);
        for (int section = UsNat.ID; section <= 27; section++) {
            if (Sections.SECTION_ID_NAME_MAP.containsKey(section)) {
                model.setFieldValue(section, UsNatField.SALE_OPT_OUT_NOTICE, 1);
                model.setFieldValue(section, UsNatField.SALE_OPT_OUT, 2);
            }
        }

        assertThat(model.getSectionIds()).hasSizeGreaterThan(15);
        assertThat(ofGpp(model)).isEqualTo(GIVEN);
    }

    private static GppModel canadian(String express, String implied) {
        GppModel model = new GppModel();
        model.setFieldValue(TcfCaV1.ID, TcfCaV1Field.PURPOSES_EXPRESS_CONSENT, purposes(express));
        model.setFieldValue(TcfCaV1.ID, TcfCaV1Field.PURPOSES_IMPLIED_CONSENT, purposes(implied));
        return model;
    }

    @ParameterizedTest
    @CsvSource({
        "12, '', true",
        "1, 2, true",
        "2, 1, true",
        "'', 12, true",
        "1, '', false",
        "'', 2, false",
        "3, 3, false",
        "'', '', false"
    })
    void purposesOneAndTwoAreBothNeededInCanada(String express, String implied, boolean given) {
        assertThat(ofGpp(canadian(express, implied))).isEqualTo(new Consent(true, given));
    }

    @Test
    void purposesOneAndTwoInCanada() {
        GppModel model = new GppModel();
        model.setFieldValue(TcfCaV1.ID, TcfCaV1Field.PURPOSES_EXPRESS_CONSENT, purposes("1"));
        assertThat(ofGpp(model)).isEqualTo(WITHHELD);

        model.setFieldValue(TcfCaV1.ID, TcfCaV1Field.PURPOSES_IMPLIED_CONSENT, purposes("2"));

        assertThat(ofGpp(model)).isEqualTo(GIVEN);
    }

    @ParameterizedTest
    @CsvSource({"SaleOptOut", "SharingOptOut", "TargetedAdvertisingOptOut"})
    void anOptOutInTheUnitedStates(String field) {
        GppModel model = new GppModel();
        for (int value = 0; value <= 2; value++) {
            model.setFieldValue(UsNat.ID, field + "Notice", value == 0 ? 0 : 1);
            model.setFieldValue(UsNat.ID, field, value);
            assertThat(ofGpp(model)).isEqualTo(value == 1 ? WITHHELD : GIVEN);
        }
    }

    @Test
    void aSectionThatIsNotKnownIsNoConsent() {
        HeaderV1 header = new HeaderV1();
        header.setFieldValue(HeaderV1Field.SECTION_IDS, List.of(UsNat.ID, 99));
        String known = european("12", "", false).encode();
        GppModel model = new GppModel();
        model.setFieldValue(UsNat.ID, UsNatField.SALE_OPT_OUT, 2);
        String national = model.encodeSection(UsNat.ID);

        assertThat(ofGpp(model)).isEqualTo(GIVEN);
        assertThat(ConsentStrings.read(null, null, header.encode() + "~" + national + "~BQQAAABA"))
                .isEqualTo(WITHHELD);
        assertThat(ConsentStrings.read(null, null, known + "~BQQAAABA")).isEqualTo(WITHHELD);
    }

    @Test
    void theBrowsersSignalIsAnOptOut() {
        GppModel model = european("12", "", false);
        model.setFieldValue(UsCa.ID, UsNatField.GPC, false);
        assertThat(ofGpp(model)).isEqualTo(GIVEN);

        model.setFieldValue(UsCa.ID, UsNatField.GPC, true);

        assertThat(ofGpp(model)).isEqualTo(WITHHELD);
    }

    @Test
    void theOlderPrivacyString() {
        GppModel model = new GppModel();
        model.setFieldValue(UspV1.ID, UspV1Field.NOTICE, 'Y');
        model.setFieldValue(UspV1.ID, UspV1Field.OPT_OUT_SALE, 'N');
        assertThat(ofGpp(model)).isEqualTo(GIVEN);

        model.setFieldValue(UspV1.ID, UspV1Field.OPT_OUT_SALE, 'Y');

        assertThat(ofGpp(model)).isEqualTo(WITHHELD);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "x",
                "DBAA",
                "DBABMA~garbage!!",
                "DBABMA~",
                "BOEFEAyOEFEAyAHABDENAI4AAAB9vABAASA",
                "CPXxRfA",
                "\u0000\uD800"
            })
    void whatCannotBeReadIsNoConsent(String text) {
        assertThat(ConsentStrings.read(null, text, null)).isEqualTo(WITHHELD);
        assertThat(ConsentStrings.read(null, null, text)).isEqualTo(WITHHELD);
        assertThat(ConsentStrings.read(true, null, "A".repeat(5_000))).isEqualTo(WITHHELD);
    }
}
