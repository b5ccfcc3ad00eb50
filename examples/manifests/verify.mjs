// Verifies the signatures of the journal's manifests, and that each follows from the one before it.
//
//   INTERLUDE_KEY=il_read_… node verify.mjs http://127.0.0.1:8080/v1/journal/manifests?from=2026-03-01T00:00:00Z
import { createHash, createPublicKey, verify } from 'node:crypto'

const address = new URL(process.argv[2] ?? 'http://127.0.0.1:8080/v1/journal/manifests')
const headers = { Authorization: `Bearer ${process.env.INTERLUDE_KEY}` }
const get = async (url, options) => {
    const answer = await fetch(url, options)
    if (!answer.ok) throw new Error(`${url.pathname}: ${answer.status} ${await answer.text()}`)
    return answer.json()
}

// Keep the keys where nobody of those who run the product can change them, and compare.
const { keys } = await get(new URL('/v1/journal/manifests/keys', address))
const idToKey = new Map(keys.map((jwk) => [jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })]))

const placeToHash = new Map()
let count = 0
do {
    const page = await get(address, { headers })
    for (const each of page.items) {
        const place = `${each.topic}/${each.partition} ${each.hour}`
        if (each.count !== undefined) {
            const range = ['firstOffset', 'lastOffset', 'count'].map((name) => `${name}=${each[name]}`)
            const digest = createHash('sha256').update([...range, `salt=${each.rangeSalt}`].join('\n')).digest('hex')
            if (digest !== each.rangeDigest) throw new Error(`${place}: offsets or count are not those that were signed`)
        }
        const text = ['interlude-manifest-1', `topic=${each.topic}`, `partition=${each.partition}`, `hour=${Date.parse(each.hour)}`,
            `range=${each.rangeDigest}`, `previousHash=${each.previousHash}`, `hash=${each.hash}`,
            `sealedAt=${Date.parse(each.sealedAt)}`, `keyId=${each.keyId}`].join('\n')
        const key = idToKey.get(each.keyId)
        if (!key || !verify(null, Buffer.from(text), key, Buffer.from(each.signature, 'base64url'))) throw new Error(`${place}: not signed`)
        const before = placeToHash.get(`${each.topic}/${each.partition}`) ?? each.previousHash
        if (each.previousHash !== before) throw new Error(`${place}: does not follow from the one before`)
        placeToHash.set(`${each.topic}/${each.partition}`, each.hash)
        count++
    }
    if (page.nextCursor) address.searchParams.set('cursor', page.nextCursor)
    else address.search = ''
} while (address.search)
console.log(`${count} manifests of ${placeToHash.size} partitions are signed and linked`)
