-- Boxes of an export order, scanned when they are loaded for India. Who was taken off again keeps its row: a scan sent twice comes to the same.
CREATE TABLE export_load (
  id uuid PRIMARY KEY,
  export_order_id uuid NOT NULL REFERENCES export_order (id),
  box_id uuid NOT NULL REFERENCES box (id),
  -- Truck or container; null where nobody said.
  vehicle text CHECK (length(vehicle) BETWEEN 1 AND 40),
  -- Of the scan that loaded it, where it was scanned.
  scan_id text,
  loaded_at timestamptz(3) NOT NULL DEFAULT now(),
  loaded_by uuid NOT NULL REFERENCES app_user (id),
  off_at timestamptz(3),
  off_by uuid REFERENCES app_user (id),
  off_scan_id text,
  CHECK ((off_at IS NULL) = (off_by IS NULL))
);
-- Two people who scan one box at once load it once.
CREATE UNIQUE INDEX export_load_live ON export_load (export_order_id, box_id) WHERE off_at IS NULL;
CREATE INDEX export_load_box ON export_load (box_id);
CREATE INDEX export_load_order ON export_load (export_order_id);
CREATE INDEX export_load_loaded_by ON export_load (loaded_by);
CREATE INDEX export_load_off_by ON export_load (off_by);

-- Until a box is loaded or taken off after it.
ALTER TABLE export_order
  ADD COLUMN loading_finished_at timestamptz(3),
  ADD COLUMN loading_finished_by uuid REFERENCES app_user (id);

INSERT INTO setting (name, value) VALUES ('load_before_shipping', 'false');
