# SPDX-License-Identifier: GPL-3.0-or-later
# Writes the reference figures of the model tests beside itself: model_rows.txt,
# model_sets.txt and model_reference.txt. Tests read these files and do not need R.
# Run as: Rscript model_reference.R
suppressMessages({ library(MASS); library(sandwich); library(survival) })

digits <- function(x) sprintf("%.17g", x)
source_line <- paste0("# By model_reference.R, ", R.version.string, ", MASS ",
    packageVersion("MASS"), ", sandwich ", packageVersion("sandwich"), ", survival ",
    packageVersion("survival"))
folds <- 5

# ---- Rows: 40 games of 3 to 9 positions, errors that a game's positions share ----
set.seed(20240229)
group <- rep(0:39, times = sample(3:9, 40, replace = TRUE))
n <- length(group)
x1 <- sample(0:12, n, replace = TRUE)
x2 <- round(rnorm(n, 5, 3), 3)
x3 <- round(x1 / 2 + rnorm(n), 3)
x4 <- sample(0:1, n, replace = TRUE)
shared <- rnorm(40, 0, 1.5)[group + 1]
y <- round(1.5 + 0.8 * x1 - 0.05 * x2 + 0.3 * x3 + shared + rnorm(n, 0, 2), 3)
outlier <- sample(n, 12)
y[outlier] <- y[outlier] + round(rnorm(12, 0, 40), 1)
chance <- plogis(-3 + 0.4 * x1 + 0.1 * x3 + shared / 2)
won <- ifelse(runif(n) < 0.1, 0.5, as.numeric(runif(n) < chance))
weight <- sample(c(0.5, 1, 2, 3), n, replace = TRUE)
rows <- data.frame(group, weight, y, won, x1, x2, x3, x4)
con <- file("model_rows.txt", "w")
writeLines(c(source_line, paste("#", paste(names(rows), collapse = " "))), con)
for (i in seq_len(n))
    writeLines(paste("data", paste(sprintf("%.15g", unlist(rows[i, ])), collapse = " ")), con)
close(con)

# ---- Choice sets: 30 games of 4 to 7 moves; "one" has one preferred, "some" up to 3 ----
moves <- rep(0:29, times = sample(4:7, 30, replace = TRUE))
sets <- do.call(rbind, lapply(seq_along(moves), function(s) {
    m <- sample(1:6, 1)
    z <- data.frame(group = moves[s], set = s, z1 = sample(0:5, m, replace = TRUE),
        z2 = round(rnorm(m), 3), z3 = sample(0:1, m, replace = TRUE))
    utility <- 0.5 * z$z1 - 0.7 * z$z2 + 0.2 * z$z3 - log(-log(runif(m)))
    z$one <- as.numeric(seq_len(m) == which.max(utility))
    best <- sort(utility, decreasing = TRUE)[sample(c(1, 1, 2, 3), 1)]
    z$some <- if (is.na(best)) z$one else as.numeric(utility >= best)
    z
}))
con <- file("model_sets.txt", "w")
writeLines(c(source_line, paste("#", paste(names(sets), collapse = " "))), con)
for (i in seq_len(nrow(sets)))
    writeLines(paste("data", paste(sprintf("%.15g", unlist(sets[i, ])), collapse = " ")), con)
close(con)

out <- file("model_reference.txt", "w")
writeLines(c(source_line,
    "# term MODEL NAME estimate standard_error t p low high",
    "# figure MODEL SAMPLE NAME VALUE",
    "# fold MODEL FOLD groups observations score r2 bias"), out)
put_terms <- function(model, b, se, df, names) {
    stat <- b / se
    p <- 2 * if (is.na(df)) pnorm(-abs(stat)) else pt(-abs(stat), df)
    q <- if (is.na(df)) qnorm(0.975) else qt(0.975, df)
    for (i in seq_along(b))
        writeLines(paste("term", model, names[i], paste(digits(c(b[i], se[i], stat[i], p[i],
            b[i] - q * se[i], b[i] + q * se[i])), collapse = " ")), out)
}
put <- function(model, sample, ...) {
    values <- c(...)
    writeLines(paste("figure", model, sample, names(values), digits(values)), out)
}

