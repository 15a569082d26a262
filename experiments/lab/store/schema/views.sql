-- SPDX-License-Identifier: GPL-3.0-or-later
-- Indices and views, which docs/reference/views.md explains. The tables are defined in tables/.
-- Run when a database is made and again after every change of its schema.

CREATE INDEX IF NOT EXISTS fits_dataset ON fits (dataset_id);
-- Is there such a run already?
CREATE INDEX IF NOT EXISTS runs_record ON runs (kind, seed, variant, parameters);

-- Matches with the rules they were played by: those of the plan, or else the run's.
DROP VIEW IF EXISTS played_matches;
CREATE VIEW played_matches AS
SELECT m.*, coalesce(v.variant, r.variant) AS variant, coalesce(v.rules, r.rules) AS rules,
       r.seed, v.run_id IS NOT NULL AS planned
FROM matches m
JOIN runs r ON r.id = m.run_id
LEFT JOIN match_variants v ON v.run_id = m.run_id AND v.match = m.match;

-- Games that were kept, with who played them and by which rules. A run in which somebody
-- played at a terminal may have games and no match.
DROP VIEW IF EXISTS kept_games;
CREATE VIEW kept_games AS
WITH named AS (
    SELECT g.*, coalesce(m.player, r.parameters ->> 'player') AS player,
           coalesce(m.opponent, r.parameters ->> 'opponent') AS opponent,
           coalesce(v.variant, r.variant) AS variant, coalesce(v.rules, r.rules) AS rules
    FROM games g
    JOIN runs r ON r.id = g.run_id
    LEFT JOIN matches m ON m.run_id = g.run_id AND m.match = g.match
    LEFT JOIN match_variants v ON v.run_id = g.run_id AND v.match = g.match
)
SELECT run_id || '.' || match || '.' || game AS id, run_id, match, game, variant,
       iif(first = 'player', player, opponent) AS first,
       iif(first = 'player', opponent, player) AS second,
       first_store, second_store,
       CASE WHEN ending = 'unfinished' THEN NULL
            WHEN first_store > second_store THEN 'first'
            WHEN first_store < second_store THEN 'second' ELSE 'draw' END AS winner,
       plies, ending, first_seconds, second_seconds, first_drawn, second_drawn, start, opening,
       moves, rules
FROM named;

-- A match a row, both seats together. low and high are Wilson's 95 % limits of the score
-- (conservative where there are draws); zz is z * z / games with z = 1.959964.
-- Limits here and below: Wilson's, the one nearer to an end that of half a game less, times
-- |1 - 2 score| (near_0, near_1, win_0, win_1; sow_interval_score in statistics.h).
DROP VIEW IF EXISTS match_scores;
CREATE VIEW match_scores AS
WITH summed AS (
    SELECT run_id, match, purpose, variant, player, opponent, 2 * games AS games,
           first_wins + second_wins AS wins, first_draws + second_draws AS draws,
           first_losses + second_losses AS losses,
           (first_wins + 0.5 * first_draws) / games AS first_score,
           (second_wins + 0.5 * second_draws) / games AS second_score,
           (first_wins + second_wins + 0.5 * (first_draws + second_draws))
               / (2 * games) AS score,
           CASE WHEN first_effective + second_effective > 2 OR games = 1
                THEN 3.841459 / (4.0 / (1.0 / first_effective + 1.0 / second_effective)) END AS zz,
           first_distinct + second_distinct AS distinct_games,
           1.0 * margin / (2 * games) AS mean_margin,
           1.0 * plies / (2 * games) AS mean_plies
    FROM played_matches
), shifted AS (
    SELECT *,
           max(0.0, score - max(0.0, 0.5 - score) * zz / 3.841459) AS near_0,
           min(1.0, score + max(0.0, score - 0.5) * zz / 3.841459) AS near_1
    FROM summed
)
SELECT run_id, match, purpose, player, opponent, games, wins, draws, losses,
       first_score, second_score, score,
       max(0.0, (near_0 + zz / 2 - sqrt(zz * (near_0 * (1 - near_0) + zz / 4))) / (1 + zz))
           AS low,
       1 - max(0.0, (1 - near_1 + zz / 2 - sqrt(zz * (near_1 * (1 - near_1) + zz / 4))) / (1 + zz))
           AS high,
       mean_margin, mean_plies, variant, distinct_games
FROM shifted;

