package io.interlude.benchmark.audit;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/// A consumer that finds one record of the log altered, or gone.
final class TamperedLog implements InvocationHandler {
    private final Consumer<String, byte[]> genuine;
    private final TopicPartition place;
    private final long offset;
    private final UnaryOperator<byte @Nullable []> altered;

    private TamperedLog(
            Consumer<String, byte[]> genuine,
            TopicPartition place,
            long offset,
            UnaryOperator<byte @Nullable []> altered) {
        this.genuine = genuine;
        this.place = place;
        this.offset = offset;
        this.altered = altered;
    }

    /// @param altered the other value; gives null for a record that is gone
    @SuppressWarnings("unchecked")
    static Consumer<String, byte[]> of(
            Consumer<String, byte[]> genuine,
            TopicPartition place,
            long offset,
            UnaryOperator<byte @Nullable []> altered) {
        return (Consumer<String, byte[]>)
                Proxy.newProxyInstance(
                        TamperedLog.class.getClassLoader(),
                        new Class<?>[] {Consumer.class},
                        new TamperedLog(genuine, place, offset, altered));
    }

    @Override
    @SuppressWarnings("unchecked")
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            Object result = method.invoke(genuine, arguments);
            return result instanceof ConsumerRecords<?, ?> records
                    ? tampered((ConsumerRecords<String, byte[]>) records)
                    : result;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private ConsumerRecords<String, byte[]> tampered(ConsumerRecords<String, byte[]> records) {
        Map<TopicPartition, List<ConsumerRecord<String, byte[]>>> all = new HashMap<>();
        for (TopicPartition each : records.partitions()) {
            List<ConsumerRecord<String, byte[]>> found = new ArrayList<>(records.records(each));
            if (each.equals(place)) {
                found.replaceAll(record -> record.offset() == offset ? tampered(record) : record);
                found.removeIf(record -> record.offset() == offset && record.value().length == 0);
            }
            all.put(each, found);
        }
        return new ConsumerRecords<>(all, records.nextOffsets());
    }

    /// The other record; one without value stands for none.
    private ConsumerRecord<String, byte[]> tampered(ConsumerRecord<String, byte[]> record) {
        byte[] value = Optional.ofNullable(altered.apply(record.value())).orElse(new byte[0]);
        return new ConsumerRecord<>(
                record.topic(),
                record.partition(),
                record.offset(),
                record.timestamp(),
                TimestampType.CREATE_TIME,
                record.serializedKeySize(),
                value.length,
                record.key(),
                value,
                new RecordHeaders(),
                record.leaderEpoch());
    }
}