terms <- c("(intercept)", "x1", "x2", "x3", "x4")
formula_y <- y ~ x1 + x2 + x3 + x4
formula_won <- won ~ x1 + x2 + x3 + x4
games <- length(unique(group))
fold <- (group %/% 2) %% folds
X <- cbind(1, x1, x2, x3, x4)
plain <- rep(1, n)

# Scores of predictions for left out rows: of every fold, and of all together.
put_linear_out <- function(model, w, predict_fold) {
    p <- numeric(n)
    for (k in 0:(folds - 1)) p[fold == k] <- predict_fold(fold != k, fold == k)
    e <- y - p
    per <- t(sapply(0:(folds - 1), function(k) {
        i <- fold == k
        m <- weighted.mean(y[i], w[i])
        c(length(unique(group[i])), sum(i), sqrt(weighted.mean(e[i]^2, w[i])),
            1 - sum(w[i] * e[i]^2) / sum(w[i] * (y[i] - m)^2), weighted.mean(e[i], w[i]))
    }))
    writeLines(paste("fold", model, 0:(folds - 1), apply(per, 1, function(v)
        paste(digits(v), collapse = " "))), out)
    m <- weighted.mean(y, w)
    put(model, "out", rmse = sqrt(weighted.mean(e^2, w)),
        r2 = 1 - sum(w * e^2) / sum(w * (y - m)^2), bias = weighted.mean(e, w),
        rmse_error = sd(per[, 3]) / sqrt(folds))
}

# ---- Least squares ----
for (model in c("ls", "ls_weighted")) {
    rows$w <- if (model == "ls") plain else weight
    fit <- lm(formula_y, data = rows, weights = w)
    s <- summary(fit)
    put_terms(model, coef(fit), s$coefficients[, 2], fit$df.residual, terms)
    put_terms(paste0(model, "_clustered"), coef(fit),
        sqrt(diag(vcovCL(fit, cluster = rows$group, type = "HC1"))), games - 1, terms)
    put(model, "in", r2 = s$r.squared, adjusted_r2 = s$adj.r.squared, residual_sd = s$sigma,
        f = s$fstatistic[[1]], rmse = sqrt(weighted.mean(residuals(fit)^2, rows$w)))
    put_linear_out(model, rows$w, function(train, test)
        predict(lm(formula_y, data = rows[train, ], weights = w), rows[test, ]))
}

# ---- Ridge ----
penalty <- 0.05
ridge <- function(i, lambda) coef(lm.ridge(formula_y, data = rows[i, ], lambda = lambda))
put_ridge <- function(model, penalty) {
    b <- ridge(plain > 0, n * penalty)
    sd1 <- apply(X[, -1], 2, function(v) sqrt(mean((v - mean(v))^2)))
    A <- crossprod(X) + n * penalty * diag(c(0, sd1^2))
    H <- solve(A, crossprod(X))
    s2 <- sum((y - X %*% b)^2) / (n - sum(diag(H)))
    V <- solve(A) %*% crossprod(X) %*% solve(A)
    put_terms(model, b, sqrt(s2 * diag(V)), n - sum(diag(H)), terms)
    scores <- rowsum(X * as.vector(y - X %*% b), group)
    C <- solve(A) %*% crossprod(scores) %*% solve(A) * games / (games - 1) * (n - 1) / (n - 5)
    put_terms(paste0(model, "_clustered"), b, sqrt(diag(C)), games - 1, terms)
    put(model, "in", effective = sum(diag(H)), residual_sd = sqrt(s2), penalty = penalty)
    put_linear_out(model, plain, function(train, test)
        X[test, ] %*% ridge(train, sum(train) * penalty))
}
put_ridge("ridge", penalty)
grid <- 10^(seq(-28, 8) / 4)
pooled <- sapply(grid, function(g) {
    e <- numeric(n)
    for (k in 0:(folds - 1))
        e[fold == k] <- y[fold == k] - X[fold == k, ] %*% ridge(fold != k, sum(fold != k) * g)
    c(sqrt(mean(e^2)), sd(sapply(0:(folds - 1), function(k) sqrt(mean(e[fold == k]^2)))) / sqrt(folds))
})
best <- which.min(pooled[1, ])
put("ridge_chosen", "out", penalty = grid[best], score = pooled[1, best],
    one_error = grid[max(which(pooled[1, ] <= sum(pooled[, best])))])