-- A match in four rows: its games by phase, and as a whole. Of the games looked at: moves
-- that players chose in a game, and how many were legal, on average.
DROP VIEW IF EXISTS match_phases;
CREATE VIEW match_phases AS
WITH phases (run_id, match, purpose, place, phase, games, moves, choices) AS (
    SELECT run_id, match, purpose, 1, 'opening', shape_games, opening_plies, opening_choices
    FROM matches
    UNION ALL
    SELECT run_id, match, purpose, 2, 'middle', shape_games, middle_plies, middle_choices
    FROM matches
    UNION ALL
    SELECT run_id, match, purpose, 3, 'end', shape_games, end_plies, end_choices
    FROM matches
    UNION ALL
    SELECT run_id, match, purpose, 4, 'all', shape_games,
           opening_plies + middle_plies + end_plies,
           opening_choices + middle_choices + end_choices
    FROM matches
)
SELECT run_id, match, purpose, place, phase, games, 1.0 * moves / games AS plies,
       1.0 * choices / nullif(moves, 0) AS branching
FROM phases WHERE games > 0;

-- A match in three rows: the player's games as first player, as second, and both.
DROP VIEW IF EXISTS seat_scores;
CREATE VIEW seat_scores AS
WITH seats (run_id, match, purpose, variant, player, opponent, seat, games, wins, draws,
            losses, distinct_games, effective) AS (
    SELECT run_id, match, purpose, variant, player, opponent, 'first', games,
           first_wins, first_draws, first_losses, first_distinct, first_effective
    FROM played_matches
    UNION ALL
    SELECT run_id, match, purpose, variant, player, opponent, 'second', games,
           second_wins, second_draws, second_losses, second_distinct, second_effective
    FROM played_matches
    UNION ALL
    SELECT run_id, match, purpose, variant, player, opponent, 'both', 2 * games,
           first_wins + second_wins, first_draws + second_draws,
           first_losses + second_losses, first_distinct + second_distinct,
           4.0 / (1.0 / first_effective + 1.0 / second_effective)
    FROM played_matches
), scored AS (
    SELECT *, (wins + 0.5 * draws) / games AS score, 1.0 * wins / games AS win_rate,
           CASE WHEN distinct_games > 1 + (seat = 'both') OR games = 1 + (seat = 'both')
                THEN 3.841459 / effective END AS zz FROM seats
), shifted AS (
    SELECT *,
           max(0.0, score - max(0.0, 0.5 - score) * zz / 3.841459) AS near_0,
           min(1.0, score + max(0.0, score - 0.5) * zz / 3.841459) AS near_1,
           max(0.0, win_rate - max(0.0, 0.5 - win_rate) * zz / 3.841459) AS win_0,
           min(1.0, win_rate + max(0.0, win_rate - 0.5) * zz / 3.841459) AS win_1
    FROM scored
)
SELECT run_id, match, purpose, player, opponent, seat, games, wins, draws, losses, score,
       max(0.0, (near_0 + zz / 2 - sqrt(zz * (near_0 * (1 - near_0) + zz / 4))) / (1 + zz))
           AS low,
       1 - max(0.0, (1 - near_1 + zz / 2 - sqrt(zz * (near_1 * (1 - near_1) + zz / 4))) / (1 + zz))
           AS high,
       variant, distinct_games, effective, win_rate,
       max(0.0, (win_0 + zz / 2 - sqrt(zz * (win_0 * (1 - win_0) + zz / 4))) / (1 + zz)) AS win_low,
       1 - max(0.0, (1 - win_1 + zz / 2 - sqrt(zz * (win_1 * (1 - win_1) + zz / 4))) / (1 + zz)) AS win_high
FROM shifted;

