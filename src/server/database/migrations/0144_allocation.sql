-- Which store gets what of the warehouses' stock ------------------------------------------------------------------------------

CREATE SEQUENCE allocation_number;
CREATE SEQUENCE replenishment_number;

CREATE TABLE allocation_task (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE,
  name text NOT NULL,
  state text NOT NULL DEFAULT 'CREATED'
    CHECK (state IN ('CREATED', 'CALCULATED', 'SHORTLISTED', 'SUBMITTED', 'GATEPASSES_CREATED', 'REJECTED')),
  -- Its lines are submitted, and their pieces reserved.
  is_frozen boolean NOT NULL DEFAULT false,
  -- Cells or styles were changed since it was calculated.
  is_outdated boolean NOT NULL DEFAULT false,
  categories text[] NOT NULL,
  settings jsonb NOT NULL,
  -- Settings, totals and time of the last plan that was only tried.
  what_if jsonb,
  job_id uuid,
  calculated_at timestamptz(3),
  -- The last day of sales that its rates know.
  rates_as_of date,
  reason text,
  created_by uuid NOT NULL REFERENCES app_user (id),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CHECK (NOT is_frozen OR state IN ('SHORTLISTED', 'SUBMITTED', 'GATEPASSES_CREATED')),
  CHECK ((state = 'REJECTED') = (reason IS NOT NULL))
);

-- Sources in the order in which they are taken from, and stores.
CREATE TABLE allocation_site (
  task_id uuid NOT NULL REFERENCES allocation_task (id),
  site_id uuid NOT NULL REFERENCES site (id),
  role text NOT NULL CHECK (role IN ('source', 'store')),
  position integer NOT NULL,
  PRIMARY KEY (task_id, site_id)
);

-- A style in a colour that a task offers.
CREATE TABLE allocation_style (
  id uuid PRIMARY KEY,
  task_id uuid NOT NULL REFERENCES allocation_task (id),
  style_id uuid NOT NULL REFERENCES style (id),
  color text NOT NULL,
  choice text NOT NULL DEFAULT 'offered' CHECK (choice IN ('offered', 'shortlisted', 'removed')),
  available integer NOT NULL DEFAULT 0 CHECK (available >= 0),
  need integer NOT NULL DEFAULT 0 CHECK (need >= 0),
  given integer NOT NULL DEFAULT 0 CHECK (given >= 0),
  short integer NOT NULL DEFAULT 0 CHECK (short >= 0),
  stores integer NOT NULL DEFAULT 0,
  broken_stores integer NOT NULL DEFAULT 0,
  UNIQUE (task_id, style_id, color)
);

-- A cell of the plan: what a store gets of an SKU, and why. What was locked by hand stays when it is calculated again. Without references:
-- hundreds of thousands of rows are written by the plan that read their sites and SKUs, and neither is ever deleted.
CREATE TABLE allocation_cell (
  task_id uuid NOT NULL,
  sku_id uuid NOT NULL,
  store_id uuid NOT NULL,
  given integer NOT NULL DEFAULT 0 CHECK (given >= 0),
  locked integer CHECK (locked >= 0),
  why jsonb,
  PRIMARY KEY (task_id, sku_id, store_id)
);

-- What goes from which source; without references, as cells.
CREATE TABLE allocation_outward (
  id uuid PRIMARY KEY,
  task_id uuid NOT NULL,
  source_id uuid NOT NULL,
  store_id uuid NOT NULL,
  sku_id uuid NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  choice text NOT NULL DEFAULT 'offered' CHECK (choice IN ('offered', 'shortlisted', 'removed')),
  gate_pass text,
  UNIQUE (task_id, source_id, store_id, sku_id)
);
CREATE INDEX allocation_outward_store ON allocation_outward (store_id, sku_id);

-- What stores are sent again ------------------------------------------------------------------------------------------------

CREATE TABLE replenishment_order (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE,
  name text NOT NULL,
  state text NOT NULL DEFAULT 'DRAFT' CHECK (state IN ('DRAFT', 'SENT')),
  mode text NOT NULL CHECK (mode IN ('eaches', 'sets')),
  source_id uuid NOT NULL REFERENCES site (id),
  settings jsonb NOT NULL,
  gate_passes text[] NOT NULL DEFAULT '{}',
  created_by uuid NOT NULL REFERENCES app_user (id),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);

CREATE TABLE replenishment_store (
  order_id uuid NOT NULL REFERENCES replenishment_order (id),
  site_id uuid NOT NULL REFERENCES site (id),
  PRIMARY KEY (order_id, site_id)
);

CREATE TABLE replenishment_line (
  order_id uuid NOT NULL REFERENCES replenishment_order (id),
  store_id uuid NOT NULL REFERENCES site (id),
  sku_id uuid NOT NULL REFERENCES sku (id),
  quantity integer NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (order_id, store_id, sku_id)
);

-- A style in a colour that is not replenished at a store before a day.
CREATE TABLE replenishment_snooze (
  site_id uuid NOT NULL REFERENCES site (id),
  style_id uuid NOT NULL REFERENCES style (id),
  color text NOT NULL,
  until date NOT NULL,
  reason text NOT NULL DEFAULT '',
  snoozed_by uuid NOT NULL REFERENCES app_user (id),
  PRIMARY KEY (site_id, style_id, color)
);

INSERT INTO setting (name, value) VALUES ('allocation', '{"lead_days": 3, "cover_days": 21, "safety_pieces": 0, "holdback_percent": 10,
  "pieces_per_core_size": 1, "pack_multiple": 1, "most_per_style": null, "least_rate_thousandths": 20}');
