-- What a vendor says it has of an SKU, can ship of it within seven days, asks for a piece, and whether it offers it. No row: it said nothing yet.
CREATE TABLE vendor_inventory (
  sku_id uuid PRIMARY KEY REFERENCES sku (id),
  available integer NOT NULL DEFAULT 0 CHECK (available >= 0),
  in_production integer NOT NULL DEFAULT 0 CHECK (in_production >= 0),
  price_minor bigint CHECK (price_minor > 0),
  price_currency char(3),
  is_listed boolean NOT NULL DEFAULT true,
  delist_reason text,
  delist_remark text,
  -- When its stock was said or confirmed last, changed or not.
  said_at timestamptz(3),
  said_by uuid REFERENCES app_user (id),
  version integer NOT NULL DEFAULT 1,
  CHECK ((price_minor IS NULL) = (price_currency IS NULL)),
  CHECK (is_listed = (delist_reason IS NULL))
);

-- Pieces that a vendor promised are counted SKU by SKU.
CREATE INDEX order_line_promised ON order_line (sku_id)
  WHERE vendor_decision = 'CONFIRMED' AND awaiting + platform + packed > 0;

-- How fast an SKU sells over all shops, reckoned anew after sales came in: `as_of` is the last day of sales that there is.
CREATE TABLE sku_rate (
  sku_id uuid PRIMARY KEY,
  rate double precision NOT NULL,
  sold_7 integer NOT NULL,
  sold_15 integer NOT NULL,
  sold_30 integer NOT NULL
);

CREATE TABLE sku_rate_state (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  as_of date,
  is_stale boolean NOT NULL
);
INSERT INTO sku_rate_state (is_stale) VALUES (true);

CREATE FUNCTION sales_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sku_rate_state SET is_stale = true WHERE NOT is_stale;
  RETURN NULL;
END $$;
CREATE TRIGGER sale_day_changed AFTER INSERT OR UPDATE OR DELETE ON sale_day
  FOR EACH STATEMENT EXECUTE FUNCTION sales_changed();

INSERT INTO setting (name, value) VALUES
  ('inventory_update_days', '7'), ('inventory_low_days', '14'), ('sale_rate_weights', '{"days_7": 0.5, "days_15": 0.3, "days_30": 0.2}');
