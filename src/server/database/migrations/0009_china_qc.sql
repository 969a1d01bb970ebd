-- China QC: what becomes of a box after the door --------------------------------------------------------------------------

-- A box that was inwarded. The row goes when its inwarding is undone; the ledger of moves stays.
CREATE TABLE qc_box (
  box_id uuid PRIMARY KEY REFERENCES box (id),
  shipment_id uuid NOT NULL REFERENCES shipment (id),
  vendor_id uuid NOT NULL REFERENCES vendor (id),
  site_id uuid NOT NULL REFERENCES site (id),
  inwarded_at timestamptz(3) NOT NULL DEFAULT now(),
  inwarded_by uuid NOT NULL REFERENCES app_user (id),
  counted_at timestamptz(3),
  counted_by uuid REFERENCES app_user (id),
  was_blind boolean NOT NULL DEFAULT false,
  shelf text,
  -- Counts up whenever judged pieces go back to be judged: a lot's tally starts anew.
  round integer NOT NULL DEFAULT 1,
  inspections integer NOT NULL DEFAULT 0 CHECK (inspections >= 0),
  open_missing integer NOT NULL DEFAULT 0 CHECK (open_missing >= 0),
  -- Sums of its lines, kept by the one function that moves pieces.
  declared integer NOT NULL CHECK (declared >= 0),
  excess integer NOT NULL DEFAULT 0 CHECK (excess >= 0),
  uncounted integer NOT NULL CHECK (uncounted >= 0),
  to_inspect integer NOT NULL DEFAULT 0 CHECK (to_inspect >= 0),
  on_hold integer NOT NULL DEFAULT 0 CHECK (on_hold >= 0),
  passed integer NOT NULL DEFAULT 0 CHECK (passed >= 0),
  shelved integer NOT NULL DEFAULT 0 CHECK (shelved >= 0),
  ready integer NOT NULL DEFAULT 0 CHECK (ready >= 0),
  invoiced integer NOT NULL DEFAULT 0 CHECK (invoiced >= 0),
  shipped integer NOT NULL DEFAULT 0 CHECK (shipped >= 0),
  failed integer NOT NULL DEFAULT 0 CHECK (failed >= 0),
  returned integer NOT NULL DEFAULT 0 CHECK (returned >= 0),
  missing integer NOT NULL DEFAULT 0 CHECK (missing >= 0),
  -- qcStatus() of src/shared/areas/qc-boxes/status.ts; a test holds the two together.
  stage smallint NOT NULL GENERATED ALWAYS AS (
    CASE
      WHEN uncounted > 0 THEN 0
      WHEN open_missing > 0 AND inspections = 0 THEN 1
      WHEN to_inspect + on_hold > 0 AND inspections = 0 THEN 2
      WHEN to_inspect + on_hold > 0 THEN 3
      WHEN failed > 0 THEN 4
      WHEN passed + shelved + ready + invoiced > 0 THEN 5
      WHEN shipped > 0 THEN 6
      WHEN returned > 0 THEN 7
      ELSE 1
    END
  ) STORED,
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by uuid NOT NULL REFERENCES app_user (id),
  version integer NOT NULL DEFAULT 1,
  CHECK (declared + excess = uncounted + to_inspect + on_hold + passed + shelved + ready + invoiced + shipped
    + failed + returned + missing)
);
-- The tabs of the platform, oldest and newest first.
CREATE INDEX qc_box_all ON qc_box (inwarded_at, box_id);
CREATE INDEX qc_box_uncounted ON qc_box (inwarded_at, box_id) WHERE uncounted > 0;
CREATE INDEX qc_box_in_qc ON qc_box (inwarded_at, box_id) WHERE uncounted = 0 AND to_inspect + on_hold + open_missing > 0;
CREATE INDEX qc_box_passed ON qc_box (inwarded_at, box_id) WHERE passed + shelved > 0;
CREATE INDEX qc_box_failed ON qc_box (inwarded_at, box_id) WHERE failed > 0;
CREATE INDEX qc_box_ready ON qc_box (inwarded_at, box_id) WHERE ready + invoiced > 0;
CREATE INDEX qc_box_shipped ON qc_box (inwarded_at, box_id) WHERE shipped > 0;
CREATE INDEX qc_box_returned ON qc_box (inwarded_at, box_id) WHERE returned > 0;
CREATE INDEX qc_box_changed ON qc_box (updated_at, box_id);
CREATE INDEX qc_box_vendor ON qc_box (vendor_id, inwarded_at, box_id);
CREATE INDEX qc_box_shipment ON qc_box (shipment_id);