-- Score and Elo difference of a match from its pairs of games, with 95 % limits:
-- experiments/statistics_scores.h says how. equivalent is the number of games without
-- draws that would tell as much, zz is z * z / equivalent. An infinite Elo is NULL.
DROP VIEW IF EXISTS match_elo;
CREATE VIEW match_elo AS
WITH counted AS (
    SELECT *, pairs_0 + pairs_1 + pairs_2 + pairs_3 + pairs_4 AS pairs FROM match_pairs
), scored AS (
    SELECT *, (pairs_1 + 2 * pairs_2 + 3 * pairs_3 + 4 * pairs_4) / (4.0 * pairs) AS score
    FROM counted
), spread AS (
    SELECT *, (pairs_0 * score * score + pairs_1 * (0.25 - score) * (0.25 - score)
               + pairs_2 * (0.5 - score) * (0.5 - score)
               + pairs_3 * (0.75 - score) * (0.75 - score)
               + pairs_4 * (1 - score) * (1 - score)) / pairs AS variance
    FROM scored
), weighed AS (
    SELECT s.*, CASE WHEN variance > 0 THEN pairs * score * (1 - score) / variance
                     ELSE pairs END AS equivalent,
           4.0 / (1.0 / m.first_effective + 1.0 / m.second_effective) AS effective
    FROM spread s JOIN matches m USING (run_id, match)
), counting AS (
    SELECT *, CASE WHEN effective >= 2 * pairs THEN equivalent
                   WHEN effective > 2
                   THEN min(equivalent * effective / (2 * pairs), effective) END AS worth
    FROM weighed
), limited AS (
    SELECT *, 3.841458820694124 / worth AS zz FROM counting
), shifted AS (
    SELECT *,
           max(0.0, score - max(0.0, 0.5 - score) * zz / 3.841458820694124) AS near_0,
           min(1.0, score + max(0.0, score - 0.5) * zz / 3.841458820694124) AS near_1
    FROM limited
), bounded AS (
    SELECT *,
           max(0.0, (near_0 + zz / 2 - sqrt(zz * (near_0 * (1 - near_0) + zz / 4))) / (1 + zz))
               AS low,
           1 - max(0.0, (1 - near_1 + zz / 2 - sqrt(zz * (near_1 * (1 - near_1) + zz / 4))) / (1 + zz))
               AS high
    FROM shifted
)
SELECT b.run_id, b.match, m.purpose, m.player, m.opponent, b.pairs, b.score, b.low, b.high,
       sqrt(b.variance / b.pairs / min(1.0, effective / (2 * b.pairs))) AS standard_error,
       400 * log10(nullif(b.score, 0) / nullif(1 - b.score, 0)) AS elo,
       400 * log10(nullif(b.low, 0) / nullif(1 - b.low, 0)) AS elo_low,
       400 * log10(nullif(b.high, 0) / nullif(1 - b.high, 0)) AS elo_high
FROM bounded b JOIN matches m USING (run_id, match);

-- Seats in which few games were played over and over, and for how many they count.
DROP VIEW IF EXISTS repeated_games;
CREATE VIEW repeated_games AS
SELECT run_id, match, variant, player, opponent, seat, games, distinct_games,
       round(effective, 1) AS effective
FROM seat_scores
WHERE seat <> 'both' AND effective < games AND effective < 100;

-- How a run's champion did in its validation matches: the mean over opponents, each
-- counted alike, and the worst of them.
DROP VIEW IF EXISTS validations;
CREATE VIEW validations AS
SELECT run_id, count(*) AS opponents, sum(games) AS games, avg(score) AS score,
       min(score) AS worst_score
FROM match_scores
WHERE purpose = 'validation'
GROUP BY run_id;

-- One row per rules, pairing and seat, over all stored matches. A match with the same seed
-- repeats the games of a shorter one, so the longest counts alone; the games of a plan
-- follow from seed, rules and players, whatever their number in the plan. low and high are
-- Wilson's 95 % limits of the win rate.
DROP VIEW IF EXISTS opponent_rates;
CREATE VIEW opponent_rates AS
WITH ranked AS (
    SELECT variant, rules, player, opponent, games, first_wins,
           first_draws, first_losses, second_wins, second_draws, second_losses,
           first_effective, second_effective,
           row_number() OVER (PARTITION BY rules, seed, purpose, planned,
                                           CASE planned WHEN 0 THEN match END, player,
                                           opponent
                              ORDER BY games DESC, run_id, match) AS place
    FROM played_matches
), played AS (
    SELECT * FROM ranked WHERE place = 1
), seats (variant, rules, player, opponent, seat, games, wins, draws, losses, effective) AS (
    SELECT variant, rules, player, opponent, 'first', games,
           first_wins, first_draws, first_losses, first_effective FROM played
    UNION ALL
    SELECT variant, rules, player, opponent, 'second', games,
           second_wins, second_draws, second_losses, second_effective FROM played
    UNION ALL
    SELECT variant, rules, player, opponent, 'both', 2 * games,
           first_wins + second_wins, first_draws + second_draws,
           first_losses + second_losses,
           4.0 / (1.0 / first_effective + 1.0 / second_effective) FROM played
), pooled AS (
    SELECT variant, player, opponent, seat, count(*) AS matches, sum(games) AS games,
           sum(wins) AS wins, sum(draws) AS draws, sum(losses) AS losses,
           1.0 * sum(wins) / sum(games) AS win_rate, 3.841459
               / max(max(effective), sum(CASE WHEN effective < games THEN 0 ELSE games END))
               AS zz
    FROM seats
    GROUP BY variant, rules, player, opponent, seat
), shifted AS (
    SELECT *,
           max(0.0, win_rate - max(0.0, 0.5 - win_rate) * zz / 3.841459) AS win_0,
           min(1.0, win_rate + max(0.0, win_rate - 0.5) * zz / 3.841459) AS win_1
    FROM pooled
)
SELECT variant, player, opponent, seat, matches, games, wins, draws, losses, win_rate,
       max(0.0, (win_0 + zz / 2 - sqrt(zz * (win_0 * (1 - win_0) + zz / 4))) / (1 + zz)) AS low,
       1 - max(0.0, (1 - win_1 + zz / 2 - sqrt(zz * (win_1 * (1 - win_1) + zz / 4))) / (1 + zz)) AS high,
       (wins + 0.5 * draws) / games AS score
