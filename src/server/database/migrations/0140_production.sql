-- Production in India: orders from their first question to the cutting table, who makes them, their markers, job cards and purchase orders.

-- Facilities of the company, and others that produce for it.
ALTER TABLE production_facility ADD COLUMN is_own boolean NOT NULL DEFAULT true;
UPDATE production_facility SET is_own = site_id IS NOT NULL;

INSERT INTO record_kind (kind) VALUES ('production-orders');

-- The next number of a series that nobody has brought from elsewhere: an installation that moves keeps its numbers.
CREATE FUNCTION next_production_number(series text, numbers regclass) RETURNS text LANGUAGE plpgsql AS $$
DECLARE found text;
BEGIN
  LOOP
    SELECT series || CASE WHEN n < 1000000 THEN lpad(n::text, 6, '0') ELSE n::text END INTO found FROM nextval(numbers) AS n;
    EXIT WHEN NOT EXISTS (SELECT 1 FROM production_order WHERE number = found);
  END LOOP;
  RETURN found;
END $$;
ALTER TABLE pre_production_order ALTER COLUMN number SET DEFAULT next_production_number('PP-', 'pre_production_number');

CREATE SEQUENCE production_order_number;
CREATE TABLE production_order (
  id uuid PRIMARY KEY,
  -- One that grew out of a pre-production order keeps its number (PP-000001), one of the records its company's; others are PR-000001.
  number text NOT NULL UNIQUE DEFAULT next_production_number('PR-', 'production_order_number'),
  pre_production_id uuid UNIQUE REFERENCES pre_production_order (id),
  catalogue_id uuid REFERENCES catalogue_style (id),
  -- Left out of one that came from the catalogue: that says which style it became.
  style_id uuid REFERENCES style (id),
  source text NOT NULL CHECK (source IN ('pre_production', 'replenishment', 'records')),
  path text NOT NULL DEFAULT 'IN_HOUSE' CHECK (path IN ('IN_HOUSE', 'OUTSOURCED')),
  state text NOT NULL DEFAULT 'ACTION_REQUIRED' CHECK (state IN ('ACTION_REQUIRED', 'ON_HOLD', 'READY_FOR_ALLOCATION', 'CAD',
    'READY_FOR_PRODUCTION', 'SENT_FOR_PRODUCTION', 'PRODUCTION_ON_HOLD', 'REJECTED')),
  state_since timestamptz(3) NOT NULL DEFAULT now(),
  -- Where it is released to.
  held_from text,
  -- Why it is on hold or rejected.
  reason text,
  needs_marker boolean NOT NULL DEFAULT true,
  due_on date,
  remark text NOT NULL DEFAULT '',
  -- Sums of its lines.
  pieces integer NOT NULL DEFAULT 0 CHECK (pieces >= 0),
  cut integer NOT NULL DEFAULT 0 CHECK (cut >= 0),
  -- Counts the changes of its lines: a marker stands for one of them.
  grid_version integer NOT NULL DEFAULT 1,
  made_at timestamptz(3) NOT NULL DEFAULT now(),
  made_by uuid NOT NULL REFERENCES app_user (id),
  version integer NOT NULL DEFAULT 1,
  CHECK (catalogue_id IS NOT NULL OR style_id IS NOT NULL),
  CHECK ((held_from IS NOT NULL) = (state = 'ON_HOLD'))
);
CREATE INDEX production_order_tab ON production_order (state, path, state_since, id);
CREATE INDEX production_order_since ON production_order (state_since, id);
CREATE INDEX production_order_code ON production_order (number text_pattern_ops);
CREATE INDEX production_order_style ON production_order (style_id);
CREATE INDEX production_order_catalogue ON production_order (catalogue_id);

CREATE TABLE production_order_line (
  order_id uuid NOT NULL REFERENCES production_order (id),
  color text NOT NULL,
  size text NOT NULL CHECK (size <> ''),
  -- Found by the style's colour and size, once there is one: `find_production_sku`.
  sku_id uuid REFERENCES sku (id),
  pieces integer NOT NULL CHECK (pieces > 0),
  cut integer NOT NULL DEFAULT 0 CHECK (cut >= 0),
  PRIMARY KEY (order_id, color, size)
);
CREATE INDEX production_order_line_sku ON production_order_line (sku_id) WHERE sku_id IS NOT NULL;