-- Boxes on their way to the door.
CREATE INDEX box_on_its_way ON box (shipment_id) WHERE removed_at IS NULL AND inwarded_at IS NULL;

-- Pieces of one SKU in a box, from however many orders.
CREATE TABLE qc_line (
  box_id uuid NOT NULL REFERENCES qc_box (box_id),
  sku_id uuid NOT NULL REFERENCES sku (id),
  position integer NOT NULL,
  declared integer NOT NULL CHECK (declared >= 0),
  excess integer NOT NULL DEFAULT 0 CHECK (excess >= 0),
  uncounted integer NOT NULL CHECK (uncounted >= 0),
  to_inspect integer NOT NULL DEFAULT 0 CHECK (to_inspect >= 0),
  on_hold integer NOT NULL DEFAULT 0 CHECK (on_hold >= 0),
  passed integer NOT NULL DEFAULT 0 CHECK (passed >= 0),
  shelved integer NOT NULL DEFAULT 0 CHECK (shelved >= 0),
  ready integer NOT NULL DEFAULT 0 CHECK (ready >= 0),
  invoiced integer NOT NULL DEFAULT 0 CHECK (invoiced >= 0),
  shipped integer NOT NULL DEFAULT 0 CHECK (shipped >= 0),
  failed integer NOT NULL DEFAULT 0 CHECK (failed >= 0),
  returned integer NOT NULL DEFAULT 0 CHECK (returned >= 0),
  missing integer NOT NULL DEFAULT 0 CHECK (missing >= 0),
  PRIMARY KEY (box_id, sku_id),
  CHECK (declared + excess = uncounted + to_inspect + on_hold + passed + shelved + ready + invoiced + shipped
    + failed + returned + missing)
);
CREATE INDEX qc_line_sku ON qc_line (sku_id);

-- Missing and excess pieces, until somebody has said what becomes of each.
CREATE TABLE qc_case (
  id uuid PRIMARY KEY,
  box_id uuid NOT NULL REFERENCES box (id),
  sku_id uuid NOT NULL REFERENCES sku (id),
  kind text NOT NULL CHECK (kind IN ('missing', 'excess')),
  quantity integer NOT NULL CHECK (quantity > 0),
  settled integer NOT NULL DEFAULT 0 CHECK (settled BETWEEN 0 AND quantity),
  -- Counted again: the case is void.
  withdrawn_at timestamptz(3),
  owner_id uuid NOT NULL REFERENCES app_user (id),
  remark text,
  opened_at timestamptz(3) NOT NULL DEFAULT now(),
  opened_by uuid NOT NULL REFERENCES app_user (id)
);
CREATE INDEX qc_case_box ON qc_case (box_id);
CREATE INDEX qc_case_open ON qc_case (opened_at) WHERE withdrawn_at IS NULL AND settled < quantity;

CREATE TABLE qc_case_outcome (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL REFERENCES qc_case (id),
  outcome text NOT NULL CHECK (outcome IN ('found', 'claim', 'write_off', 'accepted', 'send_back', 'miscounted')),
  quantity integer NOT NULL CHECK (quantity > 0),
  remark text,
  at timestamptz(3) NOT NULL DEFAULT now(),
  by uuid NOT NULL REFERENCES app_user (id)
);
CREATE INDEX qc_case_outcome_case ON qc_case_outcome (case_id);

