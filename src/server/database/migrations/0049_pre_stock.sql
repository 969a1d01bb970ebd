-- A style made visible for sale against its vendor's stock before pieces arrive. What can be sold of it is derived, never stored.
CREATE SEQUENCE pre_stock_number;

CREATE TABLE pre_stock_listing (
  id uuid PRIMARY KEY,
  -- Where there is too little stock for all, the listing with the lower number is served first.
  number integer NOT NULL UNIQUE,
  listing_id text NOT NULL UNIQUE,
  style_id uuid NOT NULL REFERENCES style (id),
  -- The last day on which it promises anything; null: until it is withdrawn.
  until date,
  listed_at timestamptz(3) NOT NULL DEFAULT now(),
  listed_by uuid NOT NULL REFERENCES app_user (id),
  withdrawn_at timestamptz(3),
  withdrawn_by uuid REFERENCES app_user (id),
  reason text,
  remark text,
  changed_at timestamptz(3) NOT NULL DEFAULT now(),
  changed_by uuid NOT NULL REFERENCES app_user (id),
  version integer NOT NULL DEFAULT 1,
  CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL)),
  CHECK ((withdrawn_at IS NULL) = (reason IS NULL))
);
CREATE INDEX pre_stock_listing_style ON pre_stock_listing (style_id);

CREATE TABLE pre_stock_line (
  listing uuid NOT NULL REFERENCES pre_stock_listing (id),
  sku_id uuid NOT NULL REFERENCES sku (id),
  pieces integer NOT NULL CHECK (pieces > 0),
  PRIMARY KEY (listing, sku_id)
);
CREATE INDEX pre_stock_line_sku ON pre_stock_line (sku_id);