# ---- Robust ----
robust <- function(i, psi, w) {
    m <- function(...) suppressWarnings(rlm(X[i, ], y[i], weights = w[i], acc = 1e-15, maxit = 2000, ...))
    start <- m(psi = psi.huber)
    if (identical(psi, psi.huber)) start else m(psi = psi, init = coef(start))
}
for (model in c("huber", "bisquare", "huber_weighted", "bisquare_weighted")) {
    psi <- if (grepl("huber", model)) psi.huber else psi.bisquare
    w <- if (grepl("weighted", model)) weight else plain
    fit <- robust(plain > 0, psi, w)
    s <- summary(fit)
    put_terms(model, coef(fit), s$coefficients[, 2], n - 5, terms)
    put(model, "in", scale = fit$s)
    if (!grepl("weighted", model)) {
        # As vcovCL, whose bread however takes |psi'|; the same for Huber's.
        u <- residuals(fit) / fit$s
        B <- solve(crossprod(X, X * psi(u, deriv = 1)))
        V <- B %*% crossprod(rowsum(X * psi(u) * u * fit$s, group)) %*% B *
            games / (games - 1) * (n - 1) / (n - 5)
        if (model == "huber") {
            fit2 <- suppressWarnings(rlm(formula_y, data = rows, acc = 1e-15, maxit = 2000))
            stopifnot(max(abs(vcovCL(fit2, cluster = rows$group, type = "HC1") / V - 1)) < 1e-9)
        }
        put_terms(paste0(model, "_clustered"), coef(fit), sqrt(diag(V)), games - 1, terms)
    }
    put_linear_out(model, w, function(train, test)
        X[test, ] %*% coef(robust(train, psi, w)))
}

# ---- Logistic ----
control <- glm.control(epsilon = 1e-300, maxit = 50)
entropy <- function(y, p) -(ifelse(y > 0, y * log(p), 0) + ifelse(y < 1, (1 - y) * log(1 - p), 0))
logistic <- function(i, w) {
    data <- rows[i, ]
    data$w <- w[i]
    fit <- function(start) suppressWarnings(glm(formula_won, data = data, weights = w,
        family = binomial, control = control, start = start))
    fit(coef(fit(NULL))) # standard errors are those of the weights before the last step
}
for (model in c("logistic", "logistic_weighted")) {
    w <- if (model == "logistic") plain else weight
    fit <- logistic(rep(TRUE, n), w)
    put_terms(model, coef(fit), summary(fit)$coefficients[, 2], NA, terms)
    put_terms(paste0(model, "_clustered"), coef(fit),
        sqrt(diag(vcovCL(fit, cluster = rows$group, type = "HC1"))), NA, terms)
    judge <- function(p, i) {
        sure <- i & won != 0.5
        m <- weighted.mean(won[i], w[i])
        loss <- weighted.mean(entropy(won[i], p[i]), w[i])
        null <- weighted.mean(entropy(won[i], m), w[i])
        c(log_loss = loss, pseudo_r2 = 1 - loss / null,
            accuracy = weighted.mean((p[sure] > 0.5) == (won[sure] > 0.5), w[sure]),
            brier = weighted.mean((won[i] - p[i])^2, w[i]), bias = weighted.mean(won[i] - p[i], w[i]))
    }
    p <- fitted(fit)
    put(model, "in", deviance = fit$deviance, null_deviance = fit$null.deviance, judge(p, plain > 0))
    for (k in 0:(folds - 1))
        p[fold == k] <- plogis(X[fold == k, ] %*% coef(logistic(fold != k, w)))
    per <- sapply(0:(folds - 1), function(k) judge(p, fold == k))
    for (k in 0:(folds - 1))
        writeLines(paste("fold", model, k, paste(digits(c(length(unique(group[fold == k])),
            sum(fold == k), per[c("log_loss", "pseudo_r2", "bias"), k + 1])), collapse = " ")), out)
    put(model, "out", judge(p, plain > 0), log_loss_error = sd(per["log_loss", ]) / sqrt(folds),
        brier_error = sd(per["brier", ]) / sqrt(folds))
}

