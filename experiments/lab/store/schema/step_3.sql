-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 3 has labels by search beside the outcomes of positions. Older positions have none.
-- It has the table run_answers, which is made as a missing table.
ALTER TABLE positions ADD COLUMN label REAL;
ALTER TABLE positions ADD COLUMN label_depth INTEGER NOT NULL DEFAULT 0 CHECK (label_depth >= 0);
