-- Photographs of a sample at QC, in their order.
CREATE TABLE catalogue_sample_photo (
  sample_id uuid NOT NULL REFERENCES catalogue_sample (id),
  image_id uuid NOT NULL REFERENCES qc_image (id),
  position integer NOT NULL CHECK (position >= 0),
  PRIMARY KEY (sample_id, image_id)
);
CREATE INDEX catalogue_sample_photo_image ON catalogue_sample_photo (image_id);