FROM shifted;

DROP VIEW IF EXISTS runs_overview;
CREATE VIEW runs_overview AS
SELECT r.id, r.kind, r.label, r.variant, r.status,
       (SELECT max(generation) + 1 FROM generations g WHERE g.run_id = r.id)
           AS generations,
       (SELECT best FROM generations g WHERE g.run_id = r.id
        ORDER BY generation DESC LIMIT 1) AS best,
       (SELECT score FROM validations v WHERE v.run_id = r.id) AS validation,
       f.r2,
       r.seed, r.version, r.kernel, r.threads, r.started, r.seconds, r.resumed
FROM runs r LEFT JOIN fits f ON f.run_id = r.id;

-- Everything a run was told, one setting a row: its rules, split into lines, and its
-- parameters.
DROP VIEW IF EXISTS run_settings;
CREATE VIEW run_settings AS
SELECT r.id AS run_id, 'rules' AS source,
       trim(substr(line.value, 1, instr(line.value, '=') - 1)) AS name,
       trim(substr(line.value, instr(line.value, '=') + 1)) AS value
FROM runs r,
     json_each('[' || replace(json_quote(r.rules), '\n', '","') || ']') AS line
WHERE instr(line.value, '=') > 0
UNION ALL
SELECT r.id, 'parameters', entry.key, CAST(entry.value AS TEXT)
FROM runs r, json_each(r.parameters) AS entry;

DROP VIEW IF EXISTS convergence;
CREATE VIEW convergence AS
SELECT g.run_id, r.variant, r.label, g.generation, g.best, g.mean, g.sd, g.worst,
       g.spread, g.games, t.seconds, t.store_seconds,
       g.games / nullif(t.seconds, 0) AS games_per_second
FROM generations g
JOIN runs r ON r.id = g.run_id
LEFT JOIN generation_times t ON t.run_id = g.run_id AND t.generation = g.generation;

-- Every island of every generation, as generations sums up all of them; its individuals
-- are those from island times the population on. A run without islands has island 0.
DROP VIEW IF EXISTS islands;
CREATE VIEW islands AS
WITH placed AS (
    SELECT i.run_id, i.generation, i.individual, i.fitness,
           coalesce(i.individual / (r.parameters ->> 'population'), 0) AS island
    FROM individuals i JOIN runs r ON r.id = i.run_id
), summed AS (
    SELECT run_id, generation, island, count(*) AS population, max(fitness) AS best,
           avg(fitness) AS mean,
           sqrt(max(0.0, avg(fitness * fitness) - avg(fitness) * avg(fitness))) AS sd,
           min(fitness) AS worst, min(individual) AS first, max(individual) AS last
    FROM placed GROUP BY run_id, generation, island
)
SELECT run_id, generation, island, population, best, mean, sd, worst,
       (SELECT avg(sd) FROM (
            SELECT sqrt(max(0.0, avg(w.value * w.value) - avg(w.value) * avg(w.value))) AS sd
            FROM individuals i, json_each(i.weights) AS w
            WHERE i.run_id = summed.run_id AND i.generation = summed.generation
              AND i.individual BETWEEN first AND last
            GROUP BY w.key)) AS spread
