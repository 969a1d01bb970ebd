-- A facility's people talk with the company about what they make, with photographs of what is wrong.
ALTER TABLE talk_thread DROP CONSTRAINT talk_thread_kind_check;
ALTER TABLE talk_thread ADD CONSTRAINT talk_thread_kind_check
  CHECK (kind IN ('order', 'shipment', 'box', 'style', 'production_order', 'facility_job'));

CREATE TABLE talk_photo (
  message_id uuid NOT NULL REFERENCES talk_message (id),
  image_id uuid NOT NULL REFERENCES qc_image (id),
  position integer NOT NULL CHECK (position >= 0),
  PRIMARY KEY (message_id, image_id)
);
CREATE INDEX talk_photo_image ON talk_photo (image_id);
