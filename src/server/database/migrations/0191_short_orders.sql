-- Of five years of orders few are open, unanswered or short; a list of those by day read all orders before it came to one.
CREATE INDEX all_order_short ON vendor_order (order_date, order_id) WHERE decision = 'APPROVED' AND rejected + oos > 0;
CREATE INDEX all_order_open_by_date ON vendor_order (order_date, order_id) WHERE decision = 'APPROVED' AND stage > 2;
CREATE INDEX all_order_new_by_date ON vendor_order (order_date, order_id) WHERE decision = 'APPROVED' AND vendor_decision = 'NEW';
CREATE INDEX vendor_order_short ON vendor_order (vendor_id, ship_by, order_id) WHERE decision = 'APPROVED' AND rejected + oos > 0;
CREATE STATISTICS vendor_order_short_pieces ON (rejected + oos) FROM vendor_order;
