-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 7 has the number of moves that were drawn at random for a silent program. There are none
-- in older games.
ALTER TABLE games ADD COLUMN first_drawn INTEGER NOT NULL DEFAULT 0 CHECK (first_drawn >= 0);
ALTER TABLE games ADD COLUMN second_drawn INTEGER NOT NULL DEFAULT 0 CHECK (second_drawn >= 0);
