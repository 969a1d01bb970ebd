-- Why a session was ended by somebody else than its own sign-out: said to whoever still comes with it.
ALTER TABLE session
  ADD COLUMN ended_why text CHECK (ended_why IN ('account', 'switched_off', 'password', 'elsewhere'));
