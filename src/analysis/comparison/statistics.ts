/** Minimum, maximum, mean and median of numbers. */
export interface Spread {
  readonly minimum: number;
  readonly maximum: number;
  readonly mean: number;
  readonly median: number;
}

/** A mean and its 95 % confidence interval. */
export interface Interval {
  readonly low: number;
  readonly mean: number;
  readonly high: number;
}

/** @param values at least one */
export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const at = (i: number) => sorted[i] ?? 0;
  return {
    minimum: at(0),
    maximum: at(sorted.length - 1),
    mean: mean(values),
    median: sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2,
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The 95 % confidence interval of the mean by Student's t-distribution; undefined for fewer than two values. */
export function interval(values: readonly number[]): Interval | undefined {
  const count = values.length;
  if (count < 2) return undefined;
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  const half = studentQuantile(count - 1) * Math.sqrt(squares / (count - 1) / count);
  return { low: middle - half, mean: middle, high: middle + half };
}

/** Bisection steps, far more than a double has digits. */
const HALVINGS = 100;

/** Beyond this many degrees of freedom the quantile changes only in the fifth digit. */
const MANY = 100_000;

/**
 * The t such that Student's distribution has 95 % of its weight in [-t, t].
 *
 * Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4: the weight as a finite sum.
 */
export function studentQuantile(freedom: number): number {
  const degrees = Math.min(freedom, MANY);
  let [low, high] = [0, 13];
  for (let i = 0; i < HALVINGS && low < high; i++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (studentWeight(middle, degrees) < 0.95) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** How much of Student's distribution is between -t and t. */
function studentWeight(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const odd = degrees % 2 === 1;
  let term = odd ? cosine : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let i = odd ? 3 : 2; i <= degrees - 2 && term > 1e-18; i += 2) {
    term *= (cosine ** 2 * (i - 1)) / i;
    sum += term;
  }
  return odd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}
