-- What the server seals with (server/http/sealing.ts): one secret for all servers of a database, which goes along with its backups.
-- Two random uuids have 244 random bits.
CREATE TABLE house_secret (
  id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  secret bytea NOT NULL CHECK (length(secret) = 32)
);
INSERT INTO house_secret (secret) VALUES (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