FROM summed;

-- What the genes of an evolution are, by their place in its vectors: heuristics of moves
-- or features of positions; of a linear order the heuristics that its numbers, from 1 on,
-- stand for. A record without them means the paper's six.
DROP VIEW IF EXISTS genes;
CREATE VIEW genes AS
SELECT r.id AS run_id, json_extract(r.parameters, '$.genome') AS genome,
       name.key AS place, name.value AS gene
FROM runs r,
     json_each('[' || replace(json_quote(
         CASE json_extract(r.parameters, '$.genome')
         WHEN 'features' THEN json_extract(r.parameters, '$.features')
         ELSE coalesce(json_extract(r.parameters, '$.heuristics'), 'h1,h2,h3,h4,h5,h6')
         END), ',', '","') || ']') AS name
WHERE r.kind = 'evolve';

-- Champions that weigh heuristics or features, a weight a row.
DROP VIEW IF EXISTS champion_weights;
CREATE VIEW champion_weights AS
SELECT c.run_id, r.variant, r.label, r.seed, g.genome, g.place, g.gene,
       json_extract(c.weights, '$[' || g.place || ']') AS weight
FROM champions c JOIN runs r ON r.id = c.run_id JOIN genes g ON g.run_id = c.run_id
WHERE g.genome <> 'order';

-- Champions of any kind, as player specs: inside that of the player who looks ahead, if
-- that is whose weights were evolved.
DROP VIEW IF EXISTS champion_players;
CREATE VIEW champion_players AS
WITH plain AS (
SELECT c.run_id, r.variant, r.label, r.seed, json_extract(r.parameters, '$.genome') AS genome,
       json_extract(r.parameters, '$.player') AS template,
       CASE json_extract(r.parameters, '$.genome')
       WHEN 'order' THEN
           'order:' || (SELECT group_concat(gene, ',')
                        FROM (SELECT g.gene FROM json_each(c.weights) AS rank
                              JOIN genes g ON g.run_id = c.run_id
                                          AND g.place = CAST(rank.value AS INTEGER) - 1
                              ORDER BY rank.key))
           || CASE json_extract(r.parameters, '$.reading')
              WHEN 'first-improving' THEN ',reading=first-improving' ELSE '' END
       ELSE
           CASE json_extract(r.parameters, '$.genome')
           WHEN 'features' THEN 'state:' ELSE 'weights:' END
           || CASE json_extract(r.parameters, '$.view')
              WHEN 'to-move' THEN 'view=to-move,' ELSE '' END
           || (SELECT group_concat(gene || '=' || printf('%.15g', weight), ',')
               FROM (SELECT gene, weight FROM champion_weights w
                     WHERE w.run_id = c.run_id ORDER BY place))
       END AS player,
       c.fitness, c.score,
       (SELECT v.score FROM validations v WHERE v.run_id = c.run_id) AS validation
FROM champions c JOIN runs r ON r.id = c.run_id
)
SELECT run_id, variant, label, seed, genome,
       coalesce(replace(template, '[weights]', '[' || player || ']'), player) AS player,
       fitness, score, validation
FROM plain;

-- Rules text, not only the variant's name: a name may have been played with other rules.
DROP VIEW IF EXISTS best_vectors;
CREATE VIEW best_vectors AS
SELECT variant, run_id, label, player, fitness, score, validation
FROM (SELECT c.*, row_number() OVER (PARTITION BY r.variant, r.rules
                                     ORDER BY c.validation DESC, c.run_id) AS place
      FROM champion_players c JOIN runs r ON r.id = c.run_id
      WHERE c.genome = 'weights' AND c.validation IS NOT NULL
        AND json_extract(r.parameters, '$.player') IS NULL)
WHERE place = 1;

