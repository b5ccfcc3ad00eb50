// Reads topics of Interlude from their beginning, decodes each record by the schema that it was
// written with, and prints it as a line of JSON.
//
//   node consume.mjs ads.fetches ads.clicks        until interrupted
//   node consume.mjs --to-end ads.fetches          what is there now, then ends
import { SchemaRegistry, SchemaType } from '@kafkajs/confluent-schema-registry'
import avro from 'avsc'
import kafkajs from 'kafkajs'
import lz4 from 'lz4js'

const { CompressionCodecs, CompressionTypes, Kafka, logLevel } = kafkajs

// KafkaJS itself knows gzip only. A producer of Kafka may be set to any of four, and older records
// of Interlude's aggregator have LZ4.
CompressionCodecs[CompressionTypes.LZ4] = () => ({
    compress: async (encoder) => Buffer.from(lz4.compress(encoder.buffer)),
    decompress: async (buffer) => Buffer.from(lz4.decompress(buffer)),
})

const brokers = (process.env.INTERLUDE_BROKERS ?? '127.0.0.1:19092').split(',')
const registryUrl = process.env.INTERLUDE_REGISTRY ?? 'http://127.0.0.1:8080/registry'
const groupId = process.env.GROUP_ID ?? 'interlude-topics-example'

const toEnd = process.argv.includes('--to-end')
const topics = process.argv.slice(2).filter((word) => !word.startsWith('--'))

const kafka = new Kafka({ clientId: groupId, brokers, logLevel: logLevel.WARN })

// Avro's long has 64 bits, and a seed of an old record uses them all; a JavaScript number has 53.
// Longs that do not fit are BigInts.
const long = avro.types.LongType.__with({
    fromBuffer: (bytes) => {
        const value = bytes.readBigInt64LE()
        return BigInt.asIntN(54, value) === value ? Number(value) : value
    },
    toBuffer: (value) => {
        const bytes = Buffer.alloc(8)
        bytes.writeBigInt64LE(BigInt(value))
        return bytes
    },
    fromJSON: BigInt,
    toJSON: String,
    isValid: (value) => typeof value === 'bigint' || Number.isSafeInteger(value),
    compare: (one, other) => (one < other ? -1 : one > other ? 1 : 0),
})
const registry = new SchemaRegistry(
    { host: registryUrl },
    { [SchemaType.AVRO]: { typeHook: (schema) => (schema === 'long' || schema.type === 'long' ? long : undefined) } },
)

// Where each partition ends now, by `topic/partition`. Empty ones are left out.
const ends = async () => {
    const admin = kafka.admin()
    await admin.connect()
    const left = new Map()
    for (const topic of topics) {
        for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
            if (BigInt(high) > BigInt(low)) {
                left.set(`${topic}/${partition}`, BigInt(high))
            }
        }
    }
    await admin.disconnect()
    return left
}

const text = (record) =>
    JSON.stringify(record, (_, value) => (typeof value === 'bigint' ? value.toString() : value))

const left = await ends()
const consumer = kafka.consumer({ groupId })
let finish
const finished = new Promise((resolve) => (finish = resolve))
process.once('SIGINT', finish)
process.once('SIGTERM', finish)

if (!toEnd || left.size > 0) {
    await consumer.connect()
    await consumer.subscribe({ topics, fromBeginning: true })
    await consumer.run({
        eachBatch: async ({ batch, resolveOffset, heartbeat, isRunning }) => {
            for (const message of batch.messages) {
                if (!isRunning()) {
                    return
                }
                const value = message.value && (await registry.decode(message.value))
                console.log(text({ topic: batch.topic, partition: batch.partition, key: message.key?.toString(), value }))
                resolveOffset(message.offset)
                await heartbeat()
            }
            const place = `${batch.topic}/${batch.partition}`
            if (toEnd && left.has(place) && BigInt(batch.lastOffset()) + 1n >= left.get(place)) {
                left.delete(place)
                left.size === 0 && finish()
            }
        },
    })
    await finished
    await consumer.disconnect()
}
