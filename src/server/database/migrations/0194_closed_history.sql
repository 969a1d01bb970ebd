-- Orders that ended so many months ago stand as they are; 0: none do. Papers and ledgers stand at any age (0042).
INSERT INTO setting (name, value) VALUES ('closed_order_months', '0');

-- When nothing was open of it any more. Of those that ended before this column: by their last move, else by their deadline.
ALTER TABLE vendor_order ADD COLUMN ended_at timestamptz;

CREATE FUNCTION order_has_ended(decision text, open_pieces integer) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT decision IN ('NOT_APPROVED', 'CANCELLED') OR open_pieces = 0
$$;

CREATE FUNCTION note_order_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.ended_at := CASE WHEN order_has_ended(NEW.decision, NEW.awaiting + NEW.platform + NEW.reserved + NEW.packed) THEN now() END;
  RETURN NEW;
END $$;
CREATE TRIGGER note_end BEFORE UPDATE ON vendor_order FOR EACH ROW
  WHEN (order_has_ended(OLD.decision, OLD.awaiting + OLD.platform + OLD.reserved + OLD.packed)
    <> order_has_ended(NEW.decision, NEW.awaiting + NEW.platform + NEW.reserved + NEW.packed))
  EXECUTE FUNCTION note_order_end();

-- A move that is being made (at = now()) may be written before its order is: it is not what the order ended by.
CREATE FUNCTION order_is_closed(of vendor_order, months integer) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT months > 0 AND of.ship_by < current_date - make_interval(months => months)
    AND order_has_ended(of.decision, of.awaiting + of.platform + of.reserved + of.packed)
    AND coalesce(of.ended_at, (SELECT max(m.at) FROM order_line l JOIN line_move m ON m.order_line_id = l.id
      WHERE l.order_id = of.id AND m.at < now()), of.ship_by) < now() - make_interval(months => months)
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

-- A month is the least that can be set: younger orders cost one comparison.
CREATE TRIGGER closed_history BEFORE UPDATE OR DELETE ON vendor_order
  FOR EACH ROW WHEN (OLD.ship_by < current_date - interval '1 month') EXECUTE FUNCTION refuse_closed_order();
