# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the tables of docs/reference/measures.md, for docs.sh.

printf 'base = awari\nnumber_capture = none\n' >awari-no-captures.ini
expect 0 "$SOWLAB" survey --variants five --db known.db
expect 0 "$SOWLAB" survey --variants kalah,awari --seeds-per-pit 1 --db known.db
expect 0 "$SOWLAB" survey --variants kalah --pits 2..3 --seeds-per-pit 1 --db known.db
expect 0 "$SOWLAB" survey --variants awari-no-captures.ini --db known.db
rows known.db "SELECT format('| %s |%s', variant, group_concat(' ' || CASE measure WHEN 'length' THEN
    format('%.1f', value) WHEN 'skill' THEN format('%.0f', value) WHEN 'advantage' THEN format('%+.3f', value)
    ELSE iif(value IS NULL, '-', format('%.2f', value)) END || ' |', '')) AS made FROM (SELECT * FROM surveys ORDER BY run_id, line)
    GROUP BY run_id, variant ORDER BY run_id, min(line)" | data measures-known.csv

expect 0 "$SOWLAB" sensitivity divilly2013 --variant awari --options number_capture --refit none --measures \
    --measure-games 100 --games 10 --db rule.db
# number COLUMN FORMAT: SQL of a number in the digits that suit its measure
number()
{
    echo "CASE measure WHEN 'length' THEN format('%$2.1f', $1) WHEN 'skill' THEN format('%$2.0f', $1)
        ELSE format('%$2.3f', $1) END"
}
rows rule.db "WITH s AS (SELECT a.line, a.measure, a.value AS old, b.value AS new, a.low AS old_low, a.high AS old_high,
    b.low AS new_low, b.high AS new_high FROM surveys a JOIN surveys b USING (measure) WHERE a.variant = 'awari'
    AND b.variant = 'awari number_capture=2-4'), d AS (SELECT *, new - old AS difference,
    new - old - sqrt((new - new_low) * (new - new_low) + (old_high - old) * (old_high - old)) AS low,
    new - old + sqrt((new_high - new) * (new_high - new) + (old - old_low) * (old - old_low)) AS high FROM s)
    SELECT '| \`' || measure || '\` | ' || $(number old '') || ' | ' || $(number new '') || ' | ' ||
    $(number difference +) || ' | ' || $(number low +) || ' to ' || $(number high +) || ' |' AS made FROM d ORDER BY line" |
    data measures-rule.csv

at_length || return 0
for seed in 1 2 3; do
    expect 0 "$SOWLAB" survey --variants 'random:[30,seed=1]' --seed "$seed" --db stable.db
done
rows stable.db "WITH pairs AS (SELECT a.measure, a.run_id * 10 + b.run_id AS pair, a.value AS x, b.value AS y FROM
    surveys a JOIN surveys b USING (variant, measure) WHERE a.run_id < b.run_id AND a.value NOT NULL AND b.value NOT NULL),
    r AS (SELECT measure, pair, (avg(x * y) - avg(x) * avg(y)) / sqrt((avg(x * x) - avg(x) * avg(x)) *
    (avg(y * y) - avg(y) * avg(y))) AS r, avg((x - y) * (x - y)) AS squares FROM pairs GROUP BY measure, pair)
    SELECT format('| \`%s\` | %.2f to %.2f | %#.3g | %#.3g |', measure, min(r), max(r), sqrt(avg(squares) / 2),
    (SELECT avg(high - low) / 2 FROM surveys s WHERE s.measure = r.measure)) AS made FROM r GROUP BY measure
    ORDER BY (SELECT min(line) FROM surveys s WHERE s.measure = r.measure)" |
    sed 's/[.] |/ |/g' | data measures-stable.csv
