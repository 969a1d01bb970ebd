-- What becomes of rejected pieces in India, and what of accepted ones is bought ---------------------------------------------

-- The claim on a vendor for pieces that it is to credit; its value is that of its dispositions that stand.
CREATE TABLE debit_note (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE,
  vendor_id uuid NOT NULL REFERENCES vendor (id),
  site_id uuid NOT NULL REFERENCES site (id),
  currency char(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES app_user (id)
);
CREATE INDEX debit_note_vendor ON debit_note (vendor_id, number);

-- What was decided of some rejected pieces of a SKU in a box. Open while its next step is waited for; undone ones stay for the record.
CREATE TABLE disposition (
  id uuid PRIMARY KEY,
  box_id uuid NOT NULL REFERENCES box (id),
  site_id uuid NOT NULL REFERENCES site (id),
  sku_id uuid NOT NULL REFERENCES sku (id),
  kind text NOT NULL CHECK (kind IN ('return', 'rework', 'replace', 'credit', 'concession', 'b_grade', 'scrap')),
  quantity integer NOT NULL CHECK (quantity > 0),
  state text NOT NULL CHECK (state IN ('OPEN', 'DONE', 'UNDONE')),
  reason text,
  remark text,
  return_note_id uuid REFERENCES return_note (id),
  debit_note_id uuid REFERENCES debit_note (id),
  -- Of a credit: the pieces at the prices of their orders.
  value_minor bigint CHECK (value_minor >= 0),
  at timestamptz(3) NOT NULL DEFAULT now(),
  by uuid NOT NULL REFERENCES app_user (id),
  closed_at timestamptz(3),
  closed_by uuid REFERENCES app_user (id),
  close_remark text,
  CHECK ((kind = 'return') = (return_note_id IS NOT NULL)),
  CHECK ((kind = 'credit') = (debit_note_id IS NOT NULL) AND (kind = 'credit') = (value_minor IS NOT NULL)),
  CHECK ((state = 'OPEN') = (closed_at IS NULL))
);
CREATE INDEX disposition_line ON disposition (box_id, site_id, sku_id);
CREATE INDEX disposition_return ON disposition (return_note_id) WHERE return_note_id IS NOT NULL;
CREATE INDEX disposition_debit ON disposition (debit_note_id) WHERE debit_note_id IS NOT NULL;

-- A goods receipt: accepted pieces of one vendor that became ours, at the prices of their orders. Its number is of a series without gaps.
CREATE TABLE purchase_order (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE,
  series text NOT NULL,
  serial integer NOT NULL CHECK (serial > 0),
  state text NOT NULL DEFAULT 'POSTED' CHECK (state IN ('POSTED', 'REVERSED')),
  -- The day at the site.
  issued_on date NOT NULL,
  site_id uuid NOT NULL REFERENCES site (id),
  vendor_id uuid NOT NULL REFERENCES vendor (id),
  currency char(3) NOT NULL,
  boxes integer NOT NULL CHECK (boxes > 0),
  pieces integer NOT NULL CHECK (pieces > 0),
  total_minor bigint NOT NULL CHECK (total_minor >= 0),
  remark text,
  -- The counter document's.
  reversal_number text UNIQUE,
  reverse_reason text,
  reversed_at timestamptz(3),
  reversed_by uuid REFERENCES app_user (id),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES app_user (id),
  version integer NOT NULL DEFAULT 1,
  UNIQUE (series, serial),
  CHECK ((state = 'REVERSED') = (reversal_number IS NOT NULL)),
  CHECK ((state = 'REVERSED') = (reverse_reason IS NOT NULL))
);
CREATE INDEX purchase_order_newest ON purchase_order (created_at, id);
CREATE INDEX purchase_order_vendor ON purchase_order (vendor_id, created_at, id);

CREATE TABLE purchase_order_line (
  purchase_order_id uuid NOT NULL REFERENCES purchase_order (id),
  position integer NOT NULL,
  sku_id uuid NOT NULL REFERENCES sku (id),
  order_line_id uuid NOT NULL REFERENCES order_line (id),
  quantity integer NOT NULL CHECK (quantity > 0),
  unit_price_minor bigint NOT NULL CHECK (unit_price_minor >= 0),
  PRIMARY KEY (purchase_order_id, position)
);
CREATE INDEX purchase_order_line_sku ON purchase_order_line (sku_id);

-- The boxes that its pieces came out of.
CREATE TABLE purchase_order_box (
  purchase_order_id uuid NOT NULL REFERENCES purchase_order (id),
  box_id uuid NOT NULL REFERENCES box (id),
  site_id uuid NOT NULL REFERENCES site (id),
  sku_id uuid NOT NULL REFERENCES sku (id),
  quantity integer NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (purchase_order_id, box_id, sku_id)
);
CREATE INDEX purchase_order_box_box ON purchase_order_box (box_id, site_id);

-- What accepted them: an inspection, or a concession. Each is bought once.
CREATE TABLE purchase_order_source (
  purchase_order_id uuid NOT NULL REFERENCES purchase_order (id),
  source_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('inspection', 'concession')),
  is_live boolean NOT NULL DEFAULT true,
  PRIMARY KEY (purchase_order_id, source_id)
);
CREATE UNIQUE INDEX purchase_order_source_once ON purchase_order_source (source_id) WHERE is_live;
CREATE INDEX purchase_order_source_all ON purchase_order_source (source_id);

ALTER TABLE qc_move
  ADD COLUMN disposition_id uuid REFERENCES disposition (id),
  ADD COLUMN purchase_order_id uuid REFERENCES purchase_order (id);
CREATE INDEX qc_move_disposition ON qc_move (disposition_id) WHERE disposition_id IS NOT NULL;

INSERT INTO setting (name, value) VALUES ('purchase_order_series', '"GRN"'), ('debit_note_series', '"DN"');
