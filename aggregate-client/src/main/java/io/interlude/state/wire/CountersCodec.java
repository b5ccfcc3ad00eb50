package io.interlude.state.wire;

import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.state.query.SubscriberState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Questions for counters, and the answers in the order of the questions, as bytes. Times are whole
/// milliseconds.
public final class CountersCodec {
    /// Subscribers of one question at most.
    public static final int BATCH_MAX = 64;

    private static final int VERSION = 1;
    private static final int KNOWN = 1;
    private static final int NOT_HERE = 0;
    private static final List<CapScope> SCOPES =
            List.of(
                    CapScope.LINE_ITEM,
                    CapScope.CAMPAIGN,
                    CapScope.AD_UNIT,
                    CapScope.CREATIVE,
                    CapScope.CONVERSATION,
                    CapScope.ADVERTISER,
                    CapScope.HIDDEN);

    private CountersCodec() {}

    public static byte[] question(List<SubscriberPlace> places) {
        WireWriter writer = new WireWriter().writeByte(VERSION).writeNumber(places.size());
        for (SubscriberPlace place : places) {
            writer.writeNumber(place.partition())
                    .writeText(place.orgId().value())
                    .writeText(place.subscriber().value());
        }
        return writer.take();
    }

    /// Reads a question.
    ///
    /// @throws MalformedStateException if the bytes are no question
    public static List<SubscriberPlace> question(byte[] bytes) {
        WireReader reader = new WireReader(bytes);
        requireVersion(reader);
        int count = reader.readCount(BATCH_MAX);
        List<SubscriberPlace> places = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            places.add(
                    new SubscriberPlace(
                            reader.readCount(Integer.MAX_VALUE),
                            new OrgId(reader.readText()),
                            new Subscriber(reader.readText())));
        }
        return places;
    }

    public static byte[] answers(List<CountersAnswer> answers) {
        WireWriter writer = new WireWriter().writeByte(VERSION).writeNumber(answers.size());
        for (CountersAnswer answer : answers) {
            switch (answer) {
                case CountersAnswer.Known known -> write(writer, known.state());
                case CountersAnswer.NotHere _ -> writer.writeByte(NOT_HERE);
            }
        }
        return writer.take();
    }

    /// Reads answers.
    ///
    /// @throws MalformedStateException if the bytes are no answers
    public static List<CountersAnswer> answers(byte[] bytes) {
        WireReader reader = new WireReader(bytes);
        requireVersion(reader);
        int count = reader.readCount(BATCH_MAX);
        List<CountersAnswer> answers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            answers.add(answer(reader));
        }
        return answers;
    }

    private static CountersAnswer answer(WireReader reader) {
        return switch (reader.readByte()) {
            case KNOWN -> new CountersAnswer.Known(state(reader));
            case NOT_HERE -> CountersAnswer.NOT_HERE;
            default -> throw new MalformedStateException();
        };
    }

    private static void write(WireWriter writer, SubscriberState state) {
        SubscriberCounters counters = state.counters();
        writer.writeByte(KNOWN)
                .writeSigned(state.partitionApplied())
                .writeSigned(counters.appliedOffset())
                .writeNumber(counters.counters().size());
        for (FrequencyCounter counter : counters.counters()) {
            writer.writeByte(SCOPES.indexOf(counter.scope()))
                    .writeText(counter.id())
                    .writeNumber(counter.lifetime())
                    .writeNumber(counter.times().size());
            long before = 0;
            for (Instant time : counter.times()) {
                long millis = time.toEpochMilli();
                writer.writeSigned(millis - before);
                before = millis;
            }
        }
    }

    private static SubscriberState state(WireReader reader) {
        long partitionApplied = reader.readSigned();
        long appliedOffset = reader.readSigned();
        int count = reader.readCount(reader.left());
        List<FrequencyCounter> counters = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            counters.add(counter(reader));
        }
        return new SubscriberState(
                new SubscriberCounters(appliedOffset, counters), partitionApplied);
    }

    private static FrequencyCounter counter(WireReader reader) {
        int scope = reader.readByte();
        if (scope < 0 || scope >= SCOPES.size()) {
            throw new MalformedStateException();
        }
        String id = reader.readText();
        long lifetime = reader.readNumber();
        int count = reader.readCount(reader.left());
        List<Instant> times = new ArrayList<>(count);
        long millis = 0;
        for (int i = 0; i < count; i++) {
            millis += reader.readSigned();
            times.add(Instant.ofEpochMilli(millis));
        }
        return new FrequencyCounter(SCOPES.get(scope), id, lifetime, times);
    }

    private static void requireVersion(WireReader reader) {
        if (reader.readByte() != VERSION) {
            throw new MalformedStateException();
        }
    }
}
