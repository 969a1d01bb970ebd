-- Gate passes: goods leave one site and arrive at another, on paper and in stock ------------------------------------------

CREATE SEQUENCE gate_pass_number;

CREATE TABLE gate_pass (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE,
  type text NOT NULL CHECK (type IN ('stock_transfer', 'returnable', 'non_returnable', 'vendor_return', 'consumption')),
  state text NOT NULL DEFAULT 'DRAFT' CHECK (state IN
    ('DRAFT', 'CONFIRMED', 'PACKING', 'SUBMITTED', 'PARTLY_RECEIVED', 'RECEIVED', 'COMPLETED', 'CANCELLED')),
  from_site_id uuid NOT NULL REFERENCES site (id),
  to_site_id uuid REFERENCES site (id),
  vendor_id uuid REFERENCES vendor (id),
  party text,
  party_address text,
  party_gstin text,
  -- Where goods of it are received: the destination, or the source when they come back from a party. Null: they are given away.
  receive_site_id uuid REFERENCES site (id),
  purpose text NOT NULL DEFAULT '',
  remark text NOT NULL DEFAULT '',
  expected_return_on date,
  is_blind boolean NOT NULL,
  -- The returnable pass whose goods it brings back.
  returns_id uuid REFERENCES gate_pass (id),
  -- Of the allocation that asked for it.
  task_id text,
  carrier text,
  vehicle_no text,
  lr_no text,
  eway_bill_no text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES app_user (id),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by uuid NOT NULL REFERENCES app_user (id),
  submitted_at timestamptz(3),
  submitted_by uuid REFERENCES app_user (id),
  completed_at timestamptz(3),
  completed_by uuid REFERENCES app_user (id),
  -- The day on which both sides were last told that goods are overdue.
  told_overdue_on date,
  version integer NOT NULL DEFAULT 1,
  CHECK (to_site_id IS DISTINCT FROM from_site_id),
  CHECK (num_nonnulls(to_site_id, vendor_id) <= 1)
);
-- How the trace box finds the beginning of a number.
CREATE INDEX gate_pass_number_prefix ON gate_pass (number text_pattern_ops);
CREATE INDEX gate_pass_age ON gate_pass (created_at, id);
CREATE INDEX gate_pass_live ON gate_pass (state) WHERE state NOT IN ('COMPLETED', 'CANCELLED');
CREATE INDEX gate_pass_due ON gate_pass (expected_return_on) WHERE type = 'returnable';
CREATE INDEX gate_pass_returns ON gate_pass (returns_id) WHERE returns_id IS NOT NULL;

-- An SKU in a condition on a pass. What was sent came, is on the road, or was closed short.
CREATE TABLE gate_pass_item (
  id uuid PRIMARY KEY,
  pass_id uuid NOT NULL REFERENCES gate_pass (id),
  sku_id uuid NOT NULL REFERENCES sku (id),
  condition text NOT NULL CHECK (condition IN ('good', 'b_grade', 'damaged')),
  planned integer NOT NULL DEFAULT 0 CHECK (planned >= 0),
  packed integer NOT NULL DEFAULT 0 CHECK (packed >= 0),
  sent integer NOT NULL DEFAULT 0 CHECK (sent >= 0),
  -- Damaged ones among them.
  received integer NOT NULL DEFAULT 0 CHECK (received >= 0),
  damaged integer NOT NULL DEFAULT 0 CHECK (damaged >= 0),
  excess integer NOT NULL DEFAULT 0 CHECK (excess >= 0),
  closed_short integer NOT NULL DEFAULT 0 CHECK (closed_short >= 0),
  -- Why fewer go than were planned.
  reason text,
  remark text,
  -- Of a piece, in paise.
  unit_value_minor bigint CHECK (unit_value_minor >= 0),
  UNIQUE (pass_id, sku_id, condition),
  CHECK (received + closed_short <= sent AND damaged <= received)
);
CREATE INDEX gate_pass_item_sku ON gate_pass_item (sku_id);

CREATE TABLE gate_pass_box (
  id uuid PRIMARY KEY,
  pass_id uuid NOT NULL REFERENCES gate_pass (id),
  box_no integer NOT NULL CHECK (box_no > 0),
  -- Its SSCC; a whole box keeps the code that it came with.
  code text NOT NULL,
  is_whole boolean NOT NULL DEFAULT false,
  state text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'SEALED')),
  station text NOT NULL DEFAULT '',
  opened_by uuid NOT NULL REFERENCES app_user (id),
  opened_at timestamptz(3) NOT NULL DEFAULT now(),
  sealed_at timestamptz(3),
  sealed_by uuid REFERENCES app_user (id),
  weight_grams integer CHECK (weight_grams > 0),
  weigh_again boolean NOT NULL DEFAULT false,
  removed_at timestamptz(3),
  -- Its pass is neither completed nor cancelled, and it was not taken off: so a box is on at most one live pass.
  is_live boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  UNIQUE (pass_id, box_no)
);
CREATE UNIQUE INDEX gate_pass_box_live ON gate_pass_box (code) WHERE is_live;
CREATE INDEX gate_pass_box_code ON gate_pass_box (code text_pattern_ops, id);

