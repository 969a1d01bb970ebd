-- Orders that ended so many months ago stand as they are; 0: none do. Papers and ledgers stand at any age (0042).
INSERT INTO setting (name, value) VALUES ('closed_order_months', '0');

-- The move that is being made (at = now()) is none that keeps the order open: the trigger may run after its row is written.
CREATE FUNCTION order_is_closed(of vendor_order, months integer) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT months > 0 AND of.ship_by < current_date - make_interval(months => months)
    AND (of.decision IN ('NOT_APPROVED', 'CANCELLED') OR of.awaiting + of.platform + of.reserved + of.packed = 0)
    AND NOT EXISTS (SELECT FROM order_line l JOIN line_move m ON m.order_line_id = l.id
      WHERE l.order_id = of.id AND m.at >= now() - make_interval(months => months) AND m.at < now())
$$;

CREATE FUNCTION closed_order_months() RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT value::integer FROM setting WHERE name = 'closed_order_months'
$$;

CREATE FUNCTION refuse_closed_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  months integer := closed_order_months();
BEGIN
  IF order_is_closed(OLD, months) AND NOT (current_setting('selvedge.append_only', true) IS NOT DISTINCT FROM 'off'
    AND pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER'))
  THEN
    RAISE EXCEPTION 'order % is closed history', OLD.order_id
      USING ERRCODE = 'SV001', DETAIL = json_build_object('order_id', OLD.order_id, 'months', months)::text;
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;

-- Six months are the least that can be set: younger orders cost one comparison.
CREATE TRIGGER closed_history BEFORE UPDATE OR DELETE ON vendor_order
  FOR EACH ROW WHEN (OLD.ship_by < current_date - interval '6 months') EXECUTE FUNCTION refuse_closed_order();
