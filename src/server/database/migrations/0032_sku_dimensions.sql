-- How large and heavy an SKU is as it is packed for sale, and what its label in India says ----------------------------------

-- What was not measured yet is NULL. The limits are those of src/shared/areas/sku-dimensions/rules.ts; a test holds the two together.
CREATE TABLE sku_dimension (
  sku_id uuid PRIMARY KEY REFERENCES sku (id),
  length_mm integer CHECK (length_mm BETWEEN 1 AND 2000),
  width_mm integer CHECK (width_mm BETWEEN 1 AND 2000),
  height_mm integer CHECK (height_mm BETWEEN 1 AND 2000),
  weight_grams integer CHECK (weight_grams BETWEEN 1 AND 50000),
  measured_at timestamptz(3) NOT NULL DEFAULT now(),
  measured_by uuid NOT NULL REFERENCES app_user (id),
  version integer NOT NULL DEFAULT 1
);

-- cm³ that count as a kilogram.
INSERT INTO setting (name, value) VALUES ('volumetric_divisor', '5000');

-- The maximum retail price as it is printed on the goods, all taxes included: an SKU's own, else its style's.
ALTER TABLE style ADD COLUMN mrp_minor bigint CHECK (mrp_minor >= 0), ADD COLUMN mrp_currency char(3);
ALTER TABLE sku ADD COLUMN mrp_minor bigint CHECK (mrp_minor >= 0), ADD COLUMN mrp_currency char(3);

-- What a site in India prints on labels of goods for sale; an empty text was not said yet.
CREATE TABLE label_facts (
  site_id uuid PRIMARY KEY REFERENCES site (id),
  company_name text NOT NULL,
  company_address text NOT NULL,
  consumer_care text NOT NULL,
  net_quantity text NOT NULL,
  changed_at timestamptz(3) NOT NULL DEFAULT now(),
  changed_by uuid REFERENCES app_user (id),
  version integer NOT NULL DEFAULT 1
);
