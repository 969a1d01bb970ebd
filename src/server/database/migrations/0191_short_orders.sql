-- Orders with pieces refused or out of stock are few among all; without their own indexes a list of them reads every order.
CREATE INDEX all_order_short ON vendor_order (order_date, order_id) WHERE decision = 'APPROVED' AND rejected + oos > 0;
CREATE INDEX all_order_short_open ON vendor_order (order_date, order_id) WHERE decision = 'APPROVED' AND stage > 2 AND rejected + oos > 0;
CREATE INDEX vendor_order_short ON vendor_order (vendor_id, ship_by, order_id) WHERE decision = 'APPROVED' AND rejected + oos > 0;
CREATE STATISTICS vendor_order_short_pieces ON (rejected + oos) FROM vendor_order;
