-- Lots begin anew style by style, and pieces on hold are counted once -------------------------------------------------------

-- Counts up when the pieces of this SKU go back to be judged. Those of one style go back together; a SKU that is found in the box
-- later is in the round of its style, the highest of its SKUs.
ALTER TABLE qc_line ADD COLUMN round integer NOT NULL DEFAULT 1;
UPDATE qc_line l SET round = q.round FROM qc_box q WHERE q.box_id = l.box_id AND q.round > 1;

-- In which round of its style a SKU was judged.
ALTER TABLE qc_inspection_line ADD COLUMN round integer NOT NULL DEFAULT 1;
UPDATE qc_inspection_line l SET round = i.round FROM qc_inspection i WHERE i.id = l.inspection_id AND i.round > 1;

-- Pieces on hold whose look the tally of their lot counts already: HeldLook of src/shared/areas/inspection/verdict.ts.
CREATE TABLE qc_held_look (
  lot_id uuid NOT NULL REFERENCES qc_lot (id),
  box_id uuid NOT NULL REFERENCES box (id),
  sku_id uuid NOT NULL REFERENCES sku (id),
  sampled integer NOT NULL CHECK (sampled >= 0),
  -- At most so many of them have a defect that counts.
  faulty integer NOT NULL CHECK (faulty >= 0),
  failed_before integer NOT NULL CHECK (failed_before >= 0),
  critical integer NOT NULL CHECK (critical >= 0),
  major integer NOT NULL CHECK (major >= 0),
  minor integer NOT NULL CHECK (minor >= 0),
  PRIMARY KEY (lot_id, box_id, sku_id)
);
CREATE INDEX qc_held_look_box ON qc_held_look (box_id);

-- A piece whose second look finds a worse defect leaves the milder count.
ALTER TABLE qc_inspection_lot DROP CONSTRAINT qc_inspection_lot_major_check, DROP CONSTRAINT qc_inspection_lot_minor_check;