-- A fit in one line: how good in the sample, out of it, and on the board.
DROP VIEW IF EXISTS fits_overview;
CREATE VIEW fits_overview AS
WITH measures AS (
    SELECT run_id,
           max(value) FILTER (WHERE sample = 'out' AND measure = 'r2') AS r2_out,
           max(value) FILTER (WHERE sample = 'out' AND measure = 'rmse') AS rmse_out,
           max(value) FILTER (WHERE sample = 'in' AND measure = 'log_loss') AS log_loss,
           max(value) FILTER (WHERE sample = 'out' AND measure = 'log_loss')
               AS log_loss_out,
           max(value) FILTER (WHERE sample = 'in' AND measure = 'accuracy') AS accuracy,
           max(value) FILTER (WHERE sample = 'out' AND measure = 'accuracy')
               AS accuracy_out
    FROM fit_measures
    GROUP BY run_id
)
SELECT f.run_id, r.variant, r.label, f.dataset_id, d.label AS dataset, f.method,
       json_extract(r.parameters, '$.features') AS features, f.observations, f.terms,
       f.r2, m.r2_out, f.rmse, m.rmse_out, m.log_loss, m.log_loss_out, m.accuracy,
       m.accuracy_out,
       (SELECT v.score FROM validations v WHERE v.run_id = f.run_id) AS validation
FROM fits f
JOIN runs r ON r.id = f.run_id
LEFT JOIN runs d ON d.id = f.dataset_id
LEFT JOIN measures m ON m.run_id = f.run_id;

-- effect: what one standard deviation of the feature is worth.
DROP VIEW IF EXISTS fit_coefficients;
CREATE VIEW fit_coefficients AS
SELECT c.run_id, c.term, c.feature, c.value, c.standard_error, c.t, c.p, c.low, c.high,
       t.vif, t.mean, t.sd, c.value * t.sd AS effect, c.note
FROM coefficients c
LEFT JOIN term_diagnostics t ON t.run_id = c.run_id AND t.term = c.term;

-- Runs that hold positions or choices.
DROP VIEW IF EXISTS datasets_overview;
CREATE VIEW datasets_overview AS
SELECT r.id AS run_id, r.kind, r.label, r.variant, r.status,
       (SELECT count(*) FROM (SELECT game FROM positions p WHERE p.run_id = r.id
                              UNION SELECT game FROM choices c WHERE c.run_id = r.id))
           AS games,
       (SELECT count(*) FROM positions p WHERE p.run_id = r.id) AS positions,
       (SELECT count(*) FROM choices c WHERE c.run_id = r.id) AS choices,
       iif(r.parameters ->> 'outcome' = 'none', NULL,
           (SELECT avg(margin) FROM positions p WHERE p.run_id = r.id)) AS mean_margin,
       r.seed, r.started, r.seconds
FROM runs r
WHERE EXISTS (SELECT 1 FROM positions p WHERE p.run_id = r.id)
   OR EXISTS (SELECT 1 FROM choices c WHERE c.run_id = r.id);

-- The worst line of each player and run.
DROP VIEW IF EXISTS robustness_overview;
CREATE VIEW robustness_overview AS
SELECT b.run_id, r.label, b.name, b.player, b.cells, b.games, b.win_rate, b.score, b.low,
       b.high, b.worst_variant, b.worst_opponent, b.worst_seat, b.worst_rate, b.floor_low,
       b.floor_high, b.replayed_rate, b.replayed_low, b.replayed_high
FROM robustness b JOIN runs r ON r.id = b.run_id
WHERE b.variant IS NULL
   OR NOT EXISTS (SELECT 1 FROM robustness o WHERE o.run_id = b.run_id
                  AND o.variant IS NULL);

-- Published tables and how well ours agree. Tables II and III and the claims have figures
-- of several units, of which there is no mean.
DROP VIEW IF EXISTS reproduced_tables;
CREATE VIEW reproduced_tables AS
WITH counted AS (
    SELECT run_id, table_name, variant, count(*) AS cells,
           sum(verdict IN ('agrees', 'holds')) AS agree,
           sum(verdict IN ('differs', 'fails')) AS differ,
           sum(verdict = 'differs as known') AS known,
           sum(verdict = 'undecided') AS undecided,
           avg(abs(ours - published)) AS mean_deviation,
           max(abs(ours - published)) AS greatest_deviation
    FROM reproduced
    GROUP BY run_id, table_name, variant
)
SELECT run_id, table_name, variant, cells, agree, differ, known, undecided,
       CASE WHEN table_name NOT IN ('II', 'III', 'claims') THEN mean_deviation END
           AS mean_deviation,
       CASE WHEN table_name NOT IN ('II', 'III', 'claims') THEN greatest_deviation END
           AS greatest_deviation,
       CASE WHEN differ > 0 THEN 'differs'
            WHEN undecided > 0 THEN 'undecided'
            WHEN known > 0 THEN 'agrees but for known cells'
            ELSE 'agrees' END AS verdict
FROM counted;

