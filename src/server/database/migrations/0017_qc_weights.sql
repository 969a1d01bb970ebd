-- What a box weighs as it goes to India ------------------------------------------------------------------------------------

-- The vendor's weight (box.weight_grams) is of all pieces declared. A box that some of them left is weighed again: what it then
-- weighs, and of how many pieces that is. Another number of pieces on an invoice has no weight.
ALTER TABLE qc_box
  ADD COLUMN weight_grams integer CHECK (weight_grams > 0),
  ADD COLUMN weighed_pieces integer,
  ADD CONSTRAINT qc_box_weighed CHECK ((weight_grams IS NULL) = (weighed_pieces IS NULL));

-- What stands on the face of an invoice: how its exporter is to be paid, and where.
ALTER TABLE trade_party
  ADD COLUMN payment_terms text,
  ADD COLUMN bank text;
