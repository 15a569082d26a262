# SPDX-License-Identifier: GPL-3.0-or-later
# Figures of R for tests/test_statistics*.c. In this directory:
#   Rscript statistics_reference.R > statistics_reference.txt
# Needs R's own packages alone. What R has no function for is computed here in another way
# than sowlab does: the game players' sequential test by maximizing the likelihood itself.

show <- function(...) {
    words <- vapply(list(...), function(x)
        paste(if (is.numeric(x)) sprintf("%.17g", x) else x, collapse = " "), "")
    cat(words, "\n", sep = " ")
}
set.seed(1)
cat("# By statistics_reference.R,", R.version.string, "\n")

cat("# normal LEVEL two-sided quantile\n")
for (level in c(0.5, 0.9, 0.95, 0.99, 0.9999)) show("normal", level, qnorm((1 + level) / 2))

# ---- One rate ----
cat("# rate SUCCESSES TRIALS LEVEL wilson (2) clopper-pearson (2)\n")
rates <- rbind(c(0, 1), c(1, 1), c(0, 10), c(10, 10), c(1, 2), c(7, 10), c(1, 29), c(56, 70),
    c(870, 1000), c(999, 1000), c(1000, 1000), c(0, 2000), c(1, 20000), c(123456, 1000000))
for (i in seq_len(nrow(rates))) for (level in c(0.9, 0.95, 0.99)) {
    x <- rates[i, 1]; n <- rates[i, 2]
    wilson <- suppressWarnings(prop.test(x, n, correct = FALSE, conf.level = level))$conf.int
    show("rate", x, n, level, wilson, binom.test(x, n, conf.level = level)$conf.int)
}

# ---- Two rates ----
cat("# rates X1 N1 X2 N2 fisher\n")
pairs <- rbind(c(56, 70, 48, 80), c(9, 10, 3, 10), c(6, 7, 2, 7), c(5, 56, 0, 29),
    c(0, 10, 1, 20), c(10, 10, 0, 20), c(1, 1, 0, 1), c(3, 4, 1, 4), c(15, 1000, 0, 1000),
    c(150, 1000, 215, 1000), c(876, 1000, 8642, 10000), c(500, 1000, 5000, 10000),
    c(999, 1000, 1000, 1000), c(7, 1000, 123, 20000), c(12, 40, 20, 40), c(2, 9, 3, 5))
for (i in seq_len(nrow(pairs))) {
    x <- pairs[i, c(1, 3)]; n <- pairs[i, c(2, 4)]
    show("rates", x[1], n[1], x[2], n[2], fisher.test(cbind(x, n - x))$p.value)
}

# ---- Many tests ----
cat("# holm COUNT p .. adjusted ..\n")
for (p in list(0.03, c(0.01, 0.04), c(0.04, 0.01, 0.03, 0.005), c(0.5, 0.5, 0.001, NA, 1),
        c(0.02, 0.02, 0.02), round(runif(20)^3, 4)))
    show("holm", length(p), p, p.adjust(p, "holm"))

invisible(rnorm(937)) # drawn once for figures that are gone: those below stay what they were

# ---- Scores ----
cat("# games W D L mean standard-error low high superiority\n")
cat("# pairs n0 n0.5 n1 n1.5 n2 mean standard-error low high superiority\n")
score <- function(name, counts) {
    points <- rep(seq(0, 1, length.out = length(counts)), counts)
    n <- length(points); m <- mean(points); v <- mean((points - m)^2)
    n <- if (v > 1e-12) m * (1 - m) / v * n else n
    z <- qnorm(0.975)
    near <- (0.5 - m) / n   # half a point times 1 - 2 m, on the side of the nearer end
    at <- c(max(0, m - max(0, near)), min(1, m - min(0, near)))
    limits <- (at + z^2 / (2 * n) + c(-1, 1) * z * sqrt(at * (1 - at) / n + z^2 / (4 * n^2))) /
        (1 + z^2 / n)
    show(name, if (name == "games") rev(counts) else counts, m, sqrt(v / length(points)),
        limits, pnorm((m - 0.5) / sqrt(0.25 / n)))
}
trinomials <- rbind(c(10, 20, 30), c(1, 0, 0), c(0, 7, 0), c(0, 0, 50), c(480, 1000, 520),
    c(12, 1, 1987), c(900, 0, 1100))
pentanomials <- rbind(c(10, 100, 300, 110, 12), c(0, 0, 128, 0, 0), c(0, 1, 126, 1, 0),
    c(0, 0, 0, 0, 40), c(1, 20, 300, 900, 779), c(300, 20, 5, 30, 400), c(5, 0, 90, 0, 5),
    c(0, 0, 0, 3, 997), c(120, 3, 700, 4, 173))
for (i in seq_len(nrow(trinomials))) score("games", trinomials[i, ])
for (i in seq_len(nrow(pentanomials))) score("pairs", pentanomials[i, ])

cat("# elo ELO score\n")
for (elo in c(-1000, -10, 0, 5, 10, 123.4, 400)) show("elo", elo, 1 / (1 + 10^(-elo / 400)))

