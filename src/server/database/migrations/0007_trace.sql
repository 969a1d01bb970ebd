-- The trace box: any code by itself or by its beginning. The pattern classes compare byte by byte, so that a beginning is
-- found off the index in a database of any collation. One vendor's rows are found without reading others'.
CREATE INDEX vendor_order_code ON vendor_order (order_id text_pattern_ops);
CREATE INDEX vendor_order_own_code ON vendor_order (vendor_id, order_id text_pattern_ops);
CREATE INDEX shipment_code ON shipment (shipment_id text_pattern_ops);
CREATE INDEX shipment_own_code ON shipment (vendor_id, shipment_id text_pattern_ops);
CREATE INDEX shipment_invoice_code ON shipment (upper(invoice_number) text_pattern_ops) WHERE invoice_number IS NOT NULL;
CREATE INDEX style_code ON style (upper(code) text_pattern_ops);
CREATE INDEX style_own_code ON style (vendor_id, upper(code) text_pattern_ops);
CREATE INDEX sku_code ON sku (nm_sku text_pattern_ops);

-- A packing list writes thousands of boxes at once: the one index more is for box numbers. SSCCs are digits, which every
-- collation puts in the same order, and tracking ids are unique by the same index as before in its pattern class.
DROP INDEX box_tracking;
CREATE UNIQUE INDEX box_tracking ON box (upper(tracking_id) text_pattern_ops)
  WHERE removed_at IS NULL AND tracking_id IS NOT NULL;
CREATE INDEX box_number_code ON box (upper(box_no), id) WHERE removed_at IS NULL;

-- Every list of shipments asks whether a box of theirs was inwarded: without this it reads all boxes there are.
CREATE INDEX box_inwarded ON box (shipment_id) WHERE inwarded_at IS NOT NULL;