-- A line is written before its style is live, too: it gets its SKU when that is made.
CREATE FUNCTION find_production_sku() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT k.id INTO NEW.sku_id FROM production_order o LEFT JOIN catalogue_style c ON c.id = o.catalogue_id
    JOIN sku k ON k.style_id = coalesce(o.style_id, c.style_id) AND k.color = NEW.color AND k.size = NEW.size AND k.retired_at IS NULL
    WHERE o.id = NEW.order_id ORDER BY k.nm_sku LIMIT 1;
  RETURN NEW;
END $$;
CREATE TRIGGER find_sku BEFORE INSERT ON production_order_line FOR EACH ROW WHEN (NEW.sku_id IS NULL) EXECUTE FUNCTION find_production_sku();

-- The orders are held first and in the order of their ids, as by everybody who changes lines.
CREATE FUNCTION link_production_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE waiting uuid[];
BEGIN
  waiting := ARRAY(SELECT o.id FROM made k JOIN production_order o ON o.style_id = k.style_id
    JOIN production_order_line l ON l.order_id = o.id AND l.color = k.color AND l.size = k.size AND l.sku_id IS NULL
    UNION SELECT o.id FROM made k JOIN catalogue_style c ON c.style_id = k.style_id JOIN production_order o ON o.catalogue_id = c.id
    JOIN production_order_line l ON l.order_id = o.id AND l.color = k.color AND l.size = k.size AND l.sku_id IS NULL);
  IF waiting = '{}' THEN RETURN NULL; END IF;
  PERFORM 1 FROM production_order WHERE id = ANY(waiting) ORDER BY id FOR NO KEY UPDATE;
  UPDATE production_order_line l SET sku_id = k.id FROM made k, production_order o LEFT JOIN catalogue_style c ON c.id = o.catalogue_id
    WHERE o.id = ANY(waiting) AND l.order_id = o.id AND k.style_id = coalesce(o.style_id, c.style_id) AND l.color = k.color AND l.size = k.size
      AND l.sku_id IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER link_production AFTER INSERT ON sku REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION link_production_lines();

CREATE FUNCTION link_production_of_style() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM production_order WHERE catalogue_id = NEW.id ORDER BY id FOR NO KEY UPDATE;
  UPDATE production_order_line l SET sku_id = k.id FROM sku k, production_order o
    WHERE o.catalogue_id = NEW.id AND l.order_id = o.id AND k.style_id = NEW.style_id AND l.color = k.color AND l.size = k.size
      AND k.retired_at IS NULL AND l.sku_id IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER link_production AFTER UPDATE OF style_id ON catalogue_style
  FOR EACH ROW WHEN (NEW.style_id IS NOT NULL AND OLD.style_id IS NULL) EXECUTE FUNCTION link_production_of_style();

-- What somebody typed of an order and did not save: one of each person.
CREATE TABLE production_order_draft (
  order_id uuid NOT NULL REFERENCES production_order (id),
  user_id uuid NOT NULL REFERENCES app_user (id),
  -- `draftContent` (shared/areas/production/calls.ts).
  content jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  -- Of the order as it was typed over.
  order_version integer NOT NULL,
  saved_at timestamptz(3) NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (order_id, user_id)
);

-- Who makes an order, from when to when. It counts as load while the order is in CAD, ready, sent or held after that.
CREATE TABLE production_vendor_allocation (
  order_id uuid NOT NULL REFERENCES production_order (id),
  facility_id uuid NOT NULL REFERENCES production_facility (id),
  starts_on date NOT NULL,
  due_on date NOT NULL,
  rate_minor bigint CHECK (rate_minor >= 0),
  rate_currency char(3),
  -- Sum of its lines.
  pieces integer NOT NULL CHECK (pieces > 0),
  assigned_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (order_id, facility_id),
  CHECK (due_on >= starts_on),
  CHECK ((rate_minor IS NULL) = (rate_currency IS NULL))
);
CREATE INDEX production_vendor_allocation_facility ON production_vendor_allocation (facility_id, due_on);

