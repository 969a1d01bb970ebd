-- What a piece of a style will cost: asked, countered and agreed between a vendor and the company, one open negotiation a style.
CREATE SEQUENCE price_negotiation_number;

CREATE TABLE price_negotiation (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE,
  style_id uuid NOT NULL REFERENCES style (id),
  vendor_id uuid NOT NULL REFERENCES vendor (id),
  state text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'AGREED', 'ABANDONED')),
  currency char(3) NOT NULL DEFAULT 'CNY',
  -- Who spoke last, and which price.
  last_side text NOT NULL CHECK (last_side IN ('vendor', 'house')),
  last_price_minor bigint NOT NULL CHECK (last_price_minor > 0),
  agreed_minor bigint CHECK (agreed_minor > 0),
  -- Until when the other side should answer.
  answer_by date,
  -- The buyer in charge.
  poc_id uuid REFERENCES app_user (id),
  -- Made elsewhere and entered by hand.
  is_manual boolean NOT NULL DEFAULT false,
  proof text,
  -- The company's alone: what it wants to pay, and below what no vendor can make it.
  target_minor bigint CHECK (target_minor > 0),
  floor_minor bigint CHECK (floor_minor > 0),
  opened_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by uuid NOT NULL REFERENCES app_user (id),
  version integer NOT NULL DEFAULT 1,
  CHECK ((state = 'AGREED') = (agreed_minor IS NOT NULL))
);
CREATE UNIQUE INDEX price_negotiation_open ON price_negotiation (style_id) WHERE state = 'OPEN';
CREATE INDEX price_negotiation_style ON price_negotiation (style_id, updated_at);
CREATE INDEX price_negotiation_vendor ON price_negotiation (vendor_id, updated_at);

-- Each word that was said of it. Nothing of it is ever changed.
CREATE TABLE price_offer (
  id uuid PRIMARY KEY,
  negotiation_id uuid NOT NULL REFERENCES price_negotiation (id),
  side text NOT NULL CHECK (side IN ('vendor', 'house')),
  move text NOT NULL CHECK (move IN ('ask', 'counter', 'agree', 'abandon', 'reopen', 'enter')),
  price_minor bigint CHECK (price_minor > 0),
  reason text,
  by uuid NOT NULL REFERENCES app_user (id),
  at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX price_offer_negotiation ON price_offer (negotiation_id, at);

INSERT INTO setting (name, value) VALUES ('negotiation_answer_days', '7');
