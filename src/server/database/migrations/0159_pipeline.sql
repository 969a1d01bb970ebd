-- Where all pieces are, kept beside the ledgers: each change of a ledger leaves rows of what came into a stage and what left it, in its own
-- transaction, and waits for nobody; who reads adds them to the sums, and folds them in when nobody else does. Which bucket is of which stage
-- stands in shared/areas/pipeline/stages.ts; a test holds the two together. The value is that of the orders, in their currency's minor units.
CREATE TABLE pipeline_delta (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  stage text NOT NULL,
  -- vendor.id, or production_facility.id of own production; zeros where there is neither.
  party_id uuid NOT NULL,
  -- Zeros where the order has no style yet.
  style_id uuid NOT NULL,
  -- Where the order goes; of stock where it lies or goes.
  destination_id uuid NOT NULL,
  day date NOT NULL,
  pieces integer NOT NULL,
  came integer NOT NULL,
  gone integer NOT NULL,
  value numeric NOT NULL
);

CREATE TABLE pipeline_sum (
  stage text NOT NULL,
  party_id uuid NOT NULL,
  style_id uuid NOT NULL,
  destination_id uuid NOT NULL,
  pieces integer NOT NULL,
  value numeric NOT NULL,
  PRIMARY KEY (party_id, stage, style_id, destination_id)
);

-- What came and left on a day in India, for the time that pieces stay; the party of ones is all of them.
CREATE TABLE pipeline_day (
  party_id uuid NOT NULL,
  stage text NOT NULL,
  day date NOT NULL,
  came integer NOT NULL,
  gone integer NOT NULL,
  PRIMARY KEY (party_id, stage, day)
);

-- Held by the one who folds.
CREATE TABLE pipeline_turn (
  one boolean PRIMARY KEY DEFAULT true CHECK (one)
);
INSERT INTO pipeline_turn DEFAULT VALUES;

CREATE FUNCTION pipeline_of_order(decision text, vendor_decision text, awaiting int, platform int, reserved int, packed int, shipped int,
  rejected int, oos int) RETURNS TABLE (stage text, pieces int) LANGUAGE sql IMMUTABLE AS $$
  SELECT v.stage, v.pieces FROM (VALUES
    ('to_approve', CASE WHEN decision = 'NEW' THEN awaiting ELSE 0 END),
    ('approved', CASE WHEN decision = 'APPROVED' AND vendor_decision = 'NEW' THEN awaiting ELSE 0 END),
    ('answered', CASE WHEN decision = 'APPROVED' AND vendor_decision = 'ANSWERED' THEN awaiting ELSE 0 END),
    ('on_platform', platform + reserved),
    ('packed', packed),
    ('shipped', shipped),
    ('not_approved', CASE WHEN decision IN ('NOT_APPROVED', 'CANCELLED') THEN awaiting ELSE 0 END),
    ('refused', rejected),
    ('out_of_stock', oos)) AS v (stage, pieces) WHERE v.pieces <> 0 $$;

-- `receipt`: of what the box was a receipt: of what a vendor, China or a facility had shipped.
CREATE FUNCTION pipeline_of_qc(is_china boolean, receipt text, declared int, uncounted int, to_inspect int, on_hold int, passed int,
  shelved int, ready int, invoiced int, shipped int, failed int, returned int, missing int, purchased int, disposed int)
  RETURNS TABLE (stage text, pieces int) LANGUAGE sql IMMUTABLE AS $$
  SELECT v.stage, v.pieces FROM (VALUES
    ('shipped', CASE WHEN receipt = 'vendor' THEN -declared ELSE 0 END),
    ('china_qc', CASE WHEN is_china THEN uncounted + to_inspect + on_hold + passed + shelved + ready + failed + purchased ELSE 0 END),
    ('invoiced', CASE WHEN is_china THEN invoiced ELSE 0 END),
    ('on_the_way', CASE WHEN is_china THEN shipped WHEN receipt = 'china' THEN -declared ELSE 0 END),
    ('india_received', CASE WHEN is_china THEN 0 ELSE uncounted + to_inspect END),
    ('india_qc', CASE WHEN is_china THEN 0 ELSE on_hold + passed + shelved + ready + invoiced + shipped + failed END),
    ('bought', CASE WHEN is_china THEN 0 ELSE purchased END),
    ('made_shipped', CASE WHEN receipt = 'facility' THEN -declared ELSE 0 END),
    ('missing', missing),
    ('returned', returned),
    ('disposed', disposed)) AS v (stage, pieces) WHERE v.pieces <> 0 $$;

