-- Production facilities: stages of what they make, boxes, shipments to India's sites with their papers, what they receive.

-- The vendor under whom boxes of a facility stand at QC; made with the facility's first shipment where nobody named one.
ALTER TABLE production_facility ADD COLUMN vendor_id uuid REFERENCES vendor (id);

-- A shipment of a facility: vendors' shipments are found without it.
ALTER TABLE shipment ADD COLUMN is_production boolean NOT NULL DEFAULT false;

-- What one facility makes of one order: sums of its lines.
CREATE TABLE facility_job (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES production_order (id),
  facility_id uuid NOT NULL REFERENCES production_facility (id),
  allotted integer NOT NULL DEFAULT 0 CHECK (allotted >= 0),
  overcut integer NOT NULL DEFAULT 0 CHECK (overcut >= 0),
  pending integer NOT NULL DEFAULT 0 CHECK (pending >= 0),
  cutting integer NOT NULL DEFAULT 0 CHECK (cutting >= 0),
  stitching integer NOT NULL DEFAULT 0 CHECK (stitching >= 0),
  finishing integer NOT NULL DEFAULT 0 CHECK (finishing >= 0),
  checking integer NOT NULL DEFAULT 0 CHECK (checking >= 0),
  packed integer NOT NULL DEFAULT 0 CHECK (packed >= 0),
  shipment_pending integer NOT NULL DEFAULT 0 CHECK (shipment_pending >= 0),
  shipped integer NOT NULL DEFAULT 0 CHECK (shipped >= 0),
  rework integer NOT NULL DEFAULT 0 CHECK (rework >= 0),
  reject integer NOT NULL DEFAULT 0 CHECK (reject >= 0),
  started_at timestamptz(3) NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by uuid NOT NULL REFERENCES app_user (id),
  UNIQUE (order_id, facility_id),
  CHECK (allotted + overcut = pending + cutting + stitching + finishing + checking + packed + shipment_pending + shipped + rework + reject)
);
CREATE INDEX facility_job_started ON facility_job (facility_id, started_at, id);
CREATE INDEX facility_job_all ON facility_job (started_at, id);

CREATE TABLE facility_line (
  id uuid PRIMARY KEY,
  job_id uuid NOT NULL REFERENCES facility_job (id),
  sku_id uuid NOT NULL REFERENCES sku (id),
  color text NOT NULL,
  size text NOT NULL,
  allotted integer NOT NULL DEFAULT 0 CHECK (allotted >= 0),
  overcut integer NOT NULL DEFAULT 0 CHECK (overcut >= 0),
  pending integer NOT NULL DEFAULT 0 CHECK (pending >= 0),
  cutting integer NOT NULL DEFAULT 0 CHECK (cutting >= 0),
  stitching integer NOT NULL DEFAULT 0 CHECK (stitching >= 0),
  finishing integer NOT NULL DEFAULT 0 CHECK (finishing >= 0),
  checking integer NOT NULL DEFAULT 0 CHECK (checking >= 0),
  packed integer NOT NULL DEFAULT 0 CHECK (packed >= 0),
  shipment_pending integer NOT NULL DEFAULT 0 CHECK (shipment_pending >= 0),
  shipped integer NOT NULL DEFAULT 0 CHECK (shipped >= 0),
  rework integer NOT NULL DEFAULT 0 CHECK (rework >= 0),
  reject integer NOT NULL DEFAULT 0 CHECK (reject >= 0),
  UNIQUE (job_id, sku_id),
  CHECK (allotted + overcut = pending + cutting + stitching + finishing + checking + packed + shipment_pending + shipped + rework + reject)
);
CREATE INDEX facility_line_sku ON facility_line (sku_id);

CREATE SEQUENCE facility_shipment_number;
CREATE TABLE facility_shipment (
  -- Once it is sent, the shipment of the same id brings its boxes to the door.
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE DEFAULT 'FS-' || lpad(nextval('facility_shipment_number')::text, 6, '0'),
  facility_id uuid NOT NULL REFERENCES production_facility (id),
  destination_id uuid NOT NULL REFERENCES site (id),
  state text NOT NULL DEFAULT 'PACKING' CHECK (state IN ('PACKING', 'DISPATCHED', 'CANCELLED')),
  carrier text NOT NULL DEFAULT '',
  vehicle_no text NOT NULL DEFAULT '',
  lr_no text NOT NULL DEFAULT '',
  eway_bill_no text NOT NULL DEFAULT '',
  -- By road, in kilometres; null where nobody said.
  distance_km integer CHECK (distance_km > 0),
  dispatched_at timestamptz(3),
  -- Why it was called back or cancelled.
  reason text,
  made_at timestamptz(3) NOT NULL DEFAULT now(),
  made_by uuid NOT NULL REFERENCES app_user (id),
  version integer NOT NULL DEFAULT 1,
  CHECK ((dispatched_at IS NOT NULL) = (state = 'DISPATCHED'))
);
CREATE INDEX facility_shipment_newest ON facility_shipment (made_at, id);
CREATE INDEX facility_shipment_facility ON facility_shipment (facility_id, made_at, id);

