-- The goods of a box are looked up box by box, by its index: joined as a whole, PostgreSQL compared every line that changed with every
-- line of their boxes where it had planned the statement for a scan, and ten thousand boxes taken in by one file took longer than a minute.
-- What each statement writes is as before.
DO $do$
DECLARE
  columns text[] := ARRAY['declared', 'uncounted', 'to_inspect', 'on_hold', 'passed', 'shelved', 'ready', 'invoiced', 'shipped', 'failed',
    'returned', 'missing', 'purchased', 'disposed'];
  plus text := (SELECT string_agg(c, ', ') FROM unnest(columns) c);
  minus text := (SELECT string_agg(format('-%1$s AS %1$s', c), ', ') FROM unnest(columns) c);
  summed text := (SELECT string_agg(format('sum(q.%1$s)::int AS %1$s', c), ', ') FROM unnest(columns) c);
  gathered text := (SELECT string_agg(format('array_agg(l.%1$s) AS %1$s', c), ', ') FROM unnest(columns) c);
  lists text := (SELECT string_agg(format('b.%s', c), ', ') FROM unnest(columns) c);
  passed text := (SELECT string_agg(format('d.%s', c), ', ') FROM unnest(columns) c);
  op record;
BEGIN
  FOR op IN SELECT * FROM (VALUES ('insert', false, true), ('delete', true, false), ('update', true, true)) AS o (name, had, has)
  LOOP
    EXECUTE format($f$CREATE OR REPLACE FUNCTION pipeline_qc_line_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN
      INSERT INTO pipeline_delta (stage, party_id, style_id, destination_id, day, pieces, came, gone, value)
      SELECT e.stage, e.party_id, e.style_id, e.destination_id, (now() AT TIME ZONE 'Asia/Kolkata')::date, sum(e.pieces)::int,
        sum(greatest(e.pieces, 0))::int, sum(greatest(-e.pieces, 0))::int, sum(e.value)
      FROM (SELECT b.box_id, d.sku_id, s.stage, r.party_id, k.style_id, coalesce(g.destination_id, r.destination_id) AS destination_id,
          sum(s.pieces) AS pieces, sum(s.pieces * coalesce(g.unit, 0)) AS value
        FROM (SELECT l.box_id, l.site_id, array_agg(l.sku_id) AS sku_id, %2$s
          FROM (SELECT q.box_id, q.site_id, q.sku_id, %3$s FROM (%4$s) q GROUP BY 1, 2, 3) l GROUP BY 1, 2) b
        JOIN pipeline_receipt r ON r.box_id = b.box_id AND r.site_id = b.site_id
        CROSS JOIN LATERAL (SELECT d.*, g.destination_id, g.unit FROM unnest(b.sku_id, %5$s) AS d (sku_id, %6$s)
          LEFT JOIN (SELECT p.sku_id, p.destination_id, p.unit FROM pipeline_goods p WHERE p.box_id = b.box_id) g ON g.sku_id = d.sku_id
          ) AS d (sku_id, %6$s, goods_destination, goods_unit)
        JOIN sku k ON k.id = d.sku_id
        CROSS JOIN LATERAL (SELECT d.goods_destination AS destination_id, d.goods_unit AS unit) g
        CROSS JOIN LATERAL pipeline_of_qc(r.is_china, r.receipt, %7$s) s
        GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(s.pieces) <> 0 OR sum(s.pieces * coalesce(g.unit, 0)) <> 0) e GROUP BY 1, 2, 3, 4;
      RETURN NULL; END $body$ $f$,
      op.name, gathered, summed, concat_ws(' UNION ALL ',
        CASE WHEN op.has THEN 'SELECT box_id, site_id, sku_id, ' || plus || ' FROM changed' END,
        CASE WHEN op.had THEN 'SELECT box_id, site_id, sku_id, ' || minus || ' FROM was' END),
      lists, plus, passed);
  END LOOP;
END $do$;
