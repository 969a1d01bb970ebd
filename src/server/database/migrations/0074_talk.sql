-- What people say to each other about an order, a shipment, a box or a style.
CREATE TABLE talk_thread (
  kind text NOT NULL CHECK (kind IN ('order', 'shipment', 'box', 'style')),
  -- vendor_order, shipment, box or style: as its kind says.
  thing_id uuid NOT NULL,
  -- Messages are numbered by it, one after the other: what is seen up to a number is seen.
  last integer NOT NULL CHECK (last > 0),
  PRIMARY KEY (kind, thing_id)
);

-- Nothing is changed afterwards; what was taken back keeps its row and is shown to nobody.
CREATE TABLE talk_message (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  thing_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  text text NOT NULL CHECK (text <> '' AND length(text) <= 2000),
  -- app_user.id of those who are named in it.
  mentions uuid[] NOT NULL DEFAULT '{}',
  -- No vendor ever receives it.
  is_house boolean NOT NULL DEFAULT false,
  said_by uuid NOT NULL REFERENCES app_user (id),
  said_at timestamptz(3) NOT NULL DEFAULT now(),
  taken_back_at timestamptz(3),
  FOREIGN KEY (kind, thing_id) REFERENCES talk_thread (kind, thing_id),
  UNIQUE (kind, thing_id, number)
);
CREATE INDEX talk_message_mentions ON talk_message USING gin (mentions);

-- How far each person has read.
CREATE TABLE talk_seen (
  user_id uuid NOT NULL REFERENCES app_user (id),
  kind text NOT NULL,
  thing_id uuid NOT NULL,
  number integer NOT NULL,
  PRIMARY KEY (user_id, kind, thing_id)
);
