// Reports a value that is not finite: the earliest pass of the earliest substep wins. Needs a buffer `status`.

#define FINITE(value) (abs(value) <= 3.4e38)
#define REPORT_NONFINITE(value, substep, from) \
    if (!FINITE(value)) atomicMax(status[STATUS_NONFINITE], ~((substep) << 8 | (from)))
