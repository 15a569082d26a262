-- SPDX-License-Identifier: GPL-3.0-or-later
-- A made-up step after the real ones, for the tests of upgrades: a column that was not there before. The
-- table and the views that were not there need no step.

ALTER TABLE coefficients ADD COLUMN note TEXT;

UPDATE coefficients SET note = 'constant' WHERE value = 0 AND standard_error IS NULL;
