# SPDX-License-Identifier: GPL-3.0-or-later
# Repeats a fit in R: docs/findings/fits.md. The working folder has both exported files.
library(sandwich)
library(survival)
d <- read.csv("positions.csv", comment.char = "#")
features <- setdiff(names(d), c("game", "ply", "fold", "position", "viewpoint", "margin", "result"))

# least squares: coefficients
f <- reformulate(features, "margin")
fit <- lm(f, d)
games <- length(unique(d$game))
error <- sqrt(diag(vcovCL(fit, cluster = d$game, type = "HC1")))
t <- coef(fit) / error
q <- qt(0.975, games - 1)
data.frame(value = coef(fit), error, t, p = 2 * pt(-abs(t), games - 1),
           low = coef(fit) - q * error, high = coef(fit) + q * error)
x <- d[features]
sapply(features, function(j) 1 / (1 - summary(lm(x[[j]] ~ as.matrix(x[features != j])))$r.squared))  # vif
coef(fit)[-1] * sapply(x, sd)                                                                      # effect

# performance in and out of sample
measures <- function(y, p) c(rmse = sqrt(mean((y - p)^2)), bias = mean(y - p),
                             r2 = 1 - sum((y - p)^2) / sum((y - mean(d$margin))^2))
p <- numeric(nrow(d))
for (k in unique(d$fold))
    p[d$fold == k] <- predict(lm(f, d[d$fold != k, ]), d[d$fold == k, ])
rbind(measures(d$margin, fitted(fit)), measures(d$margin, p))
folds <- tapply((d$margin - p)^2, d$fold, function(e) sqrt(mean(e)))
sd(folds) / sqrt(length(folds))                                                  # its standard error

# calibration and phases
tenth <- cut(p, quantile(p, 0:10 / 10, type = 1), include.lowest = TRUE)
aggregate(cbind(predicted = p, observed = d$margin), list(tenth), mean)
pits <- strsplit(sub("(.*),.*/(.*),.*", "\\1,\\2", d$position), ",")
phase <- pmax(ceiling(sapply(pits, function(s) sum(as.numeric(s))) / 8), 1)      # 1: 0-8, 2: 9-16, ...
aggregate(cbind(predicted = p, observed = d$margin), list(phase), mean)

# --weight games
lm(f, d, weights = nrow(d) / games / ave(d$game, d$game, FUN = length))

# ridge, with the penalty that 'measures' shows; robust
penalty <- 0.001
MASS::lm.ridge(f, d, lambda = nrow(d) * penalty)
MASS::rlm(f, d, psi = MASS::psi.huber, k = 1.345, scale.est = "MAD", maxit = 200, acc = 1e-10)

# logistic (glm warns that 0.5 is no class)
g <- glm(reformulate(features, "(result + 1) / 2"), binomial, d, epsilon = 1e-12)
sqrt(diag(vcovCL(g, cluster = d$game, type = "HC1")))
y <- (d$result + 1) / 2
c(log_loss = -mean(y * log(fitted(g)) + (1 - y) * log(1 - fitted(g))), brier = mean((y - fitted(g))^2),
  accuracy = mean(((fitted(g) > 0.5) == y)[y != 0.5]))

# preference: "breslow" is right where each choice has one preferred move. With several, fit
# maximises the probability of the whole set of them.
ch <- read.csv("choices.csv", comment.char = "#")
m <- clogit(chosen ~ move_h1 + move_h2 + move_h3 + move_h4 + move_h5 + move_h6 +
                          strata(set) + cluster(game), ch, method = "breslow")
sets <- length(unique(ch$set)); clusters <- length(unique(ch$game)); k <- length(coef(m))
sqrt(diag(vcov(m)) * clusters / (clusters - 1) * (sets - 1) / (sets - k))       # standard errors
c(log_loss = -m$loglik[2] / sets, pseudo_r2 = 1 - m$loglik[2] / m$loglik[1])

# a score's interval: wins, draws, losses of the comparison
limits <- function(w, d, l, z = 1.959964) {
    n <- w + d + l; s <- (w + d / 2) / n; v <- z^2 / n
    at <- c(max(0, s - max(0, (0.5 - s) / n)), min(1, s - min(0, (0.5 - s) / n)))
    (at + v / 2 + c(-1, 1) * sqrt(v * (at * (1 - at) + v / 4))) / (1 + v)
}
limits(1308, 82, 610)
