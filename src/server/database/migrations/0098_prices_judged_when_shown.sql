-- A price jump is judged when it is shown, by the setting of that day and the price approved or bought last that the order keeps.
ALTER TABLE vendor_order DROP COLUMN is_price_jump;

UPDATE vendor_order n SET previous_unit_price_minor = j.before
FROM (SELECT o.id, (SELECT y.minor FROM (
    (SELECT p.unit_price_minor AS minor, p.approved_at AS at FROM vendor_order p
      WHERE p.style_id = o.style_id AND p.currency = o.currency AND p.decision = 'APPROVED'
      ORDER BY p.approved_at DESC NULLS LAST, p.order_date DESC, p.id DESC LIMIT 1)
    UNION ALL
    (SELECT l.unit_price_minor, b.created_at FROM sku k JOIN purchase_order_line l ON l.sku_id = k.id
      JOIN purchase_order b ON b.id = l.purchase_order_id
      WHERE k.style_id = o.style_id AND b.currency = o.currency AND b.state = 'POSTED'
      ORDER BY b.created_at DESC, b.id DESC, l.position DESC LIMIT 1)) y
    ORDER BY y.at DESC NULLS LAST LIMIT 1) AS before
  FROM vendor_order o WHERE o.decision = 'NEW') j
WHERE n.id = j.id AND n.previous_unit_price_minor IS DISTINCT FROM j.before;

-- What the style's order cost before the agreement gave it its price: of a style that was never invoiced nor bought, "last ordered".
ALTER TABLE price_negotiation ADD COLUMN ordered_before_minor bigint CHECK (ordered_before_minor >= 0);

UPDATE price_negotiation n SET ordered_before_minor = (
  SELECT a.unit_price_before FROM order_amendment a JOIN vendor_order o ON o.id = a.order_id
  WHERE o.style_id = n.style_id AND a.reason = 'Price agreed in ' || n.number AND a.unit_price_before IS NOT NULL
  ORDER BY o.approved_at DESC NULLS LAST, o.order_date DESC, o.id DESC LIMIT 1)
WHERE n.state = 'AGREED';