CREATE FUNCTION pipeline_of_facility(pending int, cutting int, stitching int, finishing int, checking int, packed int, shipment_pending int,
  shipped int, rework int, reject int) RETURNS TABLE (stage text, pieces int) LANGUAGE sql IMMUTABLE AS $$
  SELECT v.stage, v.pieces FROM (VALUES
    ('made_pending', pending),
    ('made_cutting', cutting),
    ('made_stitching', stitching),
    ('made_finishing', finishing),
    ('made_checking', checking + rework),
    ('made_packed', packed + shipment_pending),
    ('made_shipped', shipped),
    ('scrapped', reject)) AS v (stage, pieces) WHERE v.pieces <> 0 $$;

-- Of an order that facilities have, its lines there tell.
CREATE FUNCTION pipeline_of_production(state text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE state WHEN 'ACTION_REQUIRED' THEN 'made_to_prepare' WHEN 'ON_HOLD' THEN 'made_on_hold'
    WHEN 'READY_FOR_ALLOCATION' THEN 'made_to_allocate' WHEN 'CAD' THEN 'made_cad' WHEN 'READY_FOR_PRODUCTION' THEN 'made_ready'
    WHEN 'REJECTED' THEN 'made_rejected' END $$;

CREATE FUNCTION pipeline_of_place(kind text, site_kind text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN kind IN ('packing', 'in_transit') THEN 'on_pass' WHEN site_kind = 'shop' THEN 'in_shop'
    WHEN kind = 'quarantine' THEN 'quarantine' ELSE 'on_shelf' END $$;

CREATE FUNCTION pipeline_none() RETURNS uuid LANGUAGE sql IMMUTABLE AS $$ SELECT '00000000-0000-0000-0000-000000000000'::uuid $$;

-- What a piece of an SKU in a box is worth, and where its order goes: of several orders the mean price, and the place of the first.
CREATE VIEW pipeline_goods AS
  SELECT bl.box_id, l.sku_id, (array_agg(o.destination_id ORDER BY bl.position))[1] AS destination_id,
    round(sum(bl.quantity::numeric * o.unit_price_minor) / sum(bl.quantity), 4) AS unit
  FROM box_line bl JOIN order_line l ON l.id = bl.order_line_id JOIN vendor_order o ON o.id = l.order_id
  GROUP BY bl.box_id, l.sku_id;

-- Whose a box at QC is, and what it is a receipt of there.
CREATE VIEW pipeline_receipt AS
  SELECT b.id AS box_id, x.id AS site_id, x.kind = 'china_qc' AS is_china, coalesce(f.facility_id, h.vendor_id) AS party_id,
    h.destination_id,
    CASE WHEN x.kind = 'china_qc' THEN 'vendor'
      WHEN EXISTS (SELECT FROM qc_box c WHERE c.box_id = b.id AND c.site_kind = 'china_qc') THEN 'china'
      WHEN h.is_production THEN 'facility' ELSE 'vendor' END AS receipt
  FROM box b JOIN shipment h ON h.id = b.shipment_id LEFT JOIN facility_shipment f ON f.id = h.id CROSS JOIN site x;

-- All that stands, from the ledgers.
CREATE VIEW pipeline_now AS
  SELECT s.stage, o.vendor_id AS party_id, o.style_id, o.destination_id, s.pieces, s.pieces::numeric * o.unit_price_minor AS value
  FROM vendor_order o CROSS JOIN LATERAL pipeline_of_order(o.decision, o.vendor_decision, o.awaiting, o.platform, o.reserved, o.packed,
    o.shipped, o.rejected, o.oos) s
  UNION ALL
  SELECT s.stage, r.party_id, k.style_id, coalesce(g.destination_id, r.destination_id), s.pieces, s.pieces * coalesce(g.unit, 0)
  FROM qc_line l JOIN pipeline_receipt r ON r.box_id = l.box_id AND r.site_id = l.site_id JOIN sku k ON k.id = l.sku_id
  LEFT JOIN pipeline_goods g ON g.box_id = l.box_id AND g.sku_id = l.sku_id
  CROSS JOIN LATERAL pipeline_of_qc(r.is_china, r.receipt, l.declared, l.uncounted, l.to_inspect, l.on_hold, l.passed, l.shelved, l.ready,
    l.invoiced, l.shipped, l.failed, l.returned, l.missing, l.purchased, l.disposed) s
  UNION ALL
  SELECT s.stage, j.facility_id, k.style_id, pipeline_none(), s.pieces, 0
  FROM facility_line l JOIN facility_job j ON j.id = l.job_id JOIN sku k ON k.id = l.sku_id
  CROSS JOIN LATERAL pipeline_of_facility(l.pending, l.cutting, l.stitching, l.finishing, l.checking, l.packed, l.shipment_pending,
    l.shipped, l.rework, l.reject) s
  UNION ALL
  SELECT pipeline_of_production(o.state), pipeline_none(), coalesce(o.style_id, pipeline_none()), pipeline_none(), o.pieces, 0
  FROM production_order o WHERE pipeline_of_production(o.state) IS NOT NULL
  UNION ALL
  SELECT pipeline_of_place(p.kind, x.kind), pipeline_none(), k.style_id, p.site_id, s.on_hand, 0
  FROM stock s JOIN place p ON p.id = s.place_id JOIN site x ON x.id = p.site_id JOIN sku k ON k.id = s.sku_id WHERE s.on_hand <> 0;

-- A trigger of each kind of statement for each ledger. `%s` are the rows that changed; what stood is taken off, what stands is put on.
DO $do$
DECLARE
  into_delta text := 'INSERT INTO pipeline_delta (stage, party_id, style_id, destination_id, day, pieces, came, gone, value)
    SELECT e.stage, e.party_id, e.style_id, e.destination_id, (now() AT TIME ZONE ''Asia/Kolkata'')::date, sum(e.pieces)::int,
      sum(greatest(e.pieces, 0))::int, sum(greatest(-e.pieces, 0))::int, sum(e.value)
    FROM (SELECT d.of, d.stage, d.party_id, d.style_id, d.destination_id, sum(d.pieces) AS pieces, sum(d.value) AS value
      FROM (%s) d GROUP BY 1, 2, 3, 4, 5 HAVING sum(d.pieces) <> 0 OR sum(d.value) <> 0) e GROUP BY 1, 2, 3, 4';
  orders text := 'SELECT o.id AS of, s.stage, o.vendor_id AS party_id, o.style_id, o.destination_id, %2$s s.pieces AS pieces,
      %2$s s.pieces::numeric * o.unit_price_minor AS value
    FROM %1$s o CROSS JOIN LATERAL pipeline_of_order(o.decision, o.vendor_decision, o.awaiting, o.platform, o.reserved, o.packed, o.shipped,
      o.rejected, o.oos) s';
  facilities text := 'SELECT l.id AS of, s.stage, j.facility_id AS party_id, k.style_id, pipeline_none() AS destination_id,
      %2$s s.pieces AS pieces, 0::numeric AS value
    FROM %1$s l JOIN facility_job j ON j.id = l.job_id JOIN sku k ON k.id = l.sku_id
    CROSS JOIN LATERAL pipeline_of_facility(l.pending, l.cutting, l.stitching, l.finishing, l.checking, l.packed, l.shipment_pending,
      l.shipped, l.rework, l.reject) s';
  productions text := 'SELECT o.id AS of, pipeline_of_production(o.state) AS stage, pipeline_none() AS party_id,
      coalesce(o.style_id, pipeline_none()) AS style_id, pipeline_none() AS destination_id, %2$s o.pieces AS pieces, 0::numeric AS value
    FROM %1$s o WHERE pipeline_of_production(o.state) IS NOT NULL';
  stocks text := 'SELECT s.place_id AS of, pipeline_of_place(p.kind, x.kind) AS stage, pipeline_none() AS party_id, k.style_id,
      p.site_id AS destination_id, %2$s s.on_hand AS pieces, 0::numeric AS value
    FROM %1$s s JOIN place p ON p.id = s.place_id JOIN site x ON x.id = p.site_id JOIN sku k ON k.id = s.sku_id WHERE s.on_hand <> 0';
  -- A box is worth what it is worth, whatever moves in it: goods are looked up once for all lines that changed.
  boxes text := 'WITH d AS (SELECT q.box_id, q.site_id, q.sku_id, %s FROM (%s) q GROUP BY 1, 2, 3)
    SELECT d.box_id::text || d.sku_id AS of, s.stage, r.party_id, k.style_id, coalesce(g.destination_id, r.destination_id) AS destination_id,
      s.pieces, s.pieces * coalesce(g.unit, 0) AS value
    FROM d JOIN pipeline_receipt r ON r.box_id = d.box_id AND r.site_id = d.site_id JOIN sku k ON k.id = d.sku_id
    LEFT JOIN (SELECT * FROM pipeline_goods p WHERE p.box_id = ANY(ARRAY(SELECT DISTINCT box_id FROM d))) g
      ON g.box_id = d.box_id AND g.sku_id = d.sku_id
    CROSS JOIN LATERAL pipeline_of_qc(r.is_china, r.receipt, %s) s';
  columns text[] := ARRAY['declared', 'uncounted', 'to_inspect', 'on_hold', 'passed', 'shelved', 'ready', 'invoiced', 'shipped', 'failed',
    'returned', 'missing', 'purchased', 'disposed'];
  summed text := (SELECT string_agg(format('sum(q.%1$s)::int AS %1$s', c), ', ') FROM unnest(columns) c);
  passed text := (SELECT string_agg(format('d.%s', c), ', ') FROM unnest(columns) c);
  plus text := (SELECT string_agg(c, ', ') FROM unnest(columns) c);
  minus text := (SELECT string_agg(format('-%1$s AS %1$s', c), ', ') FROM unnest(columns) c);
  ledger record;
  op record;
  body text;
BEGIN
  FOR ledger IN SELECT * FROM (VALUES ('vendor_order', orders), ('facility_line', facilities), ('production_order', productions),
    ('stock', stocks), ('qc_line', '')) AS l (name, rows)
  LOOP
    FOR op IN SELECT * FROM (VALUES ('INSERT', 'NEW TABLE AS changed', false, true), ('DELETE', 'OLD TABLE AS was', true, false),
      ('UPDATE', 'OLD TABLE AS was NEW TABLE AS changed', true, true)) AS o (name, tables, had, has)
    LOOP
      IF ledger.name = 'qc_line' THEN
        body := format(boxes, summed, concat_ws(' UNION ALL ',
          CASE WHEN op.has THEN 'SELECT box_id, site_id, sku_id, ' || plus || ' FROM changed' END,
          CASE WHEN op.had THEN 'SELECT box_id, site_id, sku_id, ' || minus || ' FROM was' END), passed);
      ELSE
        body := concat_ws(' UNION ALL ', CASE WHEN op.has THEN format(ledger.rows, 'changed', '') END,
          CASE WHEN op.had THEN format(ledger.rows, 'was', '-') END);
      END IF;
      EXECUTE format('CREATE FUNCTION pipeline_%1$s_%2$s() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN %3$s; RETURN NULL; END $f$',
        ledger.name, lower(op.name), format(into_delta, body));
      EXECUTE format('CREATE TRIGGER pipeline_%2$s AFTER %3$s ON %1$s REFERENCING %4$s FOR EACH STATEMENT EXECUTE FUNCTION pipeline_%1$s_%2$s()',
        ledger.name, lower(op.name), op.name, op.tables);
    END LOOP;
  END LOOP;
END $do$;

-- Which stage a move of a ledger leaves and comes into, for what moved before the figures were kept.
CREATE TABLE pipeline_way (
  ledger text NOT NULL,
  kind text NOT NULL,
  from_stage text,
  to_stage text,
  PRIMARY KEY (ledger, kind)
);
INSERT INTO pipeline_way VALUES
    ('order', 'refuse', 'answered', 'refused'),
    ('order', 'recover_refused', 'refused', 'answered'),
    ('order', 'mark_oos', 'answered', 'out_of_stock'),
    ('order', 'recover_oos', 'out_of_stock', 'answered'),
    ('order', 'schedule', 'answered', 'on_platform'),
    ('order', 'unschedule', 'on_platform', 'answered'),
    ('order', 'pack', 'on_platform', 'packed'),
    ('order', 'unpack', 'packed', 'on_platform'),
    ('order', 'ship', 'packed', 'shipped'),
    ('order', 'unship', 'shipped', 'packed'),
    ('order', 'amend_up', NULL, 'answered'),
    ('order', 'amend_down', 'answered', NULL),
    ('china', 'inward', 'shipped', 'china_qc'),
    ('china', 'uninward', 'china_qc', 'shipped'),
    ('china', 'miss', 'china_qc', 'missing'),
    ('china', 'unmiss', 'missing', 'china_qc'),
    ('china', 'exceed', NULL, 'china_qc'),
    ('china', 'unexceed', 'china_qc', NULL),
    ('china', 'find', 'missing', 'china_qc'),
    ('china', 'lose', 'china_qc', 'missing'),
    ('china', 'invoice', 'china_qc', 'invoiced'),
    ('china', 'uninvoice', 'invoiced', 'china_qc'),
    ('china', 'ship', 'invoiced', 'on_the_way'),
    ('china', 'unship', 'on_the_way', 'invoiced'),
    ('china', 'send_back', 'china_qc', 'returned'),
    ('china', 'take_back', 'returned', 'china_qc'),
    ('china', 'dispose', 'china_qc', 'disposed'),
    ('china', 'undispose', 'disposed', 'china_qc'),
    ('china', 'rework', 'disposed', 'china_qc'),
    ('china', 'unrework', 'china_qc', 'disposed'),
    ('india', 'inward', 'door', 'india_received'),
    ('india', 'uninward', 'india_received', 'door'),
    ('india', 'miss', 'india_received', 'missing'),
    ('india', 'unmiss', 'missing', 'india_received'),
    ('india', 'exceed', NULL, 'india_received'),
    ('india', 'unexceed', 'india_received', NULL),
    ('india', 'find', 'missing', 'india_received'),
    ('india', 'lose', 'india_received', 'missing'),
    ('india', 'pass', 'india_received', 'india_qc'),
    ('india', 'skip', 'india_received', 'india_qc'),
    ('india', 'fail', 'india_received', 'india_qc'),
    ('india', 'hold', 'india_received', 'india_qc'),
    ('india', 'release', 'india_qc', 'india_received'),
    ('india', 'revert_passed', 'india_qc', 'india_received'),
    ('india', 'revert_failed', 'india_qc', 'india_received'),
    ('india', 'send_back', 'india_qc', 'returned'),
    ('india', 'take_back', 'returned', 'india_qc'),
    ('india', 'purchase', 'india_qc', 'bought'),
    ('india', 'unpurchase', 'bought', 'india_qc'),
    ('india', 'dispose', 'india_qc', 'disposed'),
    ('india', 'undispose', 'disposed', 'india_qc'),
    ('india', 'rework', 'disposed', 'india_received'),
    ('india', 'unrework', 'india_received', 'disposed'),
    ('facility', 'allot', NULL, 'made_pending'),
    ('facility', 'withdraw', 'made_pending', NULL),
    ('facility', 'cut', 'made_pending', 'made_cutting'),
    ('facility', 'uncut', 'made_cutting', 'made_pending'),
    ('facility', 'cut_beyond', NULL, 'made_cutting'),
    ('facility', 'uncut_beyond', 'made_cutting', NULL),
    ('facility', 'stitch', 'made_cutting', 'made_stitching'),
    ('facility', 'unstitch', 'made_stitching', 'made_cutting'),
    ('facility', 'finish', 'made_stitching', 'made_finishing'),
    ('facility', 'unfinish', 'made_finishing', 'made_stitching'),
    ('facility', 'check', 'made_finishing', 'made_checking'),
    ('facility', 'uncheck', 'made_checking', 'made_finishing'),
    ('facility', 'pack', 'made_checking', 'made_packed'),
    ('facility', 'unpack', 'made_packed', 'made_checking'),
    ('facility', 'ship', 'made_packed', 'made_shipped'),
    ('facility', 'call_back', 'made_shipped', 'made_packed'),
    ('facility', 'come_back', 'made_shipped', 'made_checking'),
    ('facility', 'go_again', 'made_checking', 'made_shipped'),
    ('facility', 'reject_cut', 'made_cutting', 'scrapped'),
    ('facility', 'restore_cut', 'scrapped', 'made_cutting'),
    ('facility', 'reject_stitched', 'made_stitching', 'scrapped'),
    ('facility', 'restore_stitched', 'scrapped', 'made_stitching'),
    ('facility', 'reject_finished', 'made_finishing', 'scrapped'),
    ('facility', 'restore_finished', 'scrapped', 'made_finishing'),
    ('facility', 'reject_checked', 'made_checking', 'scrapped'),
    ('facility', 'restore_checked', 'scrapped', 'made_checking'),
    ('facility', 'reject_rework', 'made_checking', 'scrapped'),
    ('facility', 'restore_rework', 'scrapped', 'made_checking');

-- Counts everything anew, from the ledgers and their moves; whoever changes a ledger waits meanwhile.
CREATE FUNCTION pipeline_rebuild() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE vendor_order, qc_line, stock, facility_line, production_order IN SHARE MODE;
  PERFORM 1 FROM pipeline_turn FOR UPDATE;
  DELETE FROM pipeline_delta;
  DELETE FROM pipeline_sum;
  DELETE FROM pipeline_day;
  INSERT INTO pipeline_sum (stage, party_id, style_id, destination_id, pieces, value)
    SELECT stage, party_id, style_id, destination_id, sum(pieces)::int, sum(value) FROM pipeline_now
    GROUP BY 1, 2, 3, 4 HAVING sum(pieces) <> 0 OR sum(value) <> 0;
  INSERT INTO pipeline_day (party_id, stage, day, came, gone)
    WITH moved (party_id, from_stage, to_stage, at, pieces) AS (
      SELECT o.vendor_id, NULL, 'to_approve', o.created_at, o.ordered FROM vendor_order o
      UNION ALL SELECT o.vendor_id, 'to_approve', 'approved', o.approved_at, o.ordered FROM vendor_order o WHERE o.approved_at IS NOT NULL
      UNION ALL SELECT o.vendor_id, 'approved', 'answered', o.answered_at, o.ordered FROM vendor_order o WHERE o.answered_at IS NOT NULL
      UNION ALL
      SELECT o.vendor_id, w.from_stage, w.to_stage, m.at, m.quantity FROM line_move m
      JOIN pipeline_way w ON w.ledger = 'order' AND w.kind = m.kind
      JOIN order_line l ON l.id = m.order_line_id JOIN vendor_order o ON o.id = l.order_id
      UNION ALL
      SELECT r.party_id, CASE w.from_stage WHEN 'door' THEN d.stage ELSE w.from_stage END,
        CASE w.to_stage WHEN 'door' THEN d.stage ELSE w.to_stage END, m.at, m.quantity
      FROM qc_move m JOIN pipeline_receipt r ON r.box_id = m.box_id AND r.site_id = m.site_id
      JOIN pipeline_way w ON w.ledger = CASE WHEN r.is_china THEN 'china' ELSE 'india' END AND w.kind = m.kind
      CROSS JOIN LATERAL (SELECT CASE r.receipt WHEN 'china' THEN 'on_the_way' WHEN 'facility' THEN 'made_shipped' ELSE 'shipped' END AS stage) d
      UNION ALL
      SELECT j.facility_id, w.from_stage, w.to_stage, m.at, m.quantity FROM facility_move m
      JOIN pipeline_way w ON w.ledger = 'facility' AND w.kind = m.kind
      JOIN facility_line l ON l.id = m.line_id JOIN facility_job j ON j.id = l.job_id
      UNION ALL
      SELECT pipeline_none(), NULL, pipeline_of_production(o.state), o.state_since, o.pieces FROM production_order o
      UNION ALL
      SELECT pipeline_none(), a.stage, b.stage, m.at, m.quantity FROM stock_move m
      LEFT JOIN LATERAL (SELECT pipeline_of_place(p.kind, x.kind) AS stage FROM place p JOIN site x ON x.id = p.site_id WHERE p.id = m.from_place) a ON true
      LEFT JOIN LATERAL (SELECT pipeline_of_place(p.kind, x.kind) AS stage FROM place p JOIN site x ON x.id = p.site_id WHERE p.id = m.to_place) b ON true
      WHERE a.stage IS DISTINCT FROM b.stage),
    sides AS (
      SELECT party_id, to_stage AS stage, (at AT TIME ZONE 'Asia/Kolkata')::date AS day, pieces AS came, 0 AS gone FROM moved WHERE to_stage IS NOT NULL
      UNION ALL
      SELECT party_id, from_stage, (at AT TIME ZONE 'Asia/Kolkata')::date, 0, pieces FROM moved WHERE from_stage IS NOT NULL),
    days AS (SELECT party_id, stage, day, sum(came)::int AS came, sum(gone)::int AS gone FROM sides GROUP BY 1, 2, 3)
    SELECT * FROM days
    UNION ALL
    SELECT 'ffffffff-ffff-ffff-ffff-ffffffffffff', stage, day, sum(came)::int, sum(gone)::int FROM days GROUP BY 2, 3;
END $$;

SELECT pipeline_rebuild();
