/** A type as one of properties, at any depth, whatever names and intersections it is written with. */
type Plain<T> = T extends Uint8Array
  ? T
  : T extends readonly (infer U)[]
    ? readonly Plain<U>[]
    : T extends object
      ? { readonly [K in Exclude<keyof T, symbol | 'extra'>]: Plain<T[K]> }
      : T;

/** Whether two types of data are the same. `extra` of records, which is not in a row, does not count. */
export type Same<A, B> = (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : false;
