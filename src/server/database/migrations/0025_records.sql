-- Records that a company brings in itself: by form, by file or by a machine ----------------------------------------------

-- One row a kind: whoever changes records of a kind holds it, so that two imports never meet half-way.
CREATE TABLE record_kind (
  kind text PRIMARY KEY
);
INSERT INTO record_kind (kind) VALUES ('sites'), ('shelves'), ('vendors'), ('facilities'), ('size-sets'), ('styles'), ('measurements'),
  ('skus'), ('orders'), ('shop-profiles'), ('sales'), ('opening-stock');

ALTER TABLE site ADD COLUMN currency char(3);
ALTER TABLE site ADD COLUMN gstin text;
ALTER TABLE site ADD COLUMN retired_at timestamptz(3);
ALTER TABLE site ADD COLUMN version integer NOT NULL DEFAULT 1;

ALTER TABLE vendor ADD COLUMN contact text;
ALTER TABLE vendor ADD COLUMN phone text;
ALTER TABLE vendor ADD COLUMN email text;
ALTER TABLE vendor ADD COLUMN address text;
ALTER TABLE vendor ADD COLUMN retired_at timestamptz(3);
ALTER TABLE vendor ADD COLUMN version integer NOT NULL DEFAULT 1;

-- A size in a set of sizes: its place from small to large, whether it is one that must not be missing, and how many
-- pieces of it a standard set holds.
CREATE TABLE size_set (
  id uuid PRIMARY KEY,
  code text NOT NULL,
  size text NOT NULL,
  position smallint NOT NULL CHECK (position > 0),
  is_core boolean NOT NULL DEFAULT false,
  pieces_in_set smallint NOT NULL DEFAULT 1 CHECK (pieces_in_set >= 0),
  retired_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  UNIQUE (code, size)
);

ALTER TABLE style ADD COLUMN size_set text;
ALTER TABLE style ADD COLUMN price_minor bigint CHECK (price_minor >= 0);
ALTER TABLE style ADD COLUMN price_currency char(3);
ALTER TABLE style ADD COLUMN link_1688 text;
ALTER TABLE style ADD COLUMN retired_at timestamptz(3);
ALTER TABLE style ADD COLUMN version integer NOT NULL DEFAULT 1;

ALTER TABLE sku ADD COLUMN ean text;
ALTER TABLE sku ADD COLUMN retired_at timestamptz(3);
ALTER TABLE sku ADD COLUMN version integer NOT NULL DEFAULT 1;
CREATE UNIQUE INDEX sku_ean ON sku (ean) WHERE ean IS NOT NULL;

ALTER TABLE style_measure ADD COLUMN id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid();
ALTER TABLE style_measure ADD COLUMN retired_at timestamptz(3);
ALTER TABLE style_measure ADD COLUMN version integer NOT NULL DEFAULT 1;

CREATE TABLE production_facility (
  id uuid PRIMARY KEY,
  code text NOT NULL UNIQUE,
  name text NOT NULL,
  name_zh text NOT NULL,
  -- Where its goods are while they are ours.
  site_id uuid REFERENCES site (id),
  gstin text,
  address text,
  -- Pieces a day.
  capacity integer CHECK (capacity >= 0),
  -- Steps of production that it does, in their order, with commas between.
  stages text,
  retired_at timestamptz(3),
  version integer NOT NULL DEFAULT 1
);

-- What a shop carries of a category, and how many pieces it wants to show of it.
CREATE TABLE shop_profile (
  id uuid PRIMARY KEY,
  shop_id uuid NOT NULL REFERENCES site (id),
  category text NOT NULL,
  grade text NOT NULL,
  is_carried boolean NOT NULL DEFAULT true,
  least_shown integer NOT NULL DEFAULT 0 CHECK (least_shown >= 0),
  most_shown integer CHECK (most_shown >= least_shown),
  retired_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  UNIQUE (shop_id, category)
);