# ---- Sequential test ----
# The likeliest distribution of a given mean, by Newton's method on the likelihood in the
# space of distributions of that mean. Kinds never seen count 0.001.
likeliest <- function(counts, values, mean) {
    k <- length(values)
    space <- qr.Q(qr(cbind(1, values)), complete = TRUE)[, 3:k, drop = FALSE]
    up <- mean / max(values)
    p <- 0.5 * c(1 - up, rep(0, k - 2), up) + 0.5 * {
        q <- rep(0.02, k); rest <- mean - sum(q * values)
        q[k] <- q[k] + rest; q[1] <- q[1] + 1 - sum(q); q
    }
    stopifnot(p > 0, abs(sum(p) - 1) < 1e-12, abs(sum(p * values) - mean) < 1e-12)
    for (i in 1:200) {
        slope <- t(space) %*% (counts / p)
        bend <- t(space) %*% (counts / p^2 * space)
        step <- drop(space %*% solve(bend, slope))
        share <- 1
        while (any(p + share * step <= 0) ||
               sum(counts * log(p + share * step)) < sum(counts * log(p)) - 1e-12)
            { share <- share / 2; if (share < 1e-12) break }
        p <- p + share * step
        if (max(abs(step / p)) < 1e-14) break
    }
    p
}
llr <- function(counts, elo0, elo1) {
    values <- seq(0, 1, length.out = length(counts))
    counts <- pmax(counts, 1e-3)
    s <- 1 / (1 + 10^(-c(elo0, elo1) / 400))
    exact <- sum(counts * log(likeliest(counts, values, s[2]) / likeliest(counts, values, s[1])))
    n <- sum(counts); m <- sum(counts * values) / n
    r <- vapply(s, function(s) sum(counts * (values - s)^2) / n, 0)
    v <- sum(counts * (values - m)^2) / n
    # Van den Bergh's two approximations: unknown and known variance.
    c(exact, n / 2 * log(r[1] / r[2]), n * (s[2] - s[1]) * (2 * m - s[1] - s[2]) / (2 * v))
}
cat("# llr-pairs ELO0 ELO1 n0 n0.5 n1 n1.5 n2 exact approximations (2)\n")
tests <- rbind(c(0, 10), c(-5, 5), c(0, 2), c(-100, 100))
for (t in seq_len(nrow(tests))) {
    for (i in seq_len(nrow(pentanomials)))
        show("llr-pairs", tests[t, ], pentanomials[i, ], llr(pentanomials[i, ], tests[t, 1], tests[t, 2]))
}
cat("# bounds ALPHA BETA lower upper\n")
for (e in list(c(0.05, 0.05), c(0.01, 0.1), c(0.1, 0.01)))
    show("bounds", e, log(e[2] / (1 - e[1])), log((1 - e[2]) / e[1]))

# ---- Ratings ----
cat("# ratings PLAYERS PRIOR GAMES; then that many: result PLAYER OPPONENT W D L;\n")
cat("# then for each player: rating ELO standard-error; then difference 0 1 ELO standard-error\n")
ratings <- function(players, prior, games) {
    x <- t(apply(games, 1, function(g) { r <- rep(0, players); r[g[1] + 1] <- 1; r[g[2] + 1] <- -1; r }))
    w <- games[, 3] + games[, 4] / 2; l <- games[, 5] + games[, 4] / 2
    if (prior > 0) { x <- rbind(x, diag(players)); w <- c(w, rep(prior / 2, players)); l <- c(l, rep(prior / 2, players)) }
    else x <- x[, -1, drop = FALSE]
    fit <- suppressWarnings(glm(cbind(w, l) ~ x - 1, family = binomial,
        control = glm.control(epsilon = 1e-16, maxit = 200)))
    theta <- coef(fit); v <- summary(fit)$cov.unscaled
    if (prior == 0) { theta <- c(0, theta); v <- rbind(0, cbind(0, v)) }
    centring <- diag(players) - 1 / players
    theta <- drop(centring %*% theta); v <- centring %*% v %*% centring
    scale <- 400 / log(10)
    show("ratings", players, prior, nrow(games))
    for (i in seq_len(nrow(games))) show("result", games[i, ])
    for (i in seq_len(players)) show("rating", theta[i] * scale, sqrt(v[i, i]) * scale)
    d <- c(1, -1, rep(0, players - 2))
    show("difference", 0, 1, sum(d * theta) * scale, sqrt(drop(t(d) %*% v %*% d)) * scale)
}
# Baseball, American League East, 1987 (Agresti, Categorical Data Analysis): Milwaukee, Detroit,
# Toronto, New York, Boston, Cleveland, Baltimore.
wins <- matrix(c(0, 7, 9, 7, 7, 9, 11, 6, 0, 7, 5, 11, 9, 9, 4, 6, 0, 7, 7, 8, 12, 6, 8, 6, 0, 6, 7, 10,
    6, 2, 6, 7, 0, 7, 12, 4, 4, 5, 6, 6, 0, 6, 2, 4, 1, 3, 1, 7, 0), 7, byrow = TRUE)
