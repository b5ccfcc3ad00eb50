-- What each line item did, from a Parquet file of the journal: the numbers of the report.
SELECT
    lineItemId,
    count(*) FILTER (eventType = 'fetch') AS fetches,
    count(*) FILTER (eventType = 'read') AS reads,
    count(*) FILTER (eventType = 'click') AS uniqueClicks,
    count(*) FILTER (eventType = 'conversion') AS conversions
FROM 'journal.parquet'
WHERE verdict = 'counted'
GROUP BY lineItemId
ORDER BY lineItemId;
