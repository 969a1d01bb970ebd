-- When what an order waits for now began; `state_since` says when it came into its tab.
ALTER TABLE production_order ADD COLUMN waits_since timestamptz(3) NOT NULL DEFAULT now();
UPDATE production_order SET waits_since = state_since;
DROP INDEX production_order_tab;
DROP INDEX production_order_since;
CREATE INDEX production_order_tab ON production_order (state, path, waits_since, id);
CREATE INDEX production_order_since ON production_order (waits_since, id);

-- An order whose last SKU is made waits for something else from then on; its caller holds it.
CREATE FUNCTION note_production_skus(orders uuid[]) RETURNS void LANGUAGE sql AS $$
  UPDATE production_order o SET waits_since = now() WHERE o.id = ANY(orders) AND o.state = 'ACTION_REQUIRED'
    AND NOT EXISTS (SELECT 1 FROM production_order_line l WHERE l.order_id = o.id AND l.sku_id IS NULL);
$$;

CREATE OR REPLACE FUNCTION link_production_lines() RETURNS trigger LANGUAGE plpgsql AS $$
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
  PERFORM note_production_skus(waiting);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION link_production_of_style() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE waiting uuid[];
BEGIN
  PERFORM 1 FROM production_order WHERE catalogue_id = NEW.id ORDER BY id FOR NO KEY UPDATE;
  waiting := ARRAY(SELECT o.id FROM production_order o WHERE o.catalogue_id = NEW.id
    AND EXISTS (SELECT 1 FROM production_order_line l WHERE l.order_id = o.id AND l.sku_id IS NULL));
  UPDATE production_order_line l SET sku_id = k.id FROM sku k, production_order o
    WHERE o.catalogue_id = NEW.id AND l.order_id = o.id AND k.style_id = NEW.style_id AND l.color = k.color AND l.size = k.size
      AND k.retired_at IS NULL AND l.sku_id IS NULL;
  PERFORM note_production_skus(waiting);
  RETURN NULL;
END $$;