# ---- Preference ----
Z <- as.matrix(sets[, c("z1", "z2", "z3")])
tells <- function(chosen) { # sets that tell something, and their rows
    size <- ave(chosen, sets$set, FUN = length)
    hits <- ave(chosen, sets$set, FUN = sum)
    size > 1 & hits < size
}
# Score, loss and second derivatives of log(sum of p over the preferred), by definition.
choice <- function(b, chosen, keep) {
    loss <- 0; U <- NULL; H <- matrix(0, 3, 3); P <- Q <- numeric(nrow(sets)); hit <- NULL
    for (s in unique(sets$set[keep])) {
        i <- sets$set == s
        e <- exp(Z[i, ] %*% b)
        p <- as.vector(e / sum(e)); q <- p * chosen[i] / sum(p * chosen[i])
        d <- Z[i, , drop = FALSE]
        H <- H + t(d) %*% (diag(p) - p %*% t(p)) %*% d - t(d) %*% (diag(q) - q %*% t(q)) %*% d
        U <- rbind(U, as.vector(t(d) %*% (q - p)))
        loss <- loss - log(sum(p * chosen[i]))
        hit <- c(hit, mean(chosen[i][p == max(p)]))
        P[i] <- p; Q[i] <- q
    }
    list(loss = loss, U = U, H = H, P = P, Q = Q, hit = hit)
}
newton <- function(chosen, keep) {
    b <- c(0, 0, 0)
    for (i in 1:100) { at <- choice(b, chosen, keep); b <- b + solve(at$H, colSums(at$U)) }
    b
}
for (model in c("one", "some")) {
    chosen <- sets[[model]]
    keep <- tells(chosen)
    b <- newton(chosen, keep)
    at <- choice(b, chosen, keep)
    se <- sqrt(diag(solve(at$H)))
    of <- sets$group[match(unique(sets$set[keep]), sets$set)]
    G <- length(unique(of)); S <- length(of)
    factor <- G / (G - 1) * (S - 1) / (S - 3)
    robust_se <- sqrt(diag(solve(at$H) %*% crossprod(rowsum(at$U, of)) %*% solve(at$H)) * factor)
    if (model == "one") { # by survival instead
        control <- coxph.control(eps = 1e-14, toler.chol = 1e-15, iter.max = 100)
        fit <- clogit(one ~ z1 + z2 + z3 + strata(set), data = sets[keep, ], method = "breslow",
            control = control)
        stopifnot(max(abs(coef(fit) / b - 1)) < 1e-9)
        b <- coef(fit)
        se <- sqrt(diag(vcov(fit)))
        fit <- clogit(one ~ z1 + z2 + z3 + strata(set) + cluster(group), data = sets[keep, ],
            method = "breslow", control = control)
        robust_se <- sqrt(diag(vcov(fit)) * factor)
    }
    put_terms(model, b, se, NA, c("z1", "z2", "z3"))
    put_terms(paste0(model, "_clustered"), b, robust_se, NA, c("z1", "z2", "z3"))
    equal <- log(tapply(chosen[keep], sets$set[keep], function(v) length(v) / sum(v)))
    put(model, "in", deviance = 2 * at$loss, null_deviance = 2 * sum(equal), log_loss = at$loss / S,
        sets = S, sets_single = sum(table(sets$set) == 1), sets_all_preferred =
        sum(tapply(chosen, sets$set, all) & table(sets$set) > 1), accuracy = mean(at$hit),
        brier = sum((at$P - at$Q)[keep]^2) / S)
    fold_of <- (sets$group %/% 2) %% folds
    parts <- lapply(0:(folds - 1), function(k) {
        b <- newton(chosen, keep & fold_of != k)
        choice(b, chosen, keep & fold_of == k)
    })
    loss <- sapply(parts, function(a) a$loss); count <- sapply(parts, function(a) nrow(a$U))
    put(model, "out", log_loss = sum(loss) / S, accuracy = mean(unlist(lapply(parts, function(a) a$hit))),
        pseudo_r2 = 1 - sum(loss) / sum(equal), log_loss_error = sd(loss / count) / sqrt(folds))
}
close(out)