-- Sales of an SKU in a shop on a day. Without references: millions of rows come at once, shops and SKUs are never deleted,
-- and the import looks each of them up.
CREATE TABLE sale_day (
  shop_id uuid NOT NULL,
  sku_id uuid NOT NULL,
  day date NOT NULL,
  sold integer NOT NULL CHECK (sold >= 0),
  returned integer NOT NULL CHECK (returned >= 0),
  value_minor bigint,
  currency char(3),
  was_in_stock boolean NOT NULL,
  PRIMARY KEY (shop_id, sku_id, day)
);
CREATE INDEX sale_day_day ON sale_day (day);

-- Stock: of an SKU, at a place, in a condition ------------------------------------------------------------------------------

-- A shelf of a site, or one of the places that every site has without shelves.
CREATE TABLE place (
  id uuid PRIMARY KEY,
  site_id uuid NOT NULL REFERENCES site (id),
  kind text NOT NULL CHECK (kind IN ('shelf', 'floor', 'quarantine', 'packing', 'in_transit')),
  code text NOT NULL,
  name text,
  retired_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  UNIQUE (site_id, kind, code)
);
INSERT INTO place (id, site_id, kind, code)
  SELECT gen_random_uuid(), s.id, k.kind, k.kind FROM site s, unnest(ARRAY['floor', 'quarantine', 'packing']) AS k (kind);

CREATE TABLE stock (
  sku_id uuid NOT NULL REFERENCES sku (id),
  place_id uuid NOT NULL REFERENCES place (id),
  condition text NOT NULL CHECK (condition IN ('good', 'b_grade', 'damaged')),
  on_hand integer NOT NULL CHECK (on_hand >= 0),
  reserved integer NOT NULL DEFAULT 0 CHECK (reserved >= 0 AND reserved <= on_hand),
  PRIMARY KEY (place_id, sku_id, condition)
);
CREATE INDEX stock_sku ON stock (sku_id) WHERE on_hand > 0;

-- Nothing of it is ever changed: stock is its sum.
CREATE TABLE stock_move (
  id uuid PRIMARY KEY,
  sku_id uuid NOT NULL REFERENCES sku (id),
  quantity integer NOT NULL CHECK (quantity > 0),
  from_place uuid REFERENCES place (id),
  from_condition text,
  to_place uuid REFERENCES place (id),
  to_condition text,
  kind text NOT NULL,
  document_type text NOT NULL,
  document_id text NOT NULL,
  document_line text,
  reason text,
  event_id uuid REFERENCES audit_event (id),
  at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((from_place IS NULL) = (from_condition IS NULL) AND (to_place IS NULL) = (to_condition IS NULL)),
  CHECK (from_place IS NOT NULL OR to_place IS NOT NULL)
);
CREATE INDEX stock_move_sku ON stock_move (sku_id, id);
CREATE INDEX stock_move_document ON stock_move (document_type, document_id);

-- What lay there when the installation began, as the last file or form said it.
CREATE TABLE opening_stock (
  place_id uuid NOT NULL REFERENCES place (id),
  sku_id uuid NOT NULL REFERENCES sku (id),
  condition text NOT NULL,
  quantity integer NOT NULL CHECK (quantity >= 0),
  PRIMARY KEY (place_id, sku_id, condition)
);

-- Files that were brought in, and what came of them ---------------------------------------------------------------------------

CREATE TABLE record_import (
  id uuid PRIMARY KEY,
  -- A kind of records, or 'all' for a workbook with a sheet a kind.
  kind text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('check', 'all', 'good_rows')),
  file_name text NOT NULL,
  user_id uuid NOT NULL REFERENCES app_user (id),
  job_id uuid,
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'taken', 'checked', 'refused', 'cancelled', 'failed')),
  -- Rows new, changed, unchanged and refused, by kind; faults, the first thousand.
  outcome jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  ended_at timestamptz(3)
);
CREATE INDEX record_import_age ON record_import (created_at);
