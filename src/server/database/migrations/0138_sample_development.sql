-- Samples on their way to production: how a style is measured and made, what samples cost, tech packs, and what production begins with.

-- Points in the order in which a style is measured; those that are not named follow as its spec has them.
CREATE TABLE style_measure_position (
  catalogue_id uuid NOT NULL REFERENCES catalogue_style (id),
  point text NOT NULL CHECK (point <> ''),
  place smallint NOT NULL CHECK (place > 0),
  is_critical boolean NOT NULL,
  PRIMARY KEY (catalogue_id, point)
);

CREATE TABLE style_making (
  catalogue_id uuid PRIMARY KEY REFERENCES catalogue_style (id),
  -- The size that the others are graded from.
  base_size text CHECK (base_size <> ''),
  fabric text NOT NULL DEFAULT '',
  construction text NOT NULL DEFAULT '',
  labels text NOT NULL DEFAULT '',
  packing text NOT NULL DEFAULT '',
  care text NOT NULL DEFAULT ''
);

CREATE TABLE sample_costing (
  sample_id uuid NOT NULL REFERENCES catalogue_sample (id),
  number integer NOT NULL CHECK (number > 0),
  -- All of it, as `storedCosting` (shared/areas/sample-development/cost.ts): amounts are reckoned when it is read.
  content jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  -- The sheet that said so.
  file_name text,
  made_at timestamptz(3) NOT NULL DEFAULT now(),
  made_by uuid NOT NULL REFERENCES app_user (id),
  PRIMARY KEY (sample_id, number)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON sample_costing FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON sample_costing FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

CREATE TABLE tech_pack (
  id uuid PRIMARY KEY,
  catalogue_id uuid NOT NULL REFERENCES catalogue_style (id),
  number integer NOT NULL CHECK (number > 0),
  sample_id uuid NOT NULL REFERENCES catalogue_sample (id),
  -- All of it, as `packContent` (shared/areas/sample-development/tech-pack.ts); no amount of money.
  content jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  made_at timestamptz(3) NOT NULL DEFAULT now(),
  made_by uuid NOT NULL REFERENCES app_user (id),
  -- Frozen from then on.
  sent_at timestamptz(3),
  sent_by uuid REFERENCES app_user (id),
  UNIQUE (catalogue_id, number),
  CHECK ((sent_at IS NULL) = (sent_by IS NULL))
);
-- One is written at a time.
CREATE UNIQUE INDEX tech_pack_unsent ON tech_pack (catalogue_id) WHERE sent_at IS NULL;
CREATE INDEX tech_pack_sample ON tech_pack (sample_id);

-- Photographs that it shows: they stay, whatever becomes of the sample's.
CREATE TABLE tech_pack_photo (
  pack_id uuid NOT NULL REFERENCES tech_pack (id),
  image_id uuid NOT NULL REFERENCES qc_image (id),
  PRIMARY KEY (pack_id, image_id)
);
CREATE INDEX tech_pack_photo_image ON tech_pack_photo (image_id);

CREATE FUNCTION refuse_changing_sent_pack() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.sent_at IS NOT NULL AND current_setting('selvedge.append_only', true) IS DISTINCT FROM 'off' THEN
    RAISE EXCEPTION 'a tech pack that was sent is frozen';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sent_is_frozen BEFORE UPDATE ON tech_pack FOR EACH ROW EXECUTE FUNCTION refuse_changing_sent_pack();

-- Production orders grow out of these: further states and sources come with production.
CREATE SEQUENCE pre_production_number;
CREATE TABLE pre_production_order (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE DEFAULT 'PP-' || lpad(nextval('pre_production_number')::text, 6, '0'),
  catalogue_id uuid NOT NULL UNIQUE REFERENCES catalogue_style (id),
  sample_id uuid NOT NULL UNIQUE REFERENCES catalogue_sample (id),
  state text NOT NULL DEFAULT 'ACTION_REQUIRED' CHECK (state IN ('ACTION_REQUIRED')),
  made_at timestamptz(3) NOT NULL DEFAULT now(),
  made_by uuid NOT NULL REFERENCES app_user (id),
  version integer NOT NULL DEFAULT 1
);

CREATE TABLE pre_production_line (
  order_id uuid NOT NULL REFERENCES pre_production_order (id),
  -- Empty where the style has one colour, or nobody said which.
  color text NOT NULL,
  size text NOT NULL CHECK (size <> ''),
  pieces integer NOT NULL CHECK (pieces > 0),
  PRIMARY KEY (order_id, color, size)
);
