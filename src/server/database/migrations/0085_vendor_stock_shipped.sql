-- Pieces of an SKU that its vendor had shipped when its stock was said last: what is shipped since comes off what was said, which may then
-- stand below zero.
ALTER TABLE vendor_inventory ADD COLUMN shipped_before integer NOT NULL DEFAULT 0;
ALTER TABLE vendor_inventory DROP CONSTRAINT vendor_inventory_available_check;

UPDATE vendor_inventory i SET shipped_before = x.shipped - x.since
FROM (SELECT l.sku_id, sum(l.shipped)::int AS shipped, coalesce(sum(m.since), 0)::int AS since
  FROM order_line l JOIN vendor_order o ON o.id = l.order_id JOIN sku k ON k.id = l.sku_id
  JOIN style s ON s.id = k.style_id AND s.vendor_id = o.vendor_id JOIN vendor_inventory n ON n.sku_id = l.sku_id
  CROSS JOIN LATERAL (SELECT sum(CASE m.kind WHEN 'ship' THEN m.quantity ELSE -m.quantity END) AS since FROM line_move m
    WHERE m.order_line_id = l.id AND m.kind IN ('ship', 'unship') AND m.at > n.said_at) m
  GROUP BY l.sku_id) x
WHERE x.sku_id = i.sku_id;

-- Reserved pieces are promised as the others, and what shipped is asked for as well: all lines of an SKU are looked at, by order_line_sku.
DROP INDEX order_line_promised;

CREATE OR REPLACE FUNCTION promised_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO style_stock_mark (style_id) SELECT DISTINCT k.style_id FROM changed c JOIN was w USING (id) JOIN sku k ON k.id = c.sku_id
    WHERE (c.vendor_decision, c.awaiting + c.platform + c.reserved + c.packed, c.shipped)
      <> (w.vendor_decision, w.awaiting + w.platform + w.reserved + w.packed, w.shipped);
  RETURN NULL;
END $$;

INSERT INTO style_stock_mark (style_id) SELECT id FROM style;
