-- Orders that ops refused have a list of their own, newest first.
CREATE INDEX all_order_refused ON vendor_order (order_date DESC, order_id DESC) WHERE decision = 'NOT_APPROVED';
