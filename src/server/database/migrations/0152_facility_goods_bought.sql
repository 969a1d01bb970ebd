-- What a production facility made is taken into stock by the same document as what vendors made: such a line is of its production order.
ALTER TABLE purchase_order_line
  ALTER COLUMN order_line_id DROP NOT NULL,
  ADD COLUMN facility_line_id uuid REFERENCES facility_line (id),
  ADD CHECK (num_nonnulls(order_line_id, facility_line_id) = 1);

-- What begins with a typed code is found without reading every row.
CREATE INDEX facility_box_code_pattern ON facility_box (code text_pattern_ops);
CREATE INDEX facility_shipment_number_pattern ON facility_shipment (number text_pattern_ops);
