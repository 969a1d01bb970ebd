-- Places, people and sessions ------------------------------------------------------------------------------------------

CREATE TABLE site (
  id uuid PRIMARY KEY,
  code text NOT NULL UNIQUE,
  name text NOT NULL,
  name_zh text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('china_qc', 'india_qc', 'warehouse', 'shop', 'production')),
  country text NOT NULL,
  address text NOT NULL,
  time_zone text NOT NULL
);

CREATE TABLE vendor (
  id uuid PRIMARY KEY,
  code text NOT NULL UNIQUE,
  name text NOT NULL,
  name_zh text NOT NULL,
  city text NOT NULL,
  time_zone text NOT NULL DEFAULT 'Asia/Shanghai',
  onboarded_on date NOT NULL,
  is_selectable boolean NOT NULL DEFAULT true
);

CREATE TABLE app_user (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  team text,
  vendor_id uuid REFERENCES vendor (id),
  password_hash text NOT NULL,
  failed_sign_ins integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CHECK ((role = 'vendor') = (vendor_id IS NOT NULL))
);
CREATE UNIQUE INDEX app_user_email ON app_user (lower(email));

CREATE TABLE session (
  id uuid PRIMARY KEY,
  -- SHA-256 of the opaque token: a stolen copy of this table opens no session.
  token_hash bytea NOT NULL UNIQUE,
  user_id uuid NOT NULL REFERENCES app_user (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX session_of_user ON session (user_id) WHERE ended_at IS NULL;

-- Products -------------------------------------------------------------------------------------------------------------

CREATE TABLE style (
  id uuid PRIMARY KEY,
  code text NOT NULL UNIQUE,
  vendor_id uuid NOT NULL REFERENCES vendor (id),
  name text NOT NULL,
  name_zh text NOT NULL,
  category text NOT NULL
);

CREATE TABLE sku (
  id uuid PRIMARY KEY,
  nm_sku text NOT NULL UNIQUE,
  style_id uuid NOT NULL REFERENCES style (id),
  color text NOT NULL,
  color_zh text NOT NULL,
  size text NOT NULL,
  size_rank smallint NOT NULL
);
CREATE INDEX sku_style ON sku (style_id);

-- Orders ---------------------------------------------------------------------------------------------------------------

CREATE TABLE vendor_order (
  id uuid PRIMARY KEY,
  order_id text NOT NULL UNIQUE,
  vendor_id uuid NOT NULL REFERENCES vendor (id),
  style_id uuid NOT NULL REFERENCES style (id),
  destination_id uuid NOT NULL REFERENCES site (id),
  order_date date NOT NULL,
  ship_by date NOT NULL,
  unit_price_minor bigint NOT NULL CHECK (unit_price_minor >= 0),
  currency char(3) NOT NULL,
  -- Price of the style's order before this one; the exception "price jump" compares with it.
  previous_unit_price_minor bigint,
  is_flagged_urgent boolean NOT NULL DEFAULT false,
  is_price_jump boolean NOT NULL DEFAULT false,
  is_new_vendor boolean NOT NULL DEFAULT false,
  decision text NOT NULL DEFAULT 'NEW' CHECK (decision IN ('NEW', 'APPROVED', 'NOT_APPROVED')),
  vendor_decision text NOT NULL DEFAULT 'NEW' CHECK (vendor_decision IN ('NEW', 'ANSWERED')),
  remark text,
  -- Sums of the lines, kept by the one function that moves pieces, so that lists never add up lines.
  ordered integer NOT NULL,
  awaiting integer NOT NULL CHECK (awaiting >= 0),
  platform integer NOT NULL DEFAULT 0 CHECK (platform >= 0),
  reserved integer NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  packed integer NOT NULL DEFAULT 0 CHECK (packed >= 0),
  shipped integer NOT NULL DEFAULT 0 CHECK (shipped >= 0),
  rejected integer NOT NULL DEFAULT 0 CHECK (rejected >= 0),
  oos integer NOT NULL DEFAULT 0 CHECK (oos >= 0),
  -- orderStage() of src/shared/areas/orders/status.ts; a test holds the two together.
  stage smallint NOT NULL GENERATED ALWAYS AS (
    CASE
      WHEN rejected = ordered THEN 0
      WHEN rejected + oos = ordered THEN 1
      WHEN awaiting + platform + reserved + packed = 0 THEN 2
      WHEN shipped > 0 THEN 3
      WHEN platform + reserved + packed > 0 THEN 4
      ELSE 5
    END
  ) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CHECK (ordered > 0 AND ordered = awaiting + platform + reserved + packed + shipped + rejected + oos)
);
-- Keyset lists, one index a sort; approved orders only, since vendors never see others.
CREATE INDEX vendor_order_by_deadline ON vendor_order (vendor_id, ship_by, order_id) WHERE decision = 'APPROVED';
CREATE INDEX vendor_order_by_date ON vendor_order (vendor_id, order_date, order_id) WHERE decision = 'APPROVED';
CREATE INDEX vendor_order_by_total ON vendor_order (vendor_id, ordered, order_id) WHERE decision = 'APPROVED';
CREATE INDEX vendor_order_by_stage ON vendor_order (vendor_id, stage, ship_by, order_id) WHERE decision = 'APPROVED';
CREATE INDEX vendor_order_new ON vendor_order (vendor_id, ship_by, order_id)
  WHERE decision = 'APPROVED' AND vendor_decision = 'NEW';
CREATE INDEX all_order_by_deadline ON vendor_order (ship_by, order_id) WHERE decision = 'APPROVED';
CREATE INDEX all_order_by_date ON vendor_order (order_date, order_id) WHERE decision = 'APPROVED';
CREATE INDEX all_order_by_stage ON vendor_order (stage, ship_by, order_id) WHERE decision = 'APPROVED';
CREATE INDEX vendor_order_pending ON vendor_order (vendor_id, ship_by) WHERE decision = 'NEW';
CREATE INDEX vendor_order_style ON vendor_order (style_id);

CREATE TABLE order_line (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES vendor_order (id),
  sku_id uuid NOT NULL REFERENCES sku (id),
  vendor_decision text NOT NULL DEFAULT 'NEW'
    CHECK (vendor_decision IN ('NEW', 'CONFIRMED', 'REJECTED', 'OUT_OF_STOCK')),
  reason text,
  remark text,
  ordered integer NOT NULL CHECK (ordered > 0),
  awaiting integer NOT NULL CHECK (awaiting >= 0),
  platform integer NOT NULL DEFAULT 0 CHECK (platform >= 0),
  reserved integer NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  packed integer NOT NULL DEFAULT 0 CHECK (packed >= 0),
  shipped integer NOT NULL DEFAULT 0 CHECK (shipped >= 0),
  rejected integer NOT NULL DEFAULT 0 CHECK (rejected >= 0),
  oos integer NOT NULL DEFAULT 0 CHECK (oos >= 0),
  UNIQUE (order_id, sku_id),
  CHECK (ordered = awaiting + platform + reserved + packed + shipped + rejected + oos)
);
CREATE INDEX order_line_sku ON order_line (sku_id);
CREATE INDEX order_line_to_send ON order_line (order_id) WHERE awaiting + platform > 0;

-- Shipments and boxes --------------------------------------------------------------------------------------------------

CREATE SEQUENCE shipment_number;
CREATE SEQUENCE box_serial;

CREATE TABLE shipment (
  id uuid PRIMARY KEY,
  shipment_id text NOT NULL UNIQUE,
  vendor_id uuid NOT NULL REFERENCES vendor (id),
  destination_id uuid NOT NULL REFERENCES site (id),
  state text NOT NULL CHECK (state IN ('TENTATIVE', 'AWAITING_PACKING', 'PACKED_AND_SHIPPED', 'CANCELLED')),
  invoice_number text,
  carrier text,
  -- Hash of the packing list taken last: the same file again changes nothing.
  packing_hash text,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES app_user (id),
  shipped_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid NOT NULL REFERENCES app_user (id),
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX shipment_vendor ON shipment (vendor_id, shipment_id);
CREATE INDEX shipment_state ON shipment (state, shipment_id);
CREATE INDEX shipment_invoice ON shipment (invoice_number) WHERE invoice_number IS NOT NULL;

CREATE TABLE shipment_line (
  id uuid PRIMARY KEY,
  shipment_id uuid NOT NULL REFERENCES shipment (id),
  order_line_id uuid NOT NULL REFERENCES order_line (id),
  quantity integer NOT NULL CHECK (quantity > 0),
  UNIQUE (shipment_id, order_line_id)
);
CREATE INDEX shipment_line_order_line ON shipment_line (order_line_id);

CREATE TABLE box (
  id uuid PRIMARY KEY,
  shipment_id uuid NOT NULL REFERENCES shipment (id),
  box_no text NOT NULL,
  -- The order in which boxes were listed: "box 3 of 8" on its label.
  position integer NOT NULL,
  sscc char(18) NOT NULL UNIQUE,
  tracking_id text,
  weight_grams integer CHECK (weight_grams > 0),
  inwarded_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- A box taken off the list keeps its row, so that its code is never given again.
  removed_at timestamptz
);
CREATE UNIQUE INDEX box_number ON box (shipment_id, box_no) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX box_tracking ON box (upper(tracking_id)) WHERE removed_at IS NULL AND tracking_id IS NOT NULL;

CREATE TABLE box_line (
  id uuid PRIMARY KEY,
  box_id uuid NOT NULL REFERENCES box (id),
  order_line_id uuid NOT NULL REFERENCES order_line (id),
  quantity integer NOT NULL CHECK (quantity > 0),
  UNIQUE (box_id, order_line_id)
);
CREATE INDEX box_line_order_line ON box_line (order_line_id);

-- Ledgers --------------------------------------------------------------------------------------------------------------

-- Append-only: where every piece of a line went. The quantities of a line are the sum of its moves.
CREATE TABLE line_move (
  id uuid PRIMARY KEY,
  order_line_id uuid NOT NULL REFERENCES order_line (id),
  kind text NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  reason text,
  remark text,
  shipment_id uuid REFERENCES shipment (id),
  audit_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX line_move_line ON line_move (order_line_id, id);

CREATE TABLE audit_event (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  user_id uuid REFERENCES app_user (id),
  entity text NOT NULL,
  entity_id text NOT NULL,
  event text NOT NULL,
  from_state text,
  to_state text,
  source text NOT NULL CHECK (source IN ('screen', 'file', 'bulk', 'api')),
  request_id text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_event_entity ON audit_event (entity, entity_id, id);

CREATE TABLE idempotency_key (
  user_id uuid NOT NULL REFERENCES app_user (id),
  key text NOT NULL,
  request_hash text NOT NULL,
  -- Null only inside the transaction that works on it.
  reply jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_at);

CREATE TABLE refused_upload (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  file_name text NOT NULL,
  file bytea NOT NULL,
  faults jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX refused_upload_age ON refused_upload (created_at);

CREATE TABLE label_file (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  kind text NOT NULL,
  labels jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE user_action (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  at timestamptz NOT NULL,
  kind text NOT NULL,
  path text,
  request_id text,
  trace_id text,
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX user_action_user ON user_action (user_id, at);

CREATE TABLE setting (
  name text PRIMARY KEY,
  value jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO setting (name, value) VALUES
  ('ops_approval', '"before_vendor"'),
  ('price_jump_percent', '10'),
  ('new_vendor_days', '90'),
  ('sscc_company_prefix', '"6901234"');
