-- Where a role may do more, or less, than it usually may. What is as usual has no row.
CREATE TABLE role_right (
  right_name text NOT NULL CHECK (right_name <> ''),
  role text NOT NULL,
  may boolean NOT NULL,
  set_by uuid NOT NULL REFERENCES app_user (id),
  set_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (right_name, role)
);

-- Rights of this person beyond those of the role, by name.
ALTER TABLE app_user ADD COLUMN further_rights text[] NOT NULL DEFAULT '{}';
