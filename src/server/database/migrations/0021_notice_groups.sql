-- What was told of a group, read or not, is looked up when it holds no longer; a person's notices are in order of another key.
CREATE INDEX notice_group ON notice (kind, group_key);