-- The same with the changed option in words.
DROP VIEW IF EXISTS sensitivities;
CREATE VIEW sensitivities AS
SELECT s.run_id, s.line, s.measure,
       coalesce(f.option || ': ' || f.old_value || ' -> ' || f.new_value, 'base') AS rules,
       f.variant, s.player, s.games, s.value, s.low, s.high, s.difference,
       s.difference_low, s.difference_high, s.p_adjusted, s.verdict
FROM sensitivity s JOIN flips f USING (run_id, flip);

-- The strength of the player that a run produced: its score against the panel at the depth
-- that stands for it, on average over the variants; an interval in a single variant only.
-- Scores are comparable only against one panel at one depth: panel has their names, with
-- commas between them, and depth is NULL if there are several.
DROP VIEW IF EXISTS run_strengths;
CREATE VIEW run_strengths AS
SELECT run_id, avg(score) AS score, iif(count(*) = 1, min(low), NULL) AS low,
       iif(count(*) = 1, max(high), NULL) AS high, avg(elo) AS elo, count(*) AS variants,
       group_concat(panel) AS panel, iif(min(depth) = max(depth), min(depth), NULL) AS depth
FROM strengths WHERE generation = -1 AND main = 1
GROUP BY run_id;

-- The strength of stages of a run (generations or rounds), in each variant against one
-- version of the panel, the newest one, and at one depth, the greatest main one.
DROP VIEW IF EXISTS stage_strengths;
CREATE VIEW stage_strengths AS
SELECT run_id, variant, generation AS stage, depth, panel, score, low, high FROM strengths s
WHERE generation >= 0 AND main = 1
  AND depth = (SELECT max(d.depth) FROM strengths d
               WHERE d.run_id = s.run_id AND d.variant = s.variant AND d.panel = s.panel
                 AND d.generation >= 0 AND d.main = 1)
  AND panel = (SELECT n.panel FROM strengths n
               WHERE n.run_id = s.run_id AND n.variant = s.variant AND n.generation >= 0
                 AND n.main = 1 ORDER BY length(n.panel) DESC, n.panel DESC LIMIT 1);

-- One number a run, for tables over many runs: the strength of its player if that was
-- measured. Other measures are, of an evolution its champion's score in
-- validation, of a match, a robustness test or a tournament the score or the rating of the
-- first player named, of a fit its R squared, of regrets the seeds that the first player
-- loses a choice in play. low and high are its 95 % interval where the run by itself
-- tells one. A query for a single run must not list all runs first (NOT MATERIALIZED).
DROP VIEW IF EXISTS run_measures;
CREATE VIEW run_measures AS
WITH firsts AS NOT MATERIALIZED (
    SELECT id AS run_id, kind,
           substr(parameters ->> 'names', 1, instr(parameters ->> 'names' || ' ', ' ') - 1)
               AS name
    FROM runs
)
SELECT run_id, 'strength' AS measure, score AS value, low, high FROM run_strengths
UNION ALL
SELECT m.run_id, 'score', m.score, m.low, m.high
FROM match_scores m JOIN runs r ON r.id = m.run_id
WHERE r.kind = 'match' AND m.match = 0
UNION ALL
SELECT v.run_id, 'validation', v.score, NULL, NULL
FROM validations v JOIN runs r ON r.id = v.run_id
WHERE r.kind = 'evolve'
UNION ALL
SELECT b.run_id, 'score', b.score, b.low, b.high
FROM robustness b JOIN firsts f USING (run_id)
WHERE b.name = f.name
  AND (b.variant IS NULL OR NOT EXISTS (SELECT 1 FROM robustness c
                                        WHERE c.run_id = b.run_id AND c.variant IS NULL))
UNION ALL
SELECT t.run_id, 'rating', t.rating, t.low, t.high
FROM ratings t JOIN firsts f USING (run_id)
WHERE f.kind = 'tournament' AND t.name = f.name
  AND (t.variant IS NULL OR NOT EXISTS (SELECT 1 FROM ratings u
                                        WHERE u.run_id = t.run_id AND u.variant IS NULL))
UNION ALL
SELECT run_id, 'r2', r2, NULL, NULL FROM fits
UNION ALL
SELECT run_id, 'regret', regret, regret_low, regret_high
FROM regrets JOIN firsts f USING (run_id)
WHERE positions = 'play' AND on_board = 0 AND regrets.name = f.name;
