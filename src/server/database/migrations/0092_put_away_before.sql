-- Pieces of a box of India QC that had gone from the floor one by one when the box was put on a shelf by its code: they are looked for no more.
CREATE TABLE put_away_before (
  -- The scan that put the box away; taken back, it takes these along.
  scan_id uuid NOT NULL,
  site_id uuid NOT NULL REFERENCES site (id),
  sscc text NOT NULL,
  sku_id uuid NOT NULL REFERENCES sku (id),
  quantity integer NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (scan_id, sku_id)
);
CREATE INDEX put_away_before_box ON put_away_before (sscc, sku_id);