-- Inspections ------------------------------------------------------------------------------------------------------------

-- What is judged by one sample: its plan is frozen with the first inspection of it.
CREATE TABLE qc_lot (
  id uuid PRIMARY KEY,
  -- What it is a lot of, and in which round: box or shipment, style and colour.
  lot_group text NOT NULL,
  -- The same with a number: boxes of a shipment that are counted later are another lot.
  lot_key text NOT NULL UNIQUE,
  scope text NOT NULL CHECK (scope IN ('style_colour', 'box', 'shipment')),
  lot_size integer NOT NULL CHECK (lot_size > 0),
  -- SamplingPlan of src/shared/areas/inspection/sampling.ts.
  plan jsonb NOT NULL,
  frozen_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX qc_lot_group ON qc_lot (lot_group);

-- The row that whoever plans the lots of a shipment holds meanwhile. The shipment's own is held by those who take boxes in.
CREATE TABLE qc_lot_turn (
  shipment_id uuid PRIMARY KEY REFERENCES shipment (id)
);

CREATE TABLE qc_inspection (
  id uuid PRIMARY KEY,
  box_id uuid NOT NULL REFERENCES box (id),
  number integer NOT NULL,
  round integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('inspection', 'reinspection', 'skip')),
  previous_id uuid REFERENCES qc_inspection (id),
  computed text NOT NULL CHECK (computed IN ('accept', 'reject', 'open', 'none')),
  verdict text NOT NULL CHECK (verdict IN ('passed', 'failed', 'hold', 'mixed')),
  override_reason text,
  reason text,
  remark text,
  cartons_opened integer,
  -- Where it came by sheet: its rows as they were read, so that the same rows are not judged twice.
  sheet_rows text[],
  at timestamptz(3) NOT NULL DEFAULT now(),
  by uuid NOT NULL REFERENCES app_user (id),
  UNIQUE (box_id, number)
);
CREATE INDEX qc_inspection_at ON qc_inspection (at);

CREATE TABLE qc_inspection_line (
  inspection_id uuid NOT NULL REFERENCES qc_inspection (id),
  sku_id uuid NOT NULL REFERENCES sku (id),
  passed integer NOT NULL DEFAULT 0 CHECK (passed >= 0),
  failed integer NOT NULL DEFAULT 0 CHECK (failed >= 0),
  on_hold integer NOT NULL DEFAULT 0 CHECK (on_hold >= 0),
  -- Of the sample: units looked at piece by piece.
  sampled integer NOT NULL DEFAULT 0 CHECK (sampled >= 0),
  PRIMARY KEY (inspection_id, sku_id)
);

-- Units with a defect, each by its worst.
CREATE TABLE qc_inspection_lot (
  inspection_id uuid NOT NULL REFERENCES qc_inspection (id),
  lot_id uuid NOT NULL REFERENCES qc_lot (id),
  sampled integer NOT NULL CHECK (sampled >= 0),
  critical integer NOT NULL DEFAULT 0 CHECK (critical >= 0),
  major integer NOT NULL DEFAULT 0 CHECK (major >= 0),
  minor integer NOT NULL DEFAULT 0 CHECK (minor >= 0),
  PRIMARY KEY (inspection_id, lot_id)
);
CREATE INDEX qc_inspection_lot_lot ON qc_inspection_lot (lot_id);

CREATE TABLE qc_defect (
  id uuid PRIMARY KEY,
  inspection_id uuid NOT NULL REFERENCES qc_inspection (id),
  sku_id uuid NOT NULL REFERENCES sku (id),
  reason text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('critical', 'major', 'minor')),
  units integer NOT NULL CHECK (units > 0),
  -- A worse defect is on the same units: they are counted there.
  is_further boolean NOT NULL DEFAULT false,
  remark text NOT NULL
);
CREATE INDEX qc_defect_inspection ON qc_defect (inspection_id);

