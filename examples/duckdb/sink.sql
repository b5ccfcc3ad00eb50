-- Fetches out of what examples/kafkajs printed (consume.mjs --to-end ads.fetches > topics.ndjson),
-- each event id once, as a table and as a Parquet file.
CREATE TABLE fetches AS
SELECT DISTINCT
    value ->> 'eventId' AS eventId,
    to_timestamp((value ->> 'occurredAt')::BIGINT / 1000) AS occurredAt,
    value ->> 'orgId' AS orgId,
    value ->> 'lineItemId' AS lineItemId,
    value ->> 'creativeId' AS creativeId,
    (value ->> 'test')::BOOLEAN AS test,
    ((value ->> 'billedMicros')::DECIMAL(18, 6) / 1000000)::DECIMAL(18, 6) AS billed
FROM read_json(
    'topics.ndjson',
    format = 'newline_delimited',
    columns = {topic: 'VARCHAR', partition: 'INTEGER', key: 'VARCHAR', value: 'JSON'})
WHERE topic = 'ads.fetches';

COPY fetches TO 'fetches.parquet' (FORMAT parquet);

-- Fetches and what they cost by CPM: the numbers of the report, as long as nothing was corrected.
SELECT orgId, lineItemId, count(*) AS fetches, sum(billed) AS spend
FROM 'fetches.parquet'
WHERE NOT test
GROUP BY orgId, lineItemId
ORDER BY orgId, lineItemId;
