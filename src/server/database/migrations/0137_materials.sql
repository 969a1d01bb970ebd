-- Materials: masters, rolls by lot and shade, what is moved and reserved of them, their inspections, and what SKUs take ---------

CREATE TABLE material (
  id uuid PRIMARY KEY,
  code text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('product_fabric', 'product_accessories', 'product_sample')),
  name text NOT NULL,
  name_zh text NOT NULL DEFAULT '',
  color text,
  unit text NOT NULL CHECK (unit IN ('metre', 'piece', 'pack')),
  composition text,
  construction text,
  width_mm int CHECK (width_mm > 0),
  gsm int CHECK (gsm > 0),
  shrinkage_tenths int CHECK (shrinkage_tenths >= 0),
  trim text,
  size text,
  pack_size int CHECK (pack_size > 0),
  price_minor bigint CHECK (price_minor >= 0),
  price_currency text,
  -- Hundredths of its unit, as all quantities of materials.
  reorder_point int CHECK (reorder_point >= 0),
  image_id uuid REFERENCES qc_image (id),
  -- [{day, quantity}]: ordered and not here yet, in its unit.
  expected jsonb NOT NULL DEFAULT '[]',
  retired_at timestamptz(3),
  version int NOT NULL DEFAULT 1,
  CHECK ((price_minor IS NULL) = (price_currency IS NULL))
);
CREATE INDEX material_kind ON material (kind, code);
CREATE INDEX material_image ON material (image_id) WHERE image_id IS NOT NULL;

CREATE SEQUENCE material_number;

-- The rolls of a material in one lot and shade together.
CREATE TABLE fabric_lot (
  id uuid PRIMARY KEY,
  material_id uuid NOT NULL REFERENCES material (id),
  lot text NOT NULL,
  shade text NOT NULL,
  received int NOT NULL DEFAULT 0,
  free int NOT NULL DEFAULT 0 CHECK (free >= 0),
  reserved int NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  consumed int NOT NULL DEFAULT 0 CHECK (consumed >= 0),
  written_off int NOT NULL DEFAULT 0 CHECK (written_off >= 0),
  returned int NOT NULL DEFAULT 0 CHECK (returned >= 0),
  first_received_on date NOT NULL,
  UNIQUE (material_id, lot, shade),
  CHECK (received = free + reserved + consumed + written_off + returned)
);

CREATE SEQUENCE fabric_roll_number;

CREATE TABLE fabric_roll (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE,
  supplier_roll text,
  material_id uuid NOT NULL REFERENCES material (id),
  lot_id uuid NOT NULL REFERENCES fabric_lot (id),
  place_id uuid NOT NULL REFERENCES place (id),
  state text NOT NULL CHECK (state IN ('to_inspect', 'on_hold', 'accepted', 'rejected')),
  width_mm int CHECK (width_mm > 0),
  gsm int CHECK (gsm > 0),
  shrinkage_tenths int CHECK (shrinkage_tenths >= 0),
  opened int NOT NULL CHECK (opened > 0),
  received int NOT NULL,
  free int NOT NULL DEFAULT 0 CHECK (free >= 0),
  reserved int NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  consumed int NOT NULL DEFAULT 0 CHECK (consumed >= 0),
  written_off int NOT NULL DEFAULT 0 CHECK (written_off >= 0),
  returned int NOT NULL DEFAULT 0 CHECK (returned >= 0),
  score_hundredths int,
  is_sampled boolean NOT NULL DEFAULT false,
  received_on date NOT NULL,
  version int NOT NULL DEFAULT 1,
  UNIQUE (material_id, supplier_roll),
  CHECK (received = free + reserved + consumed + written_off + returned)
);
CREATE INDEX fabric_roll_pattern ON fabric_roll (number text_pattern_ops);
CREATE INDEX fabric_roll_order ON fabric_roll (received_on, number);
CREATE INDEX fabric_roll_lot ON fabric_roll (lot_id);
CREATE INDEX fabric_roll_to_inspect ON fabric_roll (received_on, number) WHERE state = 'to_inspect';
CREATE INDEX fabric_roll_free ON fabric_roll (material_id) WHERE state = 'accepted' AND free > 0;

CREATE TABLE roll_move (
  id uuid PRIMARY KEY,
  roll_id uuid NOT NULL REFERENCES fabric_roll (id),
  -- The order that it is reserved or cut for.
  document_id uuid,
  audit_id uuid NOT NULL REFERENCES audit_event (id),
  kind text NOT NULL,
  quantity int NOT NULL CHECK (quantity > 0),
  reason text,
  remark text,
  at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX roll_move_roll ON roll_move (roll_id);
CREATE INDEX roll_move_document ON roll_move (document_id) WHERE document_id IS NOT NULL;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON roll_move FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON roll_move FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- Promised to a document, and moved by that document only.
CREATE TABLE roll_reservation (
  roll_id uuid NOT NULL REFERENCES fabric_roll (id),
  document_type text NOT NULL,
  document_id uuid NOT NULL,
  quantity int NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (roll_id, document_id)
);
CREATE INDEX roll_reservation_document ON roll_reservation (document_id);

CREATE TABLE roll_inspection (
  id uuid PRIMARY KEY,
  roll_id uuid NOT NULL REFERENCES fabric_roll (id),
  inspected_at timestamptz(3) NOT NULL DEFAULT now(),
  inspected_by uuid NOT NULL REFERENCES app_user (id),
  points int NOT NULL,
  score_hundredths int NOT NULL,
  score_limit int NOT NULL,
  computed text NOT NULL CHECK (computed IN ('accept', 'reject')),
  chosen text NOT NULL CHECK (chosen IN ('accept', 'reject', 'hold')),
  remark text NOT NULL DEFAULT '',
  -- [{kind, length_cm, at_cm}]
  defects jsonb NOT NULL
);
CREATE INDEX roll_inspection_roll ON roll_inspection (roll_id, inspected_at);

CREATE TABLE roll_photo (
  inspection_id uuid NOT NULL REFERENCES roll_inspection (id),
  image_id uuid NOT NULL REFERENCES qc_image (id),
  position int NOT NULL,
  PRIMARY KEY (inspection_id, image_id)
);
CREATE INDEX roll_photo_image ON roll_photo (image_id);

CREATE TABLE sku_material (
  id uuid PRIMARY KEY,
  sku_id uuid NOT NULL REFERENCES sku (id),
  material_id uuid NOT NULL REFERENCES material (id),
  placement text NOT NULL DEFAULT '',
  -- Ten-thousandths of the material's unit, for a piece.
  consumption int NOT NULL CHECK (consumption > 0),
  wastage_tenths int NOT NULL DEFAULT 0 CHECK (wastage_tenths BETWEEN 0 AND 1000),
  version int NOT NULL DEFAULT 1,
  UNIQUE (sku_id, material_id, placement)
);
CREATE INDEX sku_material_material ON sku_material (material_id);

INSERT INTO record_kind (kind) VALUES ('materials'), ('fabric-rolls');
