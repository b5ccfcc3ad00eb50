package io.interlude.journal.retention;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.HmacSha256;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.retention.EpochKeys;
import io.interlude.domain.retention.RetentionDays;
import io.interlude.schema.EncryptedEvent;
import io.interlude.schema.JournalEvent;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/// Writes events of orgs with keys as outlines that hold the whole event encrypted, and reads them
/// as they were while that can be done. Events of other orgs stay as they are, to the byte.
///
/// The epoch of an event is the day on which it was received. Each event has its own key, a keyed
/// hash of its id under the epoch's, so no number of events wears a key out; topic, org and id are
/// authenticated with it. Safe for use by many threads.
public final class EventEncryption {
    private static final String ALGORITHM = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final RetentionKeys keys;
    private final KeptEvents kept;
    private final SecureRandom random;

    /// @param kept what may be read by the org's settings
    public EventEncryption(RetentionKeys keys, KeptEvents kept, SecureRandom random) {
        this.keys = requireNonNull(keys, "keys is null");
        this.kept = requireNonNull(kept, "kept is null");
        this.random = requireNonNull(random, "random is null");
    }

    /// Writes records with this one's form.
    public Serializer<SpecificRecord> writing(Serializer<SpecificRecord> serializer) {
        return (topic, record) -> {
            if (!(record instanceof JournalEvent event) || !EventOutline.isLess(event)) {
                return serializer.serialize(topic, record);
            }
            OrgId orgId = orgId(event);
            if (!keys.has(orgId)) {
                return serializer.serialize(topic, event);
            }
            EncryptedEvent encrypted =
                    keys.of(orgId)
                            .map(known ->
                                    encrypted(
                                            known,
                                            topic,
                                            event,
                                            serializer.serialize(topic, event)))
                            .orElseGet(() -> nothing(event));
            return serializer.serialize(
                    topic, EventOutline.of(event, encrypted, kept.reportedAttributes(orgId)));
        };
    }

    /// Reads records of this one's form: whole events, and outlines of those that are kept no more.
    public Deserializer<SpecificRecord> reading(Deserializer<SpecificRecord> deserializer) {
        return (topic, bytes) -> {
            SpecificRecord read = deserializer.deserialize(topic, bytes);
            return read instanceof JournalEvent event && EventOutline.isLess(event)
                    ? whole(topic, event, deserializer)
                    : read;
        };
    }

    private SpecificRecord whole(
            String topic, JournalEvent read, Deserializer<SpecificRecord> deserializer) {
        EncryptedEvent encrypted = EventOutline.encrypted(read);
        OrgId orgId = orgId(read);
        int epoch = encrypted == null ? epoch(read) : encrypted.getEpoch();
        if (epoch < kept.firstKept(orgId)) {
            return encrypted == null
                    ? EventOutline.of(read, nothing(read), kept.reportedAttributes(orgId))
                    : read;
        }
        if (encrypted == null) {
            return read;
        }
        return keys.of(orgId)
                .flatMap(known -> known.key(epoch))
                .flatMap(key -> decrypted(key, topic, read, encrypted))
                .<SpecificRecord>map(bytes -> deserializer.deserialize(topic, bytes))
                .filter(event -> event.getClass() == read.getClass())
                .orElse(read);
    }

    /// A clock that is behind does not bring a destroyed key back.
    private EncryptedEvent encrypted(
            EpochKeys known, String topic, JournalEvent event, byte[] bytes) {
        int epoch = Math.max(epoch(event), known.first());
        Optional<byte[]> key = known.key(epoch);
        if (key.isEmpty()) {
            return nothing(event);
        }
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key.get(), nonce, topic, event);
            ByteBuffer sealed =
                    ByteBuffer.allocate(NONCE_BYTES + cipher.getOutputSize(bytes.length));
            sealed.put(nonce);
            cipher.doFinal(ByteBuffer.wrap(bytes), sealed);
            return new EncryptedEvent(epoch, Base64.getEncoder().encodeToString(sealed.array()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-256-GCM", e);
        }
    }

    /// Empty for what was not encrypted with the key, or was another event's.
    private static Optional<byte[]> decrypted(
            byte[] key, String topic, JournalEvent read, EncryptedEvent encrypted) {
        byte[] sealed = decoded(encrypted.getWrapped());
        if (sealed.length < NONCE_BYTES) {
            return Optional.empty();
        }
        byte[] nonce = Arrays.copyOf(sealed, NONCE_BYTES);
        try {
            return Optional.of(
                    cipher(Cipher.DECRYPT_MODE, key, nonce, topic, read)
                            .doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES));
        } catch (GeneralSecurityException _) {
            return Optional.empty();
        }
    }

    private static byte[] decoded(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    private static Cipher cipher(
            int mode, byte[] key, byte[] nonce, String topic, JournalEvent event)
            throws GeneralSecurityException {
        byte[] eventId = event.getEventId().getBytes(UTF_8);
        byte[] own = new HmacSha256(key).of(eventId);
        Cipher cipher = Cipher.getInstance(ALGORITHM);
        cipher.init(mode, new SecretKeySpec(own, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD((topic + '/' + orgId(event) + '/').getBytes(UTF_8));
        cipher.updateAAD(eventId);
        return cipher;
    }

    private static EncryptedEvent nothing(JournalEvent event) {
        return new EncryptedEvent(epoch(event), "");
    }

    private static int epoch(JournalEvent event) {
        return RetentionDays.epoch(event.getReceivedAt());
    }

    private static OrgId orgId(JournalEvent event) {
        return new OrgId(event.getOrgId());
    }
}
