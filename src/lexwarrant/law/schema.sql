-- A snapshot's tables. Text stands once, in `version`; parts are spans of it.
CREATE TABLE manifest (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE source (name TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE authority (
  id TEXT PRIMARY KEY, ordinal INTEGER NOT NULL, jurisdiction TEXT NOT NULL, kind TEXT NOT NULL,
  body TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE version (
  row INTEGER PRIMARY KEY, unit TEXT NOT NULL, authority TEXT NOT NULL, valid_from TEXT, valid_to TEXT,
  extent TEXT NOT NULL, kind TEXT NOT NULL, label TEXT NOT NULL, heading TEXT NOT NULL, text TEXT NOT NULL,
  complete INTEGER NOT NULL, repealed INTEGER NOT NULL, changed_by TEXT NOT NULL, division TEXT NOT NULL,
  UNIQUE (unit, valid_from, valid_to, extent)
);
CREATE INDEX version_authority ON version (authority, row);
CREATE TABLE part (
  version INTEGER NOT NULL, ordinal INTEGER NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL,
  label TEXT NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL, PRIMARY KEY (version, ordinal)
) WITHOUT ROWID;
CREATE INDEX part_id ON part (id);
CREATE TABLE applicability (
  target TEXT PRIMARY KEY, applies_from TEXT, applies_to TEXT, basis TEXT NOT NULL,
  basis_start INTEGER NOT NULL, basis_end INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE treatment (
  target TEXT NOT NULL, by TEXT NOT NULL, kind TEXT NOT NULL, "on" TEXT, scope TEXT NOT NULL,
  PRIMARY KEY (target, by, kind, scope)
) WITHOUT ROWID;
CREATE TABLE edge (
  source TEXT NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL, target TEXT NOT NULL,
  label TEXT NOT NULL, held INTEGER NOT NULL, PRIMARY KEY (source, start, target)
) WITHOUT ROWID;
CREATE INDEX edge_target ON edge (target);
