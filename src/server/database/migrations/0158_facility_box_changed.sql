-- A box that is on no shipment can be packed otherwise, or unpacked; its code goes to no other box.
ALTER TABLE facility_box ADD COLUMN version integer NOT NULL DEFAULT 1, ADD COLUMN unpacked_at timestamptz(3);
ALTER TABLE facility_box DROP CONSTRAINT facility_box_pieces_check;
ALTER TABLE facility_box ADD CHECK (pieces >= 0), ADD CHECK ((unpacked_at IS NOT NULL) = (pieces = 0)), ADD CHECK (unpacked_at IS NULL OR shipment_id IS NULL);