CREATE TABLE production_allocation_line (
  order_id uuid NOT NULL,
  facility_id uuid NOT NULL,
  color text NOT NULL,
  size text NOT NULL,
  pieces integer NOT NULL CHECK (pieces > 0),
  PRIMARY KEY (order_id, facility_id, color, size),
  FOREIGN KEY (order_id, facility_id) REFERENCES production_vendor_allocation (order_id, facility_id) ON DELETE CASCADE
);

CREATE TABLE marker_file (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('application/pdf', 'image/jpeg')),
  bytes integer NOT NULL CHECK (bytes > 0),
  at timestamptz(3) NOT NULL DEFAULT now(),
  by uuid NOT NULL REFERENCES app_user (id)
);

-- What CAD made, version by version.
CREATE TABLE production_marker (
  order_id uuid NOT NULL REFERENCES production_order (id),
  number integer NOT NULL CHECK (number > 0),
  grid_version integer NOT NULL,
  width_mm integer NOT NULL CHECK (width_mm > 0),
  length_mm integer NOT NULL CHECK (length_mm > 0),
  efficiency_tenths integer NOT NULL CHECK (efficiency_tenths BETWEEN 1 AND 1000),
  -- [{size, metres}]
  consumption jsonb NOT NULL CHECK (jsonb_typeof(consumption) = 'array'),
  file_id uuid REFERENCES marker_file (id),
  made_at timestamptz(3) NOT NULL DEFAULT now(),
  made_by uuid NOT NULL REFERENCES app_user (id),
  PRIMARY KEY (order_id, number)
);
CREATE INDEX production_marker_file ON production_marker (file_id) WHERE file_id IS NOT NULL;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON production_marker FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON production_marker FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- A job card as it was sent: it is printed again as it was.
CREATE TABLE production_job_card (
  order_id uuid NOT NULL REFERENCES production_order (id),
  number integer NOT NULL CHECK (number > 0),
  -- `jobCardContent` (shared/areas/production/job-card.ts); no amount of money.
  content jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  made_at timestamptz(3) NOT NULL DEFAULT now(),
  made_by uuid NOT NULL REFERENCES app_user (id),
  PRIMARY KEY (order_id, number)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON production_job_card FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON production_job_card FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

CREATE SEQUENCE production_po_number;
CREATE TABLE production_po (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE DEFAULT 'PPO-' || lpad(nextval('production_po_number')::text, 6, '0'),
  order_id uuid NOT NULL REFERENCES production_order (id),
  facility_id uuid NOT NULL REFERENCES production_facility (id),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'cancelled')),
  pieces integer NOT NULL CHECK (pieces > 0),
  rate_minor bigint NOT NULL CHECK (rate_minor >= 0),
  rate_currency char(3) NOT NULL,
  due_on date NOT NULL,
  remark text NOT NULL DEFAULT '',
  -- Why it was cancelled.
  reason text,
  made_at timestamptz(3) NOT NULL DEFAULT now(),
  made_by uuid NOT NULL REFERENCES app_user (id),
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX production_po_live ON production_po (order_id, facility_id) WHERE state = 'open';
CREATE INDEX production_po_order ON production_po (order_id);
CREATE INDEX production_po_facility ON production_po (facility_id, made_at);
CREATE INDEX production_po_newest ON production_po (made_at, id);

-- People of the company talk about production orders, too.
ALTER TABLE talk_thread DROP CONSTRAINT talk_thread_kind_check;
ALTER TABLE talk_thread ADD CONSTRAINT talk_thread_kind_check CHECK (kind IN ('order', 'shipment', 'box', 'style', 'production_order'));

-- Pre-production orders go on as production orders, under their numbers.
INSERT INTO production_order (id, number, pre_production_id, catalogue_id, source, pieces, made_at, state_since, made_by)
SELECT p.id, p.number, p.id, p.catalogue_id, 'pre_production',
  (SELECT coalesce(sum(l.pieces), 0) FROM pre_production_line l WHERE l.order_id = p.id), p.made_at, p.made_at, p.made_by
FROM pre_production_order p;
INSERT INTO production_order_line (order_id, color, size, pieces)
SELECT order_id, color, size, pieces FROM pre_production_line;