CREATE TABLE facility_box (
  -- Once it is sent, that of `box` as well.
  id uuid PRIMARY KEY,
  code text NOT NULL UNIQUE,
  facility_id uuid NOT NULL REFERENCES production_facility (id),
  shipment_id uuid REFERENCES facility_shipment (id),
  -- Its place in the shipment.
  box_no integer CHECK (box_no > 0),
  weight_grams integer CHECK (weight_grams > 0),
  pieces integer NOT NULL CHECK (pieces > 0),
  made_at timestamptz(3) NOT NULL DEFAULT now(),
  made_by uuid NOT NULL REFERENCES app_user (id),
  CHECK ((shipment_id IS NULL) = (box_no IS NULL)),
  UNIQUE (shipment_id, box_no)
);
CREATE INDEX facility_box_newest ON facility_box (made_at, id);
CREATE INDEX facility_box_facility ON facility_box (facility_id, made_at, id);

CREATE TABLE facility_box_line (
  box_id uuid NOT NULL REFERENCES facility_box (id),
  line_id uuid NOT NULL REFERENCES facility_line (id),
  quantity integer NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (box_id, line_id)
);
CREATE INDEX facility_box_line_line ON facility_box_line (line_id);

-- Every way of every piece; lines and sums are made of it.
CREATE TABLE facility_move (
  id uuid PRIMARY KEY,
  line_id uuid NOT NULL REFERENCES facility_line (id),
  -- Where a box was packed, sent or called back.
  box_id uuid REFERENCES facility_box (id),
  kind text NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  reason text,
  remark text,
  audit_id uuid NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX facility_move_line ON facility_move (line_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON facility_move FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON facility_move FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- The paper that went with a shipment. One that was called back keeps its paper, cancelled, with its number.
CREATE TABLE facility_document (
  id uuid PRIMARY KEY,
  shipment_id uuid NOT NULL REFERENCES facility_shipment (id),
  kind text NOT NULL CHECK (kind IN ('delivery_challan', 'stock_transfer_note', 'tax_invoice')),
  number text NOT NULL UNIQUE,
  series text NOT NULL,
  serial integer NOT NULL CHECK (serial > 0),
  issued_on date NOT NULL,
  state text NOT NULL DEFAULT 'LIVE' CHECK (state IN ('LIVE', 'CANCELLED')),
  content jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  issued_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (series, serial)
);
CREATE UNIQUE INDEX facility_document_live ON facility_document (shipment_id) WHERE state = 'LIVE';
CREATE INDEX facility_document_shipment ON facility_document (shipment_id);

-- Cloth that came to a facility for an order, a roll once.
CREATE TABLE facility_receipt (
  id uuid PRIMARY KEY,
  job_id uuid NOT NULL REFERENCES facility_job (id),
  roll_id uuid NOT NULL REFERENCES fabric_roll (id),
  -- Hundredths of the roll's unit: what was sent for the order, and what came.
  sent integer NOT NULL CHECK (sent > 0),
  quantity integer NOT NULL CHECK (quantity > 0),
  remark text NOT NULL DEFAULT '',
  at timestamptz(3) NOT NULL DEFAULT now(),
  by uuid NOT NULL REFERENCES app_user (id),
  UNIQUE (job_id, roll_id)
);

-- Pieces that may be cut beyond those ordered, in percent; pieces that a box of a facility holds at most.
INSERT INTO setting (name, value) VALUES ('cutting_tolerance_percent', '5'), ('facility_box_pieces', '120');

-- Orders that were sent before this version.
INSERT INTO facility_job (id, order_id, facility_id, updated_by)
SELECT gen_random_uuid(), a.order_id, a.facility_id, o.made_by
FROM production_vendor_allocation a JOIN production_order o ON o.id = a.order_id
WHERE o.state IN ('SENT_FOR_PRODUCTION', 'PRODUCTION_ON_HOLD');
INSERT INTO facility_line (id, job_id, sku_id, color, size, allotted, pending)
SELECT gen_random_uuid(), j.id, l.sku_id, a.color, a.size, a.pieces, a.pieces
FROM facility_job j JOIN production_allocation_line a ON a.order_id = j.order_id AND a.facility_id = j.facility_id
JOIN production_order_line l ON l.order_id = a.order_id AND l.color = a.color AND l.size = a.size AND l.sku_id IS NOT NULL;
INSERT INTO facility_move (id, line_id, kind, quantity, audit_id)
SELECT gen_random_uuid(), l.id, 'allot', l.allotted, gen_random_uuid() FROM facility_line l;
UPDATE facility_job j SET allotted = n.pieces, pending = n.pieces
FROM (SELECT job_id, sum(allotted)::int AS pieces FROM facility_line GROUP BY 1) n WHERE n.job_id = j.id;
