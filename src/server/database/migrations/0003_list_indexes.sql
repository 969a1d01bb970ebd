-- Lists over all vendors (ops): a page is read off an index whatever it is sorted and filtered by. One vendor's orders are so
-- few that those of 0001 do.
CREATE INDEX all_order_by_total ON vendor_order (ordered, order_id) WHERE decision = 'APPROVED';
CREATE INDEX all_order_by_stage_date ON vendor_order (stage, order_date, order_id) WHERE decision = 'APPROVED';
CREATE INDEX all_order_new ON vendor_order (ship_by, order_id) WHERE decision = 'APPROVED' AND vendor_decision = 'NEW';

-- The shipping platform: only orders with pieces still to send, soonest deadline first; their lines by the order, with all
-- that counting them needs.
CREATE INDEX vendor_order_to_send ON vendor_order (vendor_id, ship_by, id)
  WHERE decision = 'APPROVED' AND awaiting + platform > 0;
CREATE INDEX all_order_to_send ON vendor_order (ship_by, id) WHERE decision = 'APPROVED' AND awaiting + platform > 0;
DROP INDEX order_line_to_send;
CREATE INDEX order_line_to_send ON order_line (order_id) INCLUDE (vendor_decision, awaiting, platform)
  WHERE awaiting + platform > 0;

-- Parts of an id from three letters on. A PostgreSQL that does not allow the extension searches without, only slower.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX vendor_order_search ON vendor_order USING gin (order_id gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE NOTICE 'pg_trgm is not available: orders are searched without an index';
END
$$;
