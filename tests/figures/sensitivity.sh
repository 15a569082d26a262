# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the tables of docs/findings/sensitivity.md, for docs.sh.

at_length || return 0
expect 0 "$SOWLAB" sensitivity divilly2013 --variant erherhe --db flips.db

# of SELECT: prints the rows of a query about `s`, which has the figures with the names of rule
# changes in the document
of()
{
    rows flips.db "WITH s AS (SELECT s.*, f.flip > 0 AS changed, iif(f.flip = 0, 'base', format('\`%s\`: %s -> %s',
        f.option, f.old_value, f.new_value)) AS rules FROM sensitivity s JOIN flips f USING (run_id, flip)) $1"
}

rows flips.db "SELECT format('| %s | %s |', group_concat(format('\`%s\`: %s', option, new_value), '; '), left_out) AS made
    FROM (SELECT * FROM flips WHERE left_out IS NOT NULL ORDER BY flip) GROUP BY left_out ORDER BY min(flip)" |
    table '| left out'
rows flips.db "SELECT format('There are %d rule changes: %d are played, %d left out', count(*), count(variant), count(left_out)) AS made
    FROM flips WHERE flip > 0" | sentences
of "SELECT format('scores %.1f %% (%.1f-%.1f) under the base', 100 * value, 100 * low, 100 * high) FROM s
    WHERE measure = 'score' AND NOT changed UNION ALL
    SELECT format('%d rule changes lower that, %d raise it, for %d nothing can be said', sum(verdict = 'lower'),
    sum(verdict = 'higher'), sum(verdict = 'undecided')) FROM s WHERE measure = 'score' AND changed" | sentences
of "SELECT format('| %s | %.3f | %+.3f | %.3f to %.3f |', rules, value, difference, difference_low, difference_high)
    FROM (SELECT *, row_number() OVER (PARTITION BY verdict ORDER BY -abs(difference)) AS place FROM s
    WHERE measure = 'score' AND verdict IN ('lower', 'higher'))
    WHERE place <= iif(verdict = 'lower', 6, 2) ORDER BY verdict DESC, place" | table '<!-- table replay -->'
of "SELECT format('is worth %.3f (%.3f to %.3f)', value, low, high) FROM s WHERE measure = 'advantage' AND NOT changed
    UNION ALL SELECT format('takes all of that (%.3f, %.3f to %.3f)', value, low, high) FROM s
    WHERE measure = 'advantage' AND rules LIKE '%pie%'
    UNION ALL SELECT format('own row only (%.3f)', value) FROM s WHERE measure = 'advantage' AND rules LIKE '%number_where%own'
    UNION ALL SELECT format('of three en passant (%.3f)', value) FROM s
    WHERE measure = 'advantage' AND rules LIKE '%en_passant%3'" | sentences
of "SELECT format('%d of %d weights change significantly', sum(verdict <> 'undecided'), count(*)) FROM s
    WHERE measure LIKE 'h_' AND changed" | sentences
of "SELECT format('| %s |', rules) || group_concat(format(iif(changed AND verdict <> 'undecided', ' **%.2f** |', ' %.2f |'),
    value), '') AS made FROM (SELECT * FROM s WHERE measure LIKE 'h_' ORDER BY flip, measure) GROUP BY flip
    HAVING NOT changed OR sum(verdict <> 'undecided') > 1 ORDER BY flip" | data sensitivity-weights.csv
of "SELECT format('| %s | %.3f | %.3f to %.3f |', rules, value, low, high) FROM s
    WHERE measure = 'gain' AND verdict = 'higher' ORDER BY value DESC" | data sensitivity-gains.csv
of "SELECT format('For the other %d', sum(verdict = 'undecided')) FROM s WHERE measure = 'gain' AND changed
    UNION ALL SELECT format('scores %.3f to %.3f against', min(value), max(value)) FROM s WHERE measure = 'duel' AND changed
    UNION ALL SELECT format('by the rules of the base %.3f (%.3f to %.3f)', value, low, high) FROM s
    WHERE measure = 'duel' AND NOT changed
    UNION ALL SELECT format('%d of the %d are significant', sum(verdict IN ('higher', 'lower')), count(*)) FROM s
    WHERE measure = 'duel'" | sentences
