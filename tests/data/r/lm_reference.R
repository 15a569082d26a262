# SPDX-License-Identifier: GPL-3.0-or-later
# Writes the reference figures of the regression tests beside itself: lm_data.txt,
# lm_reference.txt and tails_reference.txt. Tests read these files and do not need R.
# Run as: Rscript lm_reference.R

digits <- function(x) sprintf("%.17g", x)
source_line <- paste("# By lm_reference.R,", R.version.string)

set.seed(20130811)
n <- 60
x1 <- sample(0:12, n, replace = TRUE)
x2 <- round(rnorm(n, 5, 3), 3)
x3 <- round(x1 / 2 + rnorm(n), 3)
x4 <- sample(0:1, n, replace = TRUE)
x5 <- x1 + 2 * x4 - 3
y <- round(1.5 + 0.8 * x1 - 0.05 * x2 + 0.3 * x3 + rnorm(n, 0, 2), 3)
weight <- sample(c(0, 0.5, 1, 2, 3), n, replace = TRUE)
data <- data.frame(y, weight, x1, x2, x3, x4, x5)
con <- file("lm_data.txt", "w")
writeLines(c(source_line, paste("#", paste(names(data), collapse = " "))), con)
for (i in seq_len(n))
    writeLines(paste("data", paste(sprintf("%.15g", unlist(data[i, ])), collapse = " ")), con)
close(con)

one <- rep(1, n)
models <- list(
    list(name = "plain", formula = y ~ x1 + x2 + x3 + x4, weights = one, level = 0.95),
    list(name = "weighted", formula = y ~ x1 + x2 + x3 + x4, weights = weight, level = 0.9),
    list(name = "origin", formula = y ~ x1 + x2 + x3 + x4 - 1, weights = one, level = 0.95),
    list(name = "subset", formula = y ~ x1 + x3, weights = one, level = 0.99),
    list(name = "aliased", formula = y ~ x1 + x2 + x3 + x4 + x5, weights = one, level = 0.95))

# 1 / (1 - R2) of each column on the others; NA for the intercept.
inflation <- function(fit) {
    kept <- names(coef(fit))[!is.na(coef(fit))]
    x <- model.matrix(fit)[, kept, drop = FALSE]
    sapply(kept, function(term) {
        if (term == "(Intercept)") return(NA)
        others <- setdiff(kept, c(term, "(Intercept)"))
        right <- c(others, if ("(Intercept)" %in% kept) "1" else "0")
        formula <- as.formula(paste(term, "~", paste(right, collapse = "+")))
        r2 <- summary(lm(formula, data = as.data.frame(x), weights = weights(fit)))$r.squared
        1 / (1 - r2)
    })
}

con <- file("lm_reference.txt", "w")
writeLines(c(source_line,
    "# model NAME LEVEL",
    "# summary r2 adjusted_r2 residual_sd f f_p freedom",
    "# term NAME estimate standard_error t p low high vif"), con)
for (m in models) {
    data$w <- m$weights
    fit <- lm(m$formula, data = data, weights = w)
    s <- summary(fit)
    f <- s$fstatistic
    writeLines(paste("model", m$name, m$level), con)
    writeLines(paste("summary", paste(digits(c(s$r.squared, s$adj.r.squared, s$sigma, f[1],
        pf(f[1], f[2], f[3], lower.tail = FALSE), fit$df.residual)), collapse = " ")), con)
    bounds <- confint(fit, level = m$level)
    vif <- inflation(fit)
    for (term in rownames(s$coefficients))
        writeLines(paste("term", term, paste(digits(c(s$coefficients[term, ], bounds[term, ],
            vif[term])), collapse = " ")), con)
}
close(con)

con <- file("tails_reference.txt", "w")
writeLines(c(source_line,
    "# student DF T two-sided tail", "# fisher DF1 DF2 F upper tail",
    "# quantile DF LEVEL two-sided quantile", "# normal Z two-sided tail",
    "# normal_quantile LEVEL two-sided quantile"), con)
for (df in c(1, 2, 5, 31, 40, 71, 1000, 1e5, 1e6)) {
    for (t in c(0, 1e-9, 0.01, 0.5, 1.1267, 2, 5, 12, 20, 1e4))
        writeLines(paste("student", digits(df), digits(t),
            digits(2 * pt(t, df, lower.tail = FALSE))), con)
    for (df1 in c(1, 2, 24)) for (f in c(0, 1e-3, 1, 4.287, 100, 1e9))
        writeLines(paste("fisher", df1, digits(df), digits(f),
            digits(pf(f, df1, df, lower.tail = FALSE))), con)
    for (level in c(0.5, 0.9, 0.95, 0.99, 0.9999))
        writeLines(paste("quantile", digits(df), digits(level), digits(qt((1 + level) / 2, df))), con)
}
for (z in c(0, 1e-9, -0.01, 0.5, 1.1267, -2, 5, 12, 20, 37))
    writeLines(paste("normal", digits(z), digits(2 * pnorm(-abs(z)))), con)
for (level in c(0.001, 0.5, 0.9, 0.95, 0.99, 0.9999))
    writeLines(paste("normal_quantile", digits(level), digits(qnorm((1 + level) / 2))), con)
close(con)
