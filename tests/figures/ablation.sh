# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the tables of docs/findings/ablation.md, for docs.sh.

six=weights:0.8419189453125,-0.6343994140625,0.949951171875,0.16595458984375,-0.92236328125,0.62884521484375
fourteen=h1,h2,h3,h4,h5,opponent_h1,opponent_h2,opponent_h3,best_gain,opponent_best_gain,capturable_seeds,seeds_at_risk,reaching_seeds,opponent_reaching_seeds

# shown COLUMN: SQL of a difference in bold print if its verdict is better or worse
shown()
{
    echo "CASE WHEN ${2-verdict} IN ('better', 'worse') THEN format('**%+.3f**', $1) ELSE format('%+.3f', $1) END"
}

expect 0 "$SOWLAB" ablate divilly2013 --variant erherhe --features h5 --changes zero --db h5.db
rows h5.db "SELECT format('scores %.3f (%.3f-%.3f) against itself', duel, duel_low, duel_high) FROM ablations
    WHERE kind = 'zero'" | sentences

at_length || return 0
expect 0 "$SOWLAB" ablate divilly2013 --variant erherhe --changes none --curve h5 --grid 13 --db curve.db
rows curve.db "SELECT format('| %.2f | %.3f (%.3f-%.3f) | %s |', weight, score, low, high,
    iif(verdict = 'base', 'best', verdict)) FROM ablations WHERE kind = 'curve' ORDER BY line" |
    data ablation-curve.csv
expect 0 "$SOWLAB" ablate divilly2013 --variants five --changes zero --db divilly.db
rows divilly.db "SELECT format('| \`%s\` |%s', feature, group_concat(format(' %s, duel %.2f |',
    $(shown difference), duel), '')) FROM (SELECT * FROM ablations WHERE kind = 'zero' ORDER BY line)
    GROUP BY feature ORDER BY min(line)" |
    table '    sowlab ablate divilly2013 --variants five --changes zero'
expect 0 "$SOWLAB" ablate divilly2013 --variants five --changes sign,step --db divilly.db
rows divilly.db "SELECT format('| \`%s\` |%s', feature, group_concat(' ' || $(shown difference) || ' |', ''))
    FROM (SELECT * FROM ablations WHERE run_id = 2 AND variant IS NULL AND feature NOT NULL ORDER BY line)
    GROUP BY feature ORDER BY min(line)" |
    data ablation-sizes.csv

expect 0 "$SOWLAB" ablate divilly2013 --variant erherhe --changes zero --refit cma-es --db refit.db
rows refit.db "SELECT format('| %s | %.3f (%.3f-%.3f) | %s | %s |', coalesce('\`' || feature || '\`', 'none'), score,
    low, high, coalesce($(shown difference), '-'), verdict) FROM ablations WHERE kind = 'refit' ORDER BY line" |
    table '    sowlab ablate divilly2013 --variant erherhe --changes zero --refit'

expect 0 "$SOWLAB" ablate $six --variants paper --opponents paper --changes zero --db vectors.db
expect 0 "$SOWLAB" evolve --variants paper --fitness panel --objective worst --weight-min -1 --genome features \
    --features $fourteen --games 8 --final-games 40 --generations 60 --population 40 --selection truncation \
    --truncation-share 0.2 --elitism 8 --mutation-rate 0.35 --mutation-sigma 0.3 --mutation-decay 0.95 \
    --candidate-games 400 --seed 501 --db vectors.db
expect 0 "$SOWLAB" ablate run:2 --variants paper --opponents paper --changes zero --db vectors.db
# worst RUN: prints score and worst cell of each change
worst()
{
    rows vectors.db "SELECT format('| %s | %.3f | %s | %.3f | %s |', coalesce('\`' || feature || '\`', 'none'), score,
        coalesce($(shown difference), '-'), worst_score, coalesce($(shown worst_difference worst_verdict), '-'))
        FROM ablations WHERE run_id = $1 AND variant IS NULL ORDER BY line"
}
worst 1 | table '    sowlab ablate weights:0.8419'
# is_shown VERDICT: SQL that says whether a difference is shown
is_shown()
{
    echo "CASE WHEN feature IS NULL THEN '-' WHEN $1 IN ('better', 'worse') THEN 'yes' ELSE 'no' END"
}
rows vectors.db "SELECT format('| %s | %.3f | %+.3f | %s | %.3f | %+.3f | %s |', coalesce(feature, 'none'), score,
    difference, $(is_shown verdict), worst_score, worst_difference, $(is_shown worst_verdict)) AS made
    FROM ablations WHERE run_id = 3 AND variant IS NULL ORDER BY line" | data ablation-features.csv
expect 0 "$SOWLAB" ablate run:2 --variants paper --opponents paper --changes none --refit cma-es \
    --refit-options 'objective=softmin opponents=paper games=20 final_games=40 generations=60 candidate_games=400' \
    --forward h1,reaching_seeds,opponent_best_gain,h2,h4,best_gain,capturable_seeds,h3,opponent_h3,h5,opponent_h1,opponent_h2,opponent_reaching_seeds,seeds_at_risk \
    --db vectors.db
rows vectors.db "SELECT format('| %d | \`%s\` | %.3f | %.3f (%.3f-%.3f) |', row_number() OVER (ORDER BY line), feature,
    score, worst_score, worst_low, worst_high) FROM ablations WHERE run_id = 4 AND variant IS NULL AND kind = 'forward'
    ORDER BY line" | data ablation-forward.csv

expect 0 "$SOWLAB" ablate learnt:awari --variant awari --changes zero --db learnt.db
rows learnt.db "SELECT format('| \`%s\` | %+.3f (%+.3f to %+.3f) | %s | %.3f |', feature, difference, difference_low,
    difference_high, verdict, duel) FROM ablations WHERE kind = 'zero' AND verdict IN ('better', 'worse')
    ORDER BY difference" | data ablation-learnt.csv
