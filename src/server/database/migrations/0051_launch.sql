-- What vendors launch, how a style is measured and graded, and what people think of designs.
CREATE SEQUENCE product_launch_number;

CREATE TABLE product_launch (
  id uuid PRIMARY KEY,
  -- As `PL-000012`.
  code text NOT NULL UNIQUE,
  vendor_id uuid NOT NULL REFERENCES vendor (id),
  file_name text NOT NULL,
  -- Colours that came new with it.
  colours integer NOT NULL CHECK (colours > 0),
  pictures integer NOT NULL CHECK (pictures >= 0),
  -- Doubles that its sender was told of.
  warnings integer NOT NULL CHECK (warnings >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES app_user (id)
);
CREATE INDEX product_launch_vendor ON product_launch (vendor_id, created_at);

ALTER TABLE catalogue_style ADD FOREIGN KEY (launch_id) REFERENCES product_launch (id);
CREATE INDEX catalogue_style_launch ON catalogue_style (launch_id) WHERE launch_id IS NOT NULL;

-- How many pieces of a style each vendor makes.
CREATE TABLE catalogue_split (
  catalogue_id uuid NOT NULL REFERENCES catalogue_style (id),
  vendor_id uuid NOT NULL REFERENCES vendor (id),
  quantity integer NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (catalogue_id, vendor_id)
);
CREATE INDEX catalogue_split_vendor ON catalogue_split (vendor_id);

-- Points of measure of a style, size by size; the sizes are ours.
CREATE TABLE garment_point (
  catalogue_id uuid NOT NULL REFERENCES catalogue_style (id),
  size text NOT NULL CHECK (size <> ''),
  point text NOT NULL CHECK (point <> ''),
  point_zh text NOT NULL,
  how_to_measure text NOT NULL,
  spec_mm integer NOT NULL CHECK (spec_mm > 0),
  tolerance_mm integer NOT NULL CHECK (tolerance_mm >= 0 AND tolerance_mm < spec_mm),
  position smallint NOT NULL CHECK (position > 0),
  PRIMARY KEY (catalogue_id, size, point)
);

-- What a vendor's size is with us.
CREATE TABLE grading_size (
  catalogue_id uuid NOT NULL REFERENCES catalogue_style (id),
  vendor_size text NOT NULL CHECK (vendor_size <> ''),
  our_size text NOT NULL CHECK (our_size <> ''),
  position smallint NOT NULL CHECK (position > 0),
  PRIMARY KEY (catalogue_id, vendor_size),
  UNIQUE (catalogue_id, our_size)
);

-- By how much a point grows from one size to the next larger one.
CREATE TABLE grading_jump (
  catalogue_id uuid NOT NULL REFERENCES catalogue_style (id),
  point text NOT NULL CHECK (point <> ''),
  from_size text NOT NULL,
  to_size text NOT NULL,
  increment_mm integer NOT NULL CHECK (increment_mm >= 0),
  PRIMARY KEY (catalogue_id, point, to_size)
);

CREATE SEQUENCE style_survey_number;

CREATE TABLE style_survey (
  id uuid PRIMARY KEY,
  -- As `SV-000003`.
  code text NOT NULL UNIQUE,
  name text NOT NULL,
  -- The last day on which scores are taken; null: as long as anybody sends some.
  deadline date,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES app_user (id)
);

CREATE TABLE style_survey_design (
  survey_id uuid NOT NULL REFERENCES style_survey (id),
  catalogue_id uuid NOT NULL REFERENCES catalogue_style (id),
  position smallint NOT NULL CHECK (position > 0),
  PRIMARY KEY (survey_id, catalogue_id)
);
CREATE INDEX style_survey_design_style ON style_survey_design (catalogue_id);

CREATE TABLE style_survey_score (
  survey_id uuid NOT NULL,
  catalogue_id uuid NOT NULL,
  reviewer text NOT NULL CHECK (reviewer <> ''),
  score smallint NOT NULL CHECK (score BETWEEN 1 AND 5),
  remark text,
  given_at timestamptz(3) NOT NULL DEFAULT now(),
  given_by uuid NOT NULL REFERENCES app_user (id),
  PRIMARY KEY (survey_id, catalogue_id, reviewer),
  FOREIGN KEY (survey_id, catalogue_id) REFERENCES style_survey_design (survey_id, catalogue_id)
);
