-- Prices that wait for ops stand beside that of the style's order approved last, whichever way they jump; nobody approved what they were compared with.
WITH judged AS (
  SELECT o.id, o.unit_price_minor AS minor, (SELECT p.unit_price_minor FROM vendor_order p
      WHERE p.style_id = o.style_id AND p.currency = o.currency AND p.decision = 'APPROVED'
      ORDER BY p.approved_at DESC NULLS LAST, p.order_date DESC, p.id DESC LIMIT 1) AS before
  FROM vendor_order o WHERE o.decision = 'NEW')
UPDATE vendor_order n SET previous_unit_price_minor = j.before, is_price_jump = (j.before IS NOT NULL AND j.minor <> j.before
  AND abs(j.minor - j.before) * 100 >= j.before * (SELECT (value #>> '{}')::int FROM setting WHERE name = 'price_jump_percent'))
FROM judged j WHERE n.id = j.id;
