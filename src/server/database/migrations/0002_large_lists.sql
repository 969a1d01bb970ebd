-- Rows that change several times in their life find room for it on their own page, so that indexes are left alone.
ALTER TABLE order_line SET (fillfactor = 80);
ALTER TABLE vendor_order SET (fillfactor = 80);

-- A packing list writes thousands of these at once: one index less. Its place in the list tells their order.
ALTER TABLE box_line DROP CONSTRAINT box_line_box_id_order_line_id_key;
ALTER TABLE box_line ADD COLUMN position integer;
UPDATE box_line bl SET position = n.position
FROM (SELECT id, row_number() OVER (ORDER BY id) AS position FROM box_line) n WHERE n.id = bl.id;
ALTER TABLE box_line ALTER COLUMN position SET NOT NULL;
ALTER TABLE box_line DROP COLUMN id;
ALTER TABLE box_line ADD PRIMARY KEY (box_id, order_line_id);
