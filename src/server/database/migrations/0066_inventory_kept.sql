-- Rates of sale are old since a mark was left here: sales came in, or the weights changed. Each leaves a row of its own, so that nobody who
-- brings in sales waits for who reckons.
CREATE TABLE sku_rate_mark (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY
);
INSERT INTO sku_rate_mark DEFAULT VALUES;

-- Rates are reckoned a category a transaction: those that are left of the round that was begun.
ALTER TABLE sku_rate_state DROP COLUMN is_stale;
ALTER TABLE sku_rate_state ADD COLUMN to_reckon text[] NOT NULL DEFAULT '{}';

CREATE OR REPLACE FUNCTION sales_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sku_rate_mark DEFAULT VALUES;
  RETURN NULL;
END $$;

-- What a list of inventory is filtered and ordered by, style by style: kept, so that a page costs the same whatever there is. Whatever changes it
-- leaves a mark, which waits for nobody; whoever reads takes the marks away first and reckons those styles anew.
CREATE TABLE style_stock (
  style_id uuid PRIMARY KEY,
  is_listed boolean NOT NULL,
  in_stock boolean NOT NULL,
  is_broken boolean NOT NULL,
  said_at timestamptz(3) NOT NULL,
  real_stock integer NOT NULL,
  rate double precision NOT NULL,
  sold_30 integer NOT NULL,
  -- Tenths of days that it lasts; what does not sell lasts longest.
  cover integer NOT NULL GENERATED ALWAYS AS
    (CASE WHEN rate > 0 THEN least(floor(real_stock * 10 / rate), 99999999)::integer ELSE 100000000 END) STORED
);
CREATE INDEX style_stock_cover ON style_stock (cover);

CREATE TABLE style_stock_mark (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  style_id uuid NOT NULL
);

-- Held by the one who reckons.
CREATE TABLE style_stock_turn (
  one boolean PRIMARY KEY DEFAULT true CHECK (one)
);
INSERT INTO style_stock_turn DEFAULT VALUES;

INSERT INTO style_stock_mark (style_id) SELECT id FROM style;

CREATE FUNCTION sku_stock_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO style_stock_mark (style_id) SELECT DISTINCT k.style_id FROM changed c JOIN sku k ON k.id = c.sku_id;
  RETURN NULL;
END $$;

CREATE FUNCTION promised_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO style_stock_mark (style_id) SELECT DISTINCT k.style_id FROM changed c JOIN was w USING (id) JOIN sku k ON k.id = c.sku_id
    WHERE c.vendor_decision <> w.vendor_decision OR c.awaiting + c.platform + c.packed <> w.awaiting + w.platform + w.packed;
  RETURN NULL;
END $$;

CREATE FUNCTION style_skus_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO style_stock_mark (style_id) SELECT DISTINCT style_id FROM changed;
  RETURN NULL;
END $$;

CREATE FUNCTION core_sizes_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO style_stock_mark (style_id) SELECT s.id FROM style s WHERE s.size_set IN (SELECT code FROM changed);
  RETURN NULL;
END $$;

CREATE FUNCTION style_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO style_stock_mark (style_id) VALUES (NEW.id);
  RETURN NULL;
END $$;

CREATE TRIGGER stock_said AFTER INSERT ON vendor_inventory REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sku_stock_changed();
CREATE TRIGGER stock_resaid AFTER UPDATE ON vendor_inventory REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sku_stock_changed();
CREATE TRIGGER stock_unsaid AFTER DELETE ON vendor_inventory REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sku_stock_changed();

CREATE TRIGGER pieces_ordered AFTER INSERT ON order_line REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sku_stock_changed();
CREATE TRIGGER pieces_promised AFTER UPDATE ON order_line REFERENCING OLD TABLE AS was NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION promised_changed();
CREATE TRIGGER pieces_unordered AFTER DELETE ON order_line REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sku_stock_changed();

CREATE TRIGGER sku_made AFTER INSERT ON sku REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION style_skus_changed();
CREATE TRIGGER sku_changed AFTER UPDATE ON sku REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION style_skus_changed();
CREATE TRIGGER sku_left AFTER UPDATE ON sku REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION style_skus_changed();

CREATE TRIGGER core_sizes_made AFTER INSERT ON size_set REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION core_sizes_changed();
CREATE TRIGGER core_sizes_changed AFTER UPDATE ON size_set REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION core_sizes_changed();

CREATE TRIGGER style_changed AFTER UPDATE OF size_set, retired_at ON style FOR EACH ROW
  WHEN ((OLD.size_set, OLD.retired_at) IS DISTINCT FROM (NEW.size_set, NEW.retired_at)) EXECUTE FUNCTION style_changed();
