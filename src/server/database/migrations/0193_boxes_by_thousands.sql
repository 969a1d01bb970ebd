-- The goods of boxes stand beside the lines that changed by a sort, not by a join: where PostgreSQL had planned the statement for a scan, it
-- compared every line that changed with every line of their boxes, and ten thousand boxes taken in by one file took longer than a minute.
-- Goods are still read once for all boxes, and what each statement writes is as before.
DO $do$
DECLARE
  columns text[] := ARRAY['declared', 'uncounted', 'to_inspect', 'on_hold', 'passed', 'shelved', 'ready', 'invoiced', 'shipped', 'failed',
    'returned', 'missing', 'purchased', 'disposed'];
  plus text := (SELECT string_agg(c, ', ') FROM unnest(columns) c);
  minus text := (SELECT string_agg(format('-%1$s AS %1$s', c), ', ') FROM unnest(columns) c);
  summed text := (SELECT string_agg(format('sum(q.%1$s)::int AS %1$s', c), ', ') FROM unnest(columns) c);
  nothing text := (SELECT string_agg('NULL::int', ', ') FROM unnest(columns) c);
  passed text := (SELECT string_agg(format('d.%s', c), ', ') FROM unnest(columns) c);
  op record;
BEGIN
  FOR op IN SELECT * FROM (VALUES ('insert', false, true), ('delete', true, false), ('update', true, true)) AS o (name, had, has)
  LOOP
    EXECUTE format($f$CREATE OR REPLACE FUNCTION pipeline_qc_line_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN
      INSERT INTO pipeline_delta (stage, party_id, style_id, destination_id, day, pieces, came, gone, value)
      WITH lines AS (SELECT q.box_id, q.site_id, q.sku_id, %2$s FROM (%3$s) q GROUP BY 1, 2, 3),
      beside AS (
        SELECT l.box_id, l.site_id, l.sku_id, %4$s, NULL::uuid AS destination_id, NULL::numeric AS unit FROM lines l
        UNION ALL
        SELECT p.box_id, NULL, p.sku_id, %5$s, p.destination_id, p.unit FROM pipeline_goods p
        WHERE p.box_id = ANY(ARRAY(SELECT DISTINCT box_id FROM lines))),
      -- What a box holds of an SKU, if anything, stands before its lines at sites.
      valued AS (
        SELECT b.*, first_value(b.destination_id) OVER goods AS goes_to, first_value(b.unit) OVER goods AS worth FROM beside b
        WINDOW goods AS (PARTITION BY b.box_id, b.sku_id ORDER BY b.site_id NULLS FIRST))
      SELECT e.stage, e.party_id, e.style_id, e.destination_id, (now() AT TIME ZONE 'Asia/Kolkata')::date, sum(e.pieces)::int,
        sum(greatest(e.pieces, 0))::int, sum(greatest(-e.pieces, 0))::int, sum(e.value)
      FROM (SELECT d.box_id, d.sku_id, s.stage, r.party_id, k.style_id, coalesce(d.goes_to, r.destination_id) AS destination_id,
          sum(s.pieces) AS pieces, sum(s.pieces * coalesce(d.worth, 0)) AS value
        FROM valued d JOIN pipeline_receipt r ON r.box_id = d.box_id AND r.site_id = d.site_id JOIN sku k ON k.id = d.sku_id
        CROSS JOIN LATERAL pipeline_of_qc(r.is_china, r.receipt, %6$s) s
        WHERE d.site_id IS NOT NULL
        GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(s.pieces) <> 0 OR sum(s.pieces * coalesce(d.worth, 0)) <> 0) e GROUP BY 1, 2, 3, 4;
      RETURN NULL; END $body$ $f$,
      op.name, summed, concat_ws(' UNION ALL ',
        CASE WHEN op.has THEN 'SELECT box_id, site_id, sku_id, ' || plus || ' FROM changed' END,
        CASE WHEN op.had THEN 'SELECT box_id, site_id, sku_id, ' || minus || ' FROM was' END),
      plus, nothing, passed);
  END LOOP;
END $do$;
