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
