-- QC by site: every site that a box comes to counts it, judges it and sends it on for itself --------------------------------

-- What hangs on a box at QC says at which site. Nearly all rows of an installation are of one site: that one is the new column's
-- default, which PostgreSQL keeps once for all old rows and writes into none. Only rows of other sites are written, and those of boxes
-- that were put back in front of the door go by where their shipment was sent.
DO $$
DECLARE
  main uuid := coalesce(
    (SELECT site_id FROM qc_box GROUP BY 1 ORDER BY count(*) DESC LIMIT 1),
    (SELECT id FROM site WHERE kind = 'china_qc' ORDER BY code LIMIT 1),
    '00000000-0000-0000-0000-000000000000');
  of_boxes text[] := ARRAY['qc_line', 'qc_case', 'qc_inspection', 'return_note_line', 'invoice_box', 'invoice_line', 'qc_move'];
  name text;
BEGIN
  FOREACH name IN ARRAY of_boxes LOOP
    EXECUTE format('ALTER TABLE %I ADD COLUMN site_id uuid NOT NULL DEFAULT %L', name, main);
    EXECUTE format('UPDATE %I t SET site_id = coalesce(q.site_id, h.destination_id)
      FROM box b JOIN shipment h ON h.id = b.shipment_id LEFT JOIN qc_box q ON q.box_id = b.id
      WHERE b.id = t.box_id AND coalesce(q.site_id, h.destination_id) <> %L', name, main);
    EXECUTE format('ALTER TABLE %I ALTER COLUMN site_id DROP DEFAULT', name);
  END LOOP;
  -- A lot is frozen by its first inspection, so that every lot has one.
  EXECUTE format('ALTER TABLE qc_lot ADD COLUMN site_id uuid NOT NULL DEFAULT %L', main);
  UPDATE qc_lot l SET site_id = i.site_id FROM qc_inspection_lot il JOIN qc_inspection i ON i.id = il.inspection_id
  WHERE il.lot_id = l.id AND i.site_id <> main;
  ALTER TABLE qc_lot ALTER COLUMN site_id DROP DEFAULT;
END $$;

-- Boxes. Each is at one site of a country at most: at China QC, and later at India QC.
ALTER TABLE site ADD CONSTRAINT site_kind_key UNIQUE (id, kind);
ALTER TABLE qc_line DROP CONSTRAINT qc_line_box_id_fkey, DROP CONSTRAINT qc_line_pkey;
ALTER TABLE qc_box
  ADD COLUMN site_kind text NOT NULL DEFAULT 'china_qc' CHECK (site_kind IN ('china_qc', 'india_qc'));
ALTER TABLE qc_box
  ALTER COLUMN site_kind DROP DEFAULT,
  DROP CONSTRAINT qc_box_pkey,
  DROP CONSTRAINT qc_box_site_id_fkey,
  ADD PRIMARY KEY (box_id, site_id),
  ADD CONSTRAINT qc_box_once_a_country UNIQUE (box_id, site_kind),
  ADD FOREIGN KEY (site_id, site_kind) REFERENCES site (id, kind);
ALTER TABLE qc_line
  ADD PRIMARY KEY (box_id, site_id, sku_id),
  ADD FOREIGN KEY (box_id, site_id) REFERENCES qc_box (box_id, site_id);

-- The tabs of the platform, oldest and newest first: of one country's sites.
DROP INDEX qc_box_all, qc_box_uncounted, qc_box_in_qc, qc_box_passed, qc_box_failed, qc_box_ready, qc_box_shipped,
  qc_box_returned, qc_box_changed, qc_box_vendor;
CREATE INDEX qc_box_all ON qc_box (site_kind, inwarded_at, box_id);
CREATE INDEX qc_box_uncounted ON qc_box (site_kind, inwarded_at, box_id) WHERE uncounted > 0;
CREATE INDEX qc_box_in_qc ON qc_box (site_kind, inwarded_at, box_id)
  WHERE uncounted = 0 AND to_inspect + on_hold + open_missing > 0;
CREATE INDEX qc_box_passed ON qc_box (site_kind, inwarded_at, box_id) WHERE passed + shelved > 0;
CREATE INDEX qc_box_failed ON qc_box (site_kind, inwarded_at, box_id) WHERE failed > 0;
CREATE INDEX qc_box_ready ON qc_box (site_kind, inwarded_at, box_id) WHERE ready + invoiced > 0;
CREATE INDEX qc_box_shipped ON qc_box (site_kind, inwarded_at, box_id) WHERE shipped > 0;
CREATE INDEX qc_box_returned ON qc_box (site_kind, inwarded_at, box_id) WHERE returned > 0;
CREATE INDEX qc_box_changed ON qc_box (site_kind, updated_at, box_id);
CREATE INDEX qc_box_vendor ON qc_box (vendor_id, site_kind, inwarded_at, box_id);

-- What hangs on them. The ledger and what was judged stay when a box is put back in front of the door: they name box and site.
DROP INDEX qc_case_box, return_note_line_box, invoice_box_live, invoice_box_box, qc_move_box;
ALTER TABLE qc_case ADD FOREIGN KEY (site_id) REFERENCES site (id);
CREATE INDEX qc_case_box ON qc_case (box_id, site_id);
ALTER TABLE qc_inspection
  ADD FOREIGN KEY (site_id) REFERENCES site (id),
  DROP CONSTRAINT qc_inspection_box_id_number_key,
  ADD UNIQUE (box_id, site_id, number);
ALTER TABLE return_note_line ADD FOREIGN KEY (site_id) REFERENCES site (id);
CREATE INDEX return_note_line_box ON return_note_line (box_id, site_id);
ALTER TABLE invoice_box ADD FOREIGN KEY (site_id) REFERENCES site (id);
-- A box is on at most one live invoice of a site.
CREATE UNIQUE INDEX invoice_box_live ON invoice_box (box_id, site_id) WHERE is_live;
CREATE INDEX invoice_box_box ON invoice_box (box_id, site_id);
ALTER TABLE invoice_line ADD FOREIGN KEY (site_id) REFERENCES site (id);
ALTER TABLE qc_move ADD FOREIGN KEY (site_id) REFERENCES site (id);
CREATE INDEX qc_move_box ON qc_move (box_id, site_id, id);

-- Lots are a site's own. What counts pieces on hold (`qc_held_look`) hangs on its lot.
DROP INDEX qc_lot_group;
ALTER TABLE qc_lot
  ADD FOREIGN KEY (site_id) REFERENCES site (id),
  DROP CONSTRAINT qc_lot_lot_key_key,
  ADD UNIQUE (site_id, lot_key);
CREATE INDEX qc_lot_group ON qc_lot (site_id, lot_group);
-- Rows that are only held while lots are planned.
DELETE FROM qc_lot_turn;
ALTER TABLE qc_lot_turn
  ADD COLUMN site_id uuid NOT NULL REFERENCES site (id),
  DROP CONSTRAINT qc_lot_turn_pkey,
  ADD PRIMARY KEY (shipment_id, site_id);

-- A column that nobody has looked at yet is thought to sort out nearly every row.
ANALYZE qc_box (site_id, site_kind), qc_line (site_id), qc_case (site_id), qc_inspection (site_id), qc_lot (site_id),
  qc_move (site_id), invoice_box (site_id), invoice_line (site_id), return_note_line (site_id);