-- What is in a box, and from which place each piece was taken: there it goes when it is taken out.
CREATE TABLE gate_pass_content (
  box_id uuid NOT NULL REFERENCES gate_pass_box (id),
  item_id uuid NOT NULL REFERENCES gate_pass_item (id),
  place_id uuid NOT NULL REFERENCES place (id),
  quantity integer NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (box_id, item_id, place_id)
);
CREATE INDEX gate_pass_content_item ON gate_pass_content (item_id);

-- What came. A receipt that was taken back stays, with when.
CREATE TABLE gate_pass_receipt (
  id uuid PRIMARY KEY,
  pass_id uuid NOT NULL REFERENCES gate_pass (id),
  item_id uuid NOT NULL REFERENCES gate_pass_item (id),
  -- Null where nobody said out of which box.
  box_id uuid REFERENCES gate_pass_box (id),
  good integer NOT NULL DEFAULT 0 CHECK (good >= 0),
  damaged integer NOT NULL DEFAULT 0 CHECK (damaged >= 0),
  excess integer NOT NULL DEFAULT 0 CHECK (excess >= 0),
  reason text,
  remark text,
  event_id uuid NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT now(),
  undone_at timestamptz(3),
  CHECK (good + damaged + excess > 0)
);
CREATE INDEX gate_pass_receipt_item ON gate_pass_receipt (item_id) WHERE undone_at IS NULL;
CREATE INDEX gate_pass_receipt_box ON gate_pass_receipt (box_id) WHERE undone_at IS NULL;
CREATE INDEX gate_pass_receipt_pass ON gate_pass_receipt (pass_id);

CREATE TABLE gate_pass_photo (
  receipt_id uuid NOT NULL REFERENCES gate_pass_receipt (id),
  image_id uuid NOT NULL REFERENCES qc_image (id),
  PRIMARY KEY (receipt_id, image_id)
);
CREATE INDEX gate_pass_photo_image ON gate_pass_photo (image_id);

-- Scans that came, with what each was answered: sent again, it is answered the same.
CREATE TABLE gate_pass_scan (
  pass_id uuid NOT NULL REFERENCES gate_pass (id),
  kind text NOT NULL,
  scan_id text NOT NULL,
  answer jsonb NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (pass_id, kind, scan_id)
);

CREATE TABLE gate_pass_case (
  id uuid PRIMARY KEY,
  pass_id uuid NOT NULL REFERENCES gate_pass (id),
  item_id uuid NOT NULL REFERENCES gate_pass_item (id),
  kind text NOT NULL CHECK (kind IN ('short', 'excess', 'damaged')),
  quantity integer NOT NULL CHECK (quantity > 0),
  settled integer NOT NULL DEFAULT 0 CHECK (settled >= 0 AND settled <= quantity),
  reason text,
  remark text,
  opened_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (item_id, kind)
);
CREATE INDEX gate_pass_case_age ON gate_pass_case (opened_at, id);
CREATE INDEX gate_pass_case_pass ON gate_pass_case (pass_id);

CREATE TABLE gate_pass_outcome (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL REFERENCES gate_pass_case (id),
  outcome text NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  remark text,
  at timestamptz(3) NOT NULL DEFAULT now(),
  user_id uuid NOT NULL REFERENCES app_user (id)
);
CREATE INDEX gate_pass_outcome_case ON gate_pass_outcome (case_id);

-- The paper of a pass. One that goods were called back from stays, cancelled, with its number; what it said stays with it.
CREATE TABLE gate_pass_document (
  id uuid PRIMARY KEY,
  pass_id uuid NOT NULL REFERENCES gate_pass (id),
  kind text NOT NULL CHECK (kind IN ('delivery_challan', 'stock_transfer_note', 'tax_invoice')),
  number text NOT NULL UNIQUE,
  series text NOT NULL,
  serial integer NOT NULL CHECK (serial > 0),
  issued_on date NOT NULL,
  state text NOT NULL DEFAULT 'LIVE' CHECK (state IN ('LIVE', 'CANCELLED')),
  -- Parties, lines, values and taxes as they were then.
  content jsonb NOT NULL,
  issued_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (series, serial)
);
CREATE UNIQUE INDEX gate_pass_document_live ON gate_pass_document (pass_id) WHERE state = 'LIVE';

-- Of apparel, as known in 2026; a tax adviser must confirm them. Paise.
INSERT INTO setting (name, value) VALUES
  ('gate_pass_blind', 'false'),
  ('gate_pass_tax', '[
    {"from": "2017-07-01", "eway_threshold_minor": 5000000, "rates": [{"up_to_minor": 100000, "percent": 5}, {"up_to_minor": null, "percent": 12}]},
    {"from": "2025-09-22", "eway_threshold_minor": 5000000, "rates": [{"up_to_minor": 250000, "percent": 5}, {"up_to_minor": null, "percent": 18}]}
  ]');