-- Photographs, re-encoded: no place, no camera, no more pixels than a screen needs.
CREATE TABLE qc_image (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  sha256 bytea NOT NULL,
  -- JPEG both.
  picture bytea NOT NULL,
  thumbnail bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX qc_image_age ON qc_image (created_at);
-- The same picture sent again by the same person is the same picture. The sum is of what was sent.
CREATE UNIQUE INDEX qc_image_sent ON qc_image (user_id, sha256);

CREATE TABLE qc_photo (
  image_id uuid NOT NULL REFERENCES qc_image (id),
  inspection_id uuid NOT NULL REFERENCES qc_inspection (id),
  defect_id uuid REFERENCES qc_defect (id),
  position integer NOT NULL,
  PRIMARY KEY (inspection_id, image_id)
);
CREATE INDEX qc_photo_image ON qc_photo (image_id);

-- What a style should measure, in millimetres.
CREATE TABLE style_measure (
  style_id uuid NOT NULL REFERENCES style (id),
  size text NOT NULL,
  point text NOT NULL,
  point_zh text NOT NULL,
  position integer NOT NULL,
  spec_mm integer NOT NULL CHECK (spec_mm > 0),
  tolerance_mm integer NOT NULL CHECK (tolerance_mm >= 0),
  PRIMARY KEY (style_id, size, point)
);

CREATE TABLE qc_measurement (
  id uuid PRIMARY KEY,
  inspection_id uuid NOT NULL REFERENCES qc_inspection (id),
  sku_id uuid NOT NULL REFERENCES sku (id),
  -- Which of the sampled pieces, from 1.
  piece integer NOT NULL CHECK (piece > 0),
  point text NOT NULL,
  spec_mm integer NOT NULL,
  tolerance_mm integer NOT NULL,
  actual_mm integer NOT NULL CHECK (actual_mm > 0)
);
CREATE INDEX qc_measurement_inspection ON qc_measurement (inspection_id);

-- Papers -----------------------------------------------------------------------------------------------------------------

CREATE SEQUENCE return_note_number;
CREATE SEQUENCE export_order_number;

CREATE TABLE return_note (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE,
  vendor_id uuid NOT NULL REFERENCES vendor (id),
  site_id uuid NOT NULL REFERENCES site (id),
  state text NOT NULL DEFAULT 'SENT' CHECK (state IN ('SENT', 'CANCELLED')),
  reason text NOT NULL,
  remark text NOT NULL,
  carrier text,
  tracking_id text,
  cancel_reason text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES app_user (id),
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX return_note_vendor ON return_note (vendor_id, number);

CREATE TABLE return_note_line (
  note_id uuid NOT NULL REFERENCES return_note (id),
  box_id uuid NOT NULL REFERENCES box (id),
  sku_id uuid NOT NULL REFERENCES sku (id),
  quantity integer NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (note_id, box_id, sku_id)
);
CREATE INDEX return_note_line_box ON return_note_line (box_id);

-- Sellers and buyers on export papers.
CREATE TABLE trade_party (
  code text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('exporter', 'consignee')),
  name text NOT NULL,
  address text NOT NULL,
  country char(2) NOT NULL,
  tax_id text,
  contact text,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1
);

-- What customs want to know of a style.
CREATE TABLE style_customs (
  style_id uuid PRIMARY KEY REFERENCES style (id),
  hs_code text,
  description text,
  description_zh text,
  composition text,
  origin char(2),
  net_weight_grams integer CHECK (net_weight_grams > 0),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES app_user (id)
);

-- The next number of a series without gaps: its row is locked by whoever takes one.
CREATE TABLE number_series (
  series text PRIMARY KEY,
  next integer NOT NULL CHECK (next > 0)
);

CREATE TABLE invoice (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE,
  series text NOT NULL,
  serial integer NOT NULL CHECK (serial > 0),
  state text NOT NULL DEFAULT 'LIVE' CHECK (state IN ('LIVE', 'VOID')),
  -- The day at the site that issued it.
  issued_on date NOT NULL,
  site_id uuid NOT NULL REFERENCES site (id),
  currency char(3) NOT NULL,
  consignee_code text NOT NULL REFERENCES trade_party (code),
  -- Parties as they were when it was issued.
  exporter jsonb NOT NULL,
  consignee jsonb NOT NULL,
  boxes integer NOT NULL CHECK (boxes > 0),
  pieces integer NOT NULL CHECK (pieces > 0),
  total_minor bigint NOT NULL CHECK (total_minor >= 0),
  remark text,
  void_reason text,
  voided_at timestamptz(3),
  voided_by uuid REFERENCES app_user (id),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES app_user (id),
  version integer NOT NULL DEFAULT 1,
  UNIQUE (series, serial),
  CHECK ((state = 'VOID') = (void_reason IS NOT NULL))
);
CREATE INDEX invoice_newest ON invoice (created_at, id);

CREATE TABLE invoice_box (
  invoice_id uuid NOT NULL REFERENCES invoice (id),
  box_id uuid NOT NULL REFERENCES box (id),
  position integer NOT NULL,
  is_live boolean NOT NULL DEFAULT true,
  PRIMARY KEY (invoice_id, box_id)
);
-- A box is on at most one live invoice.
CREATE UNIQUE INDEX invoice_box_live ON invoice_box (box_id) WHERE is_live;
CREATE INDEX invoice_box_box ON invoice_box (box_id);

CREATE TABLE invoice_line (
  id uuid PRIMARY KEY,
  invoice_id uuid NOT NULL REFERENCES invoice (id),
  box_id uuid NOT NULL REFERENCES box (id),
  order_line_id uuid NOT NULL REFERENCES order_line (id),
  quantity integer NOT NULL CHECK (quantity > 0),
  unit_price_minor bigint NOT NULL CHECK (unit_price_minor >= 0),
  -- Filled from style_customs when it is issued, and while there is no export order.
  hs_code text,
  description text,
  description_zh text,
  composition text,
  origin char(2),
  net_weight_grams integer,
  UNIQUE (invoice_id, box_id, order_line_id)
);
CREATE INDEX invoice_line_order_line ON invoice_line (order_line_id);

CREATE TABLE export_order (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE,
  invoice_id uuid NOT NULL REFERENCES invoice (id),
  state text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'SHIPPED', 'CANCELLED')),
  incoterm text NOT NULL,
  port_of_loading text NOT NULL,
  port_of_discharge text NOT NULL,
  transport text NOT NULL CHECK (transport IN ('air', 'sea', 'road')),
  carrier text,
  /* Air waybill or bill of lading. */
  transport_document text,
  gross_weight_grams integer,
  cancel_reason text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES app_user (id),
  shipped_at timestamptz(3),
  shipped_by uuid REFERENCES app_user (id),
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX export_order_live ON export_order (invoice_id) WHERE state <> 'CANCELLED';

-- The ledger: where every piece of a box went. The quantities of a line are the sum of its moves. -------------------------

CREATE TABLE qc_move (
  id uuid PRIMARY KEY,
  box_id uuid NOT NULL REFERENCES box (id),
  sku_id uuid NOT NULL REFERENCES sku (id),
  kind text NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  reason text,
  remark text,
  inspection_id uuid REFERENCES qc_inspection (id),
  invoice_id uuid REFERENCES invoice (id),
  return_note_id uuid REFERENCES return_note (id),
  audit_id uuid NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX qc_move_box ON qc_move (box_id, id);
-- The ledger only grows: what moved in some days lies together.
CREATE INDEX qc_move_at ON qc_move USING brin (at) WITH (autosummarize = on);

INSERT INTO setting (name, value) VALUES
  ('qc_lot_scope', '"style_colour"'),
  ('qc_level', '"II"'),
  ('qc_aqls', '{"critical": "0", "major": "2.5", "minor": "4.0"}'),
  ('qc_blind_count', 'false'),
  ('invoice_series', '"CI"');