above <- which(upper.tri(wins), arr.ind = TRUE)
ratings(7, 0, cbind(above[, 1] - 1, above[, 2] - 1, wins[above], 0, t(wins)[above]))
ratings(2, 0, rbind(c(0, 1, 30, 10, 20)))
ratings(4, 0, rbind(c(0, 1, 1999, 0, 1), c(0, 2, 1500, 100, 400), c(1, 2, 3, 5, 1992), c(3, 0, 900, 200, 900),
    c(3, 1, 2000, 0, 0), c(2, 3, 700, 11, 1289)))
ratings(5, 0, rbind(c(0, 1, 6, 3, 1), c(1, 2, 4, 4, 2), c(2, 3, 7, 0, 3), c(3, 4, 5, 1, 4), c(4, 0, 2, 2, 6)))
ratings(3, 1, rbind(c(0, 1, 10, 0, 0), c(1, 2, 10, 0, 0)))
ratings(4, 2, rbind(c(0, 1, 10, 5, 0), c(2, 3, 1, 1, 1)))

# ---- Two samples ----
cat("# mean LEVEL mean low high COUNT values ..\n")
mean_of <- function(x, level) show("mean", level, mean(x), t.test(x, conf.level = level)$conf.int, length(x), x)
for (level in c(0.9, 0.95, 0.99)) { mean_of(c(1, 4), level); mean_of(round(rnorm(20), 4), level) }
mean_of(round(rnorm(50, 3)^2, 3), 0.95)
# Where values are equal R itself only approximates; then, and for other small samples, all
# choices of as many of the midranks are counted one by one.
cat("# rank-sum W p exact COUNT COUNT values ..\n")
rank_sum <- function(x, y) {
    w <- suppressWarnings(wilcox.test(x, y))
    small <- length(x) < 50 && length(y) < 50
    exact <- small && choose(length(x) + length(y), length(x)) < 1e5
    p <- if (exact) {
        sums <- colSums(combn(rank(c(x, y)), length(x)))
        middle <- length(x) * (length(x) + length(y) + 1) / 2
        mean(abs(sums - middle) >= abs(sum(rank(c(x, y))[seq_along(x)]) - middle) - 1e-9)
    } else w$p.value
    if (anyDuplicated(c(x, y)) == 0) stopifnot(abs(p - w$p.value) < 1e-12)
    else stopifnot(exact || !small)
    show("rank-sum", unname(w$statistic), p, as.integer(small), length(x), length(y), x, y)
}
for (n in list(c(1, 1), c(1, 5), c(3, 4), c(7, 7), c(8, 9), c(20, 20), c(20, 13), c(49, 40)))
    rank_sum(round(rnorm(n[1]), 6), round(rnorm(n[2], 0.4), 6))
for (n in list(c(2, 3), c(5, 6), c(8, 8), c(4, 12), c(9, 8)))
    rank_sum(round(rnorm(n[1], 2)), round(rnorm(n[2], 3)))
rank_sum(c(1, 1, 1), c(1, 1)); rank_sum(1:8, 11:17); rank_sum(c(1, 1, 1, 2), c(2, 2, 2, 2, 2))
for (n in list(c(50, 20), c(55, 60))) { rank_sum(rnorm(n[1]), rnorm(n[2], 0.2)); rank_sum(round(rnorm(n[1])), round(rnorm(n[2], 0.5))) }

# ---- Samples as they are analysed ----
set.seed(20200914)
# Differences of small whole numbers, with ties and zeros, and samples without; none for which
# a whole range fits equally well: R stops anywhere in it.
samples <- list(c(34, 6, 30, 34, 24, 32, 4, 32, 14, 23), c(-10, -22, -10, -10, -10, -18, -8, -16, -2, -16),
    c(3, -1, 0, 0, 5, 2, 4, -2, 6, 8, 1), round(rnorm(12, 3, 8)), round(rexp(15, 0.1)) - 8, round(rnorm(40, 1, 4)),
    round(rnorm(10), 3), round(rexp(30), 3), round(runif(9), 3), c(1.5, -2, 7, 3, 4, 2.5, 6, -1, 9), round(rnorm(101), 3))

cat("# signed COUNT values V p median low high\n")
for (x in samples) {
    t <- suppressWarnings(wilcox.test(x, conf.int = TRUE, exact = FALSE))
    show("signed", length(x), x, t$statistic, t$p.value, t$estimate, t$conf.int)
}

cat("# shapiro COUNT values W p\n")
for (x in samples) {
    t <- shapiro.test(x)
    show("shapiro", length(x), x, t$statistic, t$p.value)
}

cat("# groups GROUPS sizes values bartlett f anova; then p of Tukey, pair by pair\n")
for (sizes in list(c(8, 8, 8, 8, 8), c(5, 9, 4), c(3, 3), c(12, 2, 7, 6))) {
    group <- factor(rep(seq_along(sizes), sizes))
    x <- round(rnorm(sum(sizes), 20 + 3 * as.integer(group), 5))
    fit <- aov(x ~ group)
    table <- summary(fit)[[1]]
    show("groups", length(sizes), sizes, x, bartlett.test(x, group)$p.value, table[1, 4], table[1, 5],
        TukeyHSD(fit)$group[, 4])
}
