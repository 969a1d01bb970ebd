-- Boxes that come to India --------------------------------------------------------------------------------------------------

-- Where the boxes of an export order go. What was shipped before this version goes to the first site of India QC; of an order that
-- left before there was any, that one is meant which was entered since.
ALTER TABLE export_order ADD COLUMN destination_id uuid REFERENCES site (id);
UPDATE export_order SET destination_id =
    (SELECT id FROM site WHERE kind = 'india_qc' AND retired_at IS NULL ORDER BY code LIMIT 1)
  WHERE state = 'SHIPPED';
CREATE INDEX export_order_shipped ON export_order (shipped_at) WHERE state = 'SHIPPED';

-- Consignments of which nobody expects a further box: an export order, a vendor's shipment that came to India directly, and later what a
-- production facility sent. `number` is the one that people use.
CREATE TABLE arrival_closing (
  origin text NOT NULL CHECK (origin IN ('export_order', 'shipment', 'production')),
  number text NOT NULL,
  site_id uuid NOT NULL REFERENCES site (id),
  closed_at timestamptz(3) NOT NULL DEFAULT now(),
  closed_by uuid NOT NULL REFERENCES app_user (id),
  remark text,
  PRIMARY KEY (origin, number)
);

-- Whole boxes that did not come, that nobody expected, or that came damaged. Pieces within a box are a matter of `qc_case`.
CREATE TABLE box_discrepancy (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('short', 'excess', 'damaged')),
  site_id uuid NOT NULL REFERENCES site (id),
  -- As it was scanned where nobody knows the box, else its SSCC.
  code text NOT NULL,
  box_id uuid REFERENCES box (id),
  origin text CHECK (origin IN ('export_order', 'shipment', 'production')),
  number text,
  -- What the box should hold; null where nobody knows.
  pieces integer CHECK (pieces >= 0),
  remark text,
  owner_id uuid NOT NULL REFERENCES app_user (id),
  opened_at timestamptz(3) NOT NULL DEFAULT now(),
  opened_by uuid NOT NULL REFERENCES app_user (id),
  outcome text CHECK (outcome IN ('found', 'claim', 'write_off', 'accepted', 'sent_back', 'mistake')),
  outcome_remark text,
  settled_at timestamptz(3),
  settled_by uuid REFERENCES app_user (id),
  -- The arrival that it belongs to was opened again.
  withdrawn_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  CHECK ((kind = 'excess') OR (box_id IS NOT NULL)),
  CHECK ((outcome IS NULL) = (settled_at IS NULL) AND (settled_at IS NULL) = (settled_by IS NULL))
);
-- A box has one open discrepancy of a kind at a site.
CREATE UNIQUE INDEX box_discrepancy_open ON box_discrepancy (site_id, kind, code)
  WHERE settled_at IS NULL AND withdrawn_at IS NULL;
CREATE INDEX box_discrepancy_box ON box_discrepancy (box_id);
CREATE INDEX box_discrepancy_number ON box_discrepancy (number);

CREATE TABLE box_discrepancy_photo (
  discrepancy_id uuid NOT NULL REFERENCES box_discrepancy (id),
  image_id uuid NOT NULL REFERENCES qc_image (id),
  position integer NOT NULL,
  PRIMARY KEY (discrepancy_id, position)
);
CREATE INDEX box_discrepancy_photo_image ON box_discrepancy_photo (image_id);

-- 'as_declared': a scan receives a box with all that it should hold; 'by_count': its pieces wait to be counted.
INSERT INTO setting (name, value) VALUES ('india_counts_on_receipt', '"as_declared"');
